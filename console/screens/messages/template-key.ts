import type { MessageTemplatesSetInput } from '../../../client/client.ts';
import { messageKinds } from '../../../client/constants.ts';

/** Identifies a template. */
export type TemplateKey = Required<
  Pick<MessageTemplatesSetInput, 'kind' | 'channel' | 'locale' | 'templateId'>
>;

export interface Content {
  subject: string;
  text: string;
  html: string;
}

/** Formats the key for the address. */
export function writeKey({ kind, channel, locale, templateId }: TemplateKey): string {
  return [kind, channel, locale, templateId].join('/');
}

/** Parses a key from the address. Returns undefined if it is not a template, because users can type anything there. */
export function readKey(text: string): TemplateKey | undefined {
  const [kindText, channel, locale = '', templateId = ''] = text.split('/');
  const kind = messageKinds.find((kind) => kind === kindText);
  if (!kind || (channel !== 'email' && channel !== 'sms') || !isLanguageTag(locale)) return undefined;
  return { kind, channel, locale, templateId };
}

export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

interface Place {
  path: string;
  /** True if the message is useless without this placeholder. */
  isRequired: boolean;
}

const requiredPaths: Record<TemplateKey['kind'], string[]> = {
  invite: ['link'],
  otp: ['code'],
  magicLink: ['link'],
  enchantedLink: [0, 1, 2].flatMap((i) => [`links.${i}.number`, `links.${i}.link`]),
  passwordReset: ['link'],
  verification: ['code'],
  verificationLink: ['link'],
  emailChanged: [],
  newDevice: ['link'],
  passwordChanged: ['link'],
  factorAdded: ['link'],
  factorRemoved: ['link'],
  addressChanged: ['link'],
  recoveryCodeUsed: ['link'],
  accountLocked: ['link'],
  deletionRequested: ['link'],
  ssoSetup: ['link'],
  domainLost: [],
  test: [],
};

const eventPaths = ['sentAt', 'origin', 'device', 'ip'];

const otherPaths: Partial<Record<TemplateKey['kind'], string[]>> = {
  emailChanged: ['newAddress'],
  newDevice: eventPaths,
  passwordChanged: eventPaths,
  factorAdded: ['factor', ...eventPaths],
  factorRemoved: ['factor', ...eventPaths],
  addressChanged: ['newAddress', ...eventPaths],
  recoveryCodeUsed: eventPaths,
  accountLocked: eventPaths,
  deletionRequested: eventPaths,
  ssoSetup: ['tenant'],
  domainLost: ['tenant', 'domain'],
};

/** Returns the placeholders of a message type. */
export function placesOf(kind: TemplateKey['kind']): Place[] {
  return [
    ...requiredPaths[kind].map((path) => ({ path, isRequired: true })),
    ...['project.name', 'validFor', ...(otherPaths[kind] ?? [])].map((path) => ({ path, isRequired: false })),
  ];
}
