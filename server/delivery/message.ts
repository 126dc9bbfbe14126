/** What a message is about, with what its text needs. Links are built by the caller from the configured base address. */
export interface MessageData {
  invite: { link: string };
  otp: { code: string };
  magicLink: { link: string };
  /** The person chooses the link whose number the sign-in page shows. */
  enchantedLink: { links: [NumberedLink, NumberedLink, NumberedLink] };
  passwordReset: { link: string };
  /** Proves an address by a code. */
  verification: { code: string };
  /** Proves an address by a link. */
  verificationLink: { link: string };
  /** Told to the old address. */
  emailChanged: { newAddress: string };
  /** Sent to a tenant's administrator. */
  ssoSetup: { link: string; tenant: string };
  /** Sent by an administrator who tries out a connector. */
  test: Record<never, string>;
}

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
  'ssoSetup',
  'test',
] as const satisfies MessageKind[];

/**
 * The budget that a message counts against. Sign-in codes, links and resets have separate budgets, so that
 * exhausting one leaves the others available; any other message counts with its kind.
 */
export type MessageBudget = 'code' | 'link' | 'reset' | 'update' | MessageKind;

export type MessageChannel = 'email' | 'sms';

export const messageChannels = ['email', 'sms'] as const satisfies MessageChannel[];

/** What is kept, sealed, of a message until it is sent. Of an SMS only the text is not empty. */
export interface Content {
  subject: string;
  text: string;
  html: string;
}

/** A sealed value belongs to its record and to nothing else. */
export function contentPurpose(projectId: string, id: string): string {
  return `outbox/${projectId}/${id}`;
}

/** What took it, and what it said. */
export interface Receipt {
  via: string;
  response: string;
}
