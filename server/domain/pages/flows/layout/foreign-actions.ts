import type { SignInMethod } from '../../../../core/hosted-pages.ts';

/** The meaning of a foreign action: the method that it offers, and the built-in flow whose purpose it has. */
export interface ForeignAction {
  method?: SignInMethod;
  base?: 'sign-up-or-in' | 'sign-in' | 'sign-up';
}

const purposes = ['sign-up-or-in', 'sign-in', 'sign-up'] as const;

const methods: Record<string, SignInMethod> = {
  'otp-email': 'emailCode',
  'otp-sms': 'smsCode',
  'magic-link-email': 'magicLink',
  'magic-link-sms': 'magicLink',
  'magic-linkv2-email': 'magicLink',
  'magic-linkv2-sms': 'magicLink',
};

/** The actions of the vendor’s flows that our flows can do, by their name. Any other one is refused. */
export const foreignActions: ReadonlyMap<string, ForeignAction> = new Map<string, ForeignAction>([
  ...purposes.flatMap((base) =>
    Object.entries(methods).map(([name, method]) => [`${base}-${name}`, { base, method }] as const),
  ),
  ...purposes.map((base) => [`oauth-start-${base}`, { base, method: 'oauth' }] as const),
  ['oauth-start', { method: 'oauth' }],
  ['exchange-oauth-code', {}],
  ['verify-code-otp-email', {}],
  ['verify-code-otp-sms', {}],
  ['verify-magic-link', {}],
  ['logged-in', {}],
]);

/** The node types of the vendor’s screens that have a counterpart. A text without a place is reported. */
export const foreignNodes = new Set([
  ...['Container', 'Divider', 'Text', 'Link', 'Button', 'ErrorMessage', 'PollingLoader', 'Code'],
  ...['EmailInput', 'Phone', 'FullNameInput', 'Image'],
]);

/** A button of a provider, such as `GoogleButton`. */
export function isProviderButton(type: string): boolean {
  return /^[A-Z][A-Za-z]{2,20}Button$/.test(type) && type !== 'BiometricsButton';
}
