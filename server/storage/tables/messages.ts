import type { Flag, Json, Moment } from './columns.ts';

export interface MessagesTables {
  outbox: OutboxTable;
  messageConnectors: MessageConnectorsTable;
  messageTemplates: MessageTemplatesTable;
  messageLimits: MessageLimitsTable;
  webhooks: WebhooksTable;
}

interface OutboxTable {
  projectId: string;
  id: string;
  channel: 'email' | 'sms' | 'webhook';
  /** Of a message what it is about, of a webhook the type of the event. */
  kind: string;
  /** An address or a number; the ID of a webhook. */
  recipient: string;
  /** The user whom it is about, or empty. */
  userId: string;
  status: 'waiting' | 'sent' | 'dead';
  /** Sealed JSON, because codes and links are in it. Empty when it is not needed any more. */
  content: string;
  attempts: number;
  /** While an instance has it, when its claim runs out. Null: it is sent or dead. */
  nextAttemptAt: Moment | null;
  /** The instance that tried it last. */
  claimedBy: string;
  /** It is not sent later than this. */
  expiresAt: Moment;
  lastError: string;
  /** What took it: `smtp`, `twilio`, `http`, `inbox`, `webhook`. */
  via: string;
  /** The other side's own words. */
  response: string;
  createdAt: Moment;
  finishedAt: Moment | null;
}

interface MessageConnectorsTable {
  projectId: string;
  channel: 'email' | 'sms';
  provider: 'smtp' | 'twilio' | 'http';
  settings: Json;
  sealedSecret: string;
  changedAt: Moment;
}

interface MessageTemplatesTable {
  projectId: string;
  /** Empty: the one that is used when none is named. */
  templateId: string;
  kind: string;
  channel: 'email' | 'sms';
  locale: string;
  subject: string;
  text: string;
  html: string;
  changedAt: Moment;
}

interface MessageLimitsTable {
  projectId: string;
  subject: string;
  /** The last moments, newest first, of 13 digits each. */
  recent: string;
  lastAt: Moment;
}

interface WebhooksTable {
  projectId: string;
  id: string;
  name: string;
  url: string;
  /** Event types, `user.*` for all of a noun. Empty: every event. */
  events: Json;
  enabled: Flag;
  sealedSecret: string;
  createdAt: Moment;
}
