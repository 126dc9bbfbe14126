import type { MessageTemplatesSetInput } from '../../../client/client.ts';

/** Which text it is. */
export type TemplateKey = Required<
  Pick<MessageTemplatesSetInput, 'kind' | 'channel' | 'locale' | 'templateId'>
>;

export interface Content {
  subject: string;
  text: string;
  html: string;
}

export const kinds: TemplateKey['kind'][] = [
  'invite',
  'otp',
  'magicLink',
  'enchantedLink',
  'passwordReset',
  'verification',
  'verificationLink',
  'emailChanged',
  'ssoSetup',
  'test',
];

const builtInLocales = ['en', 'de'];

/** As it stands in the address. */
export function writeKey({ kind, channel, locale, templateId }: TemplateKey): string {
  return [kind, channel, locale, templateId].join('/');
}

/** `undefined` for what is no text at all: addresses are typed by people. */
export function readKey(text: string): TemplateKey | undefined {
  const [kindText, channel, locale = '', templateId = ''] = text.split('/');
  const kind = kinds.find((kind) => kind === kindText);
  if (!kind || (channel !== 'email' && channel !== 'sms') || !isLanguageTag(locale)) return undefined;
  return { kind, channel, locale, templateId };
}

/** Whether there is something to go back to. */
export function hasBuiltIn({ locale, templateId }: TemplateKey): boolean {
  return templateId === '' && builtInLocales.includes(locale);
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
  /** Without it the message is of no use. */
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
  ssoSetup: ['link'],
  test: [],
};

const otherPaths: Partial<Record<TemplateKey['kind'], string[]>> = {
  emailChanged: ['newAddress'],
  ssoSetup: ['tenant'],
};

/** What is filled in, in a text of a kind. */
export function placesOf(kind: TemplateKey['kind']): Place[] {
  return [
    ...requiredPaths[kind].map((path) => ({ path, isRequired: true })),
    ...['project.name', 'validFor', ...(otherPaths[kind] ?? [])].map((path) => ({ path, isRequired: false })),
  ];
}
