import type { NoticedFactor, SecurityNoticeKind } from '../../core/security-notices.ts';
import type { MessageKind } from '../message.ts';

/** The texts of one kind of message. `{{…}}` are placeholders. */
export interface Texts {
  subject: string;
  title: string;
  /** The paragraphs before the code or link. */
  before: string[];
  /** The button's label. */
  button?: string;
  /** The paragraphs after the code or link. */
  after: string[];
  /** The whole SMS. Empty: there is none. */
  sms: string;
}

export interface Language {
  /** Shown under a button, before the link's address. */
  linkHint: string;
  texts: Record<MessageKind, Texts>;
  minutes(count: number): string;
  hours(count: number): string;
  days(count: number): string;
  /** The names of second factors within a sentence. */
  factors: Record<NoticedFactor, string>;
  byAdministrator: string;
  unknownDevice: string;
}

/** The texts of the security notices. */
export type NoticeTexts = Record<SecurityNoticeKind, Texts>;
