import { type Language, textWith } from '../../core/languages/language.ts';
import { type SecurityNoticeKind, securityNoticeKinds } from '../../core/security-notices.ts';
import type { MessageKind } from '../message.ts';

/** The placeholders of templates, by the placeholders of language files that they stand for. */
const places = {
  code: '{{code}}',
  domain: '{{domain}}',
  factor: '{{factor}}',
  link: '{{link}}',
  newAddress: '{{newAddress}}',
  origin: '{{origin}}',
  project: '{{project.name}}',
  sentAt: '{{sentAt}}',
  tenant: '{{tenant}}',
  validFor: '{{validFor}}',
};

type Text = string | ((values: typeof places) => string);

/** The texts of a kind as a language file has them. */
interface Given {
  subject: Text;
  title: Text;
  lead: Text;
  button?: Text;
  /** The time for which the code or link is valid. */
  validity?: Text;
  note?: Text;
  sms?: Text;
}

/** The texts of one kind of message, with the placeholders of templates. */
export interface KindTexts {
  subject: string;
  title: string;
  /** The paragraphs before the code or link. */
  before: string[];
  button: string;
  /** The paragraphs after the code or link. */
  after: string[];
  /** The whole SMS. Absent: there is none. */
  sms: string | undefined;
}

/** The kinds after which a reader who has not requested them is told to ignore them. */
const requested: readonly MessageKind[] = [
  'otp',
  'magicLink',
  'enchantedLink',
  'verification',
  'verificationLink',
];

export function textsOf(kind: MessageKind, { texts: { messages } }: Pick<Language, 'texts'>): KindTexts {
  const { notice, notRequested } = messages;
  const own: Given = messages[kind];
  const given: Given = isNotice(kind) ? { ...own, button: notice.button, validity: notice.validity } : own;
  const before = isNotice(kind) ? [given.lead, notice.when, notice.ifNotYou] : [given.lead];
  const after = [given.validity, given.note, requested.includes(kind) ? notRequested : undefined];
  return {
    subject: write(given.subject),
    title: write(given.title),
    before: before.map(write),
    button: write(given.button ?? ''),
    after: after.flatMap((text) => (text === undefined ? [] : [write(text)])),
    sms: given.sms === undefined ? undefined : write(given.sms),
  };
}

function write(text: Text): string {
  return textWith(text, places);
}

function isNotice(kind: MessageKind): kind is SecurityNoticeKind {
  return (securityNoticeKinds as readonly MessageKind[]).includes(kind);
}
