import type { SignInMethod } from '../../../../core/hosted-pages.ts';
import { isNamed, type NamedMethod } from '../../hosted-pages/methods.ts';
import { type PageFactor, pageFactors } from '../../hosted-pages/page-factor.ts';
import type { FieldName, Part } from './elements.ts';
import type { Facts } from './facts.ts';

export const error: Part = { part: 'error' };
export const lead: Part = { part: 'text', text: '{{lead}}', id: 'lead' };
/** The address as it was typed, for the person and for password managers. */
export const account: Part = { part: 'text', text: '{{form.loginId}}', id: 'account' };

export function title(text: string): Part {
  return { part: 'title', text };
}

export function text(text: string, id?: string): Part {
  return { part: 'text', text, ...(id && { id }) };
}

type ButtonPart = Extract<Part, { part: 'button' }>;

export function main(id: string, text: string): ButtonPart {
  return { part: 'button', id, text, look: 'main', isDefault: true };
}

export function other(id: string, text: string): ButtonPart {
  return { part: 'button', id, text, look: 'other', skipsFields: true };
}

export function link(id: string, text: string): ButtonPart {
  return { part: 'button', id, text, look: 'link', skipsFields: true };
}

export function back({ flowWords }: Facts): Part {
  return link('back', flowWords.back);
}

export function codeField(label: string): Part {
  return {
    part: 'field',
    name: 'code',
    kind: 'code',
    label,
    autocomplete: 'one-time-code',
    presses: 'verify',
  };
}

export function password(name: FieldName, label: string): Part {
  return { part: 'field', name, kind: 'password', label, autocomplete: 'current-password', maxLength: 1_024 };
}

export function newPassword({ words, passwordHint }: Facts): Part[] {
  const field = { part: 'field', name: 'newPassword', kind: 'newPassword' } as const;
  const label = words.password.newLabel;
  return [
    { ...field, label, autocomplete: 'new-password', maxLength: 1_024 },
    text(passwordHint, 'passwordHint'),
  ];
}

/** The first screen of a sign-in. */
export function identifying(facts: Facts): Part[] {
  const { words, projectName, methods } = facts;
  const asksWho = methods.some(isNamed);
  return [
    title(words.signIn.title({ project: projectName })),
    ...(asksWho ? addressFields(addressLabel(facts), { hasPasskeys: methods.includes('passkey') }) : []),
    error,
    ...(asksWho ? [main('continue', words.signIn.next)] : []),
    ...(methods.includes('passkey')
      ? [{ ...other('usePasskey', words.passkey.use), needsPasskeys: true }]
      : []),
    ...providerButtons(facts, asksWho ? words.methods.heading : undefined),
  ];
}

/** The first screen of a sign-up. */
export function signingUp(facts: Facts): Part[] {
  const { words, projectName, signUp, flowWords } = facts;
  const heading = title(words.signUp.title({ project: projectName }));
  if (!signUp) return [heading, text(flowWords.signUpClosed)];
  const name = { part: 'field', name: 'name', kind: 'text', label: words.signUp.name } as const;
  return [
    heading,
    ...addressFields(signUpLabel(facts)),
    { ...name, autocomplete: 'name', isOptional: true, maxLength: 100 },
    error,
    main('continue', words.signUp.next),
    ...providerButtons(facts, words.methods.signUpHeading),
  ];
}

/** The field has the type of an email address if nothing else can be typed. */
function addressFields(
  label: { text: string; isEmail: boolean },
  { hasPasskeys = false }: { hasPasskeys?: boolean } = {},
): Part[] {
  const field = {
    part: 'field',
    ...(label.isEmail
      ? ({ name: 'email', kind: 'email' } as const)
      : ({ name: 'loginId', kind: 'text' } as const)),
    label: label.text,
    autocomplete: hasPasskeys ? 'username webauthn' : 'username',
  } as const;
  return hasPasskeys ? [field, { part: 'passkeys', presses: 'passkeyInField' }] : [field];
}

const byEmail: readonly SignInMethod[] = ['emailCode', 'magicLink', 'sso'];

function addressLabel({ words, methods }: Facts) {
  const isEmail = methods.filter(isNamed).every((method) => byEmail.includes(method));
  return { text: isEmail ? words.signUp.email : words.signIn.loginId, isEmail };
}

function signUpLabel({ words, methods, signUpProvesAddress }: Facts) {
  if (!signUpProvesAddress) return { text: words.signIn.loginId, isEmail: false };
  const isEmail = !methods.includes('smsCode');
  return { text: isEmail ? words.signUp.email : words.signUp.loginId, isEmail };
}

function providerButtons({ providers, words }: Facts, heading?: string): Part[] {
  if (providers.length === 0) return [];
  return [
    ...(heading ? [{ part: 'heading', text: heading, id: 'providers' } as const] : []),
    ...providers.map(({ id, title }) => ({
      ...other(`${providerPrefix}${id}`, words.oauth.go({ provider: title })),
      provider: id,
      providerTitle: title,
    })),
  ];
}

export const providerPrefix = 'provider-';

/** The interactions that go on with another method. */
export const methodButtons = {
  password: 'usePassword',
  emailCode: 'useEmailCode',
  smsCode: 'useSmsCode',
  magicLink: 'useLink',
  totp: 'useAuthenticator',
  sso: 'useOrganization',
} as const satisfies Record<NamedMethod, string>;

/** The buttons of the other methods that the project can offer. The state hides those that do not fit what was typed. */
export function otherWays(
  { words, methods }: Facts,
  own?: NamedMethod,
  heading = words.methods.heading,
): Part[] {
  const named = methods.filter(isNamed).filter((method) => method !== own);
  if (named.length === 0) return [];
  return [
    { part: 'heading', text: heading, id: 'otherWays' },
    ...named.map((method) => other(methodButtons[method], words.methods[method])),
  ];
}

/** The interactions that go on with another second factor. */
export const factorButtons = {
  totp: 'useAuthenticator',
  passkey: 'useOwnPasskey',
  sms: 'useSmsCode',
  email: 'useEmailCode',
  recoveryCode: 'useRecoveryCode',
  password: 'usePassword',
} as const satisfies Record<PageFactor, string>;

/** The buttons of all second factors. The state hides those that the user does not have. */
export function otherFactors({ words }: Facts): Part[] {
  return [
    { part: 'heading', text: words.secondFactor.heading, id: 'otherWays' },
    ...pageFactors.map((factor) => other(factorButtons[factor], words.secondFactor.methods[factor])),
  ];
}

export function trust({ words }: Facts): Part[] {
  return [{ part: 'checkbox', name: 'trust', text: words.secondFactor.trust }];
}

const addable = ['totp', 'passkey', 'sms', 'email'] as const satisfies readonly PageFactor[];

/** The buttons of the factors that a user can add. */
export function addableFactors({ words }: Facts): Part[] {
  return addable.map((factor) => other(factorButtons[factor], words.secondFactor.methods[factor]));
}
