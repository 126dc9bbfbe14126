import type { EventOrigin, NoticedFactor } from '../core/security-notices.ts';
import { sealedColumn } from '../storage/sealed-columns.ts';

/** The kinds of messages and the data for their texts. The caller builds links from the configured base address. */
export interface MessageData {
  invite: { link: string };
  otp: { code: string };
  magicLink: { link: string };
  /** The user chooses the link whose number the sign-in page shows. */
  enchantedLink: { links: [NumberedLink, NumberedLink, NumberedLink] };
  passwordReset: { link: string };
  /** Proves an address by a code. */
  verification: { code: string };
  /** Proves an address by a link. */
  verificationLink: { link: string };
  /** Sent to the old address. */
  emailChanged: { newAddress: string };
  newDevice: Notice;
  passwordChanged: Notice;
  factorAdded: Notice & { factor: NoticedFactor };
  factorRemoved: Notice & { factor: NoticedFactor };
  /** Sent to the old address, with a link; `emailChanged` is the one without. */
  addressChanged: Notice & { newAddress: string };
  recoveryCodeUsed: Notice;
  accountLocked: Notice;
  deletionRequested: Notice;
  /** Sent to a tenant's administrator. */
  ssoSetup: { link: string; tenant: string };
  /** Sent to a tenant's administrators when the proof of a domain ends. */
  domainLost: { tenant: string; domain: string };
  /** Sent by an administrator to test a connector. */
  test: Record<never, string>;
}

/** The link leads to a page on which the reader says that the event was not theirs. */
export type Notice = { link: string } & EventOrigin;

export interface NumberedLink {
  number: string;
  link: string;
}

export type MessageKind = keyof MessageData;

export const messageKinds = [
  'invite',
  'otp',
  'magicLink',
  'enchantedLink',
  'passwordReset',
  'verification',
  'verificationLink',
  'emailChanged',
  'newDevice',
  'passwordChanged',
  'factorAdded',
  'factorRemoved',
  'addressChanged',
  'recoveryCodeUsed',
  'accountLocked',
  'deletionRequested',
  'ssoSetup',
  'domainLost',
  'test',
] as const satisfies MessageKind[];

/**
 * The budgets for messages to a recipient. Sign-in codes, links and resets have separate budgets, so that using
 * up one leaves the others; other messages count with their own kind.
 */
export type MessageBudget = 'code' | 'link' | 'reset' | 'update' | MessageKind;

export type MessageChannel = 'email' | 'sms';

export const messageChannels = ['email', 'sms'] as const satisfies MessageChannel[];

/** The sealed content of a message until it is sent. An SMS has only the text. */
export interface Content {
  subject: string;
  text: string;
  html: string;
}

/** A message as providers receive it. */
export interface OutgoingMessage {
  /** Identical for each attempt. */
  id: string;
  to: string;
  content: Content;
}

/** Binds a sealed value to its record. */
export function contentPurpose(projectId: string, id: string): string {
  return `outbox/${projectId}/${id}`;
}

/** The channel that accepted the message, and its response. */
export interface Receipt {
  via: string;
  response: string;
}

export const sealedMessages = sealedColumn({
  table: 'outbox',
  key: ['projectId', 'id'],
  column: 'content',
  purposeOf: ({ projectId, id }) => contentPurpose(projectId, id),
});
