import type { MessageKind } from '../message.ts';

/** The words of one kind of message. `{{…}}` are the places of values. */
export interface Words {
  subject: string;
  title: string;
  /** Paragraphs before the code or link. */
  before: string[];
  /** What is written on the button. */
  button?: string;
  /** Paragraphs after it. */
  after: string[];
  /** The whole of the short form; empty: there is none. */
  sms: string;
}

export interface Language {
  /** Under a button, before the address of its link. */
  linkHint: string;
  words: Record<MessageKind, Words>;
  minutes(count: number): string;
  hours(count: number): string;
  days(count: number): string;
}
