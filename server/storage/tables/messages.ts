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
  channel: 'email' | 'sms' | 'webhook' | 'logout';
  /** The kind of the message, the event type of a webhook, or `backChannelLogout`. */
  kind: string;
  /** An address, a number, or the ID of a webhook or an application. */
  recipient: string;
  /** The user whom it is about, or empty. */
  userId: string;
  status: 'waiting' | 'sent' | 'dead';
  /** Sealed JSON, because it contains codes and links. Empty when no longer needed. */
  content: string;
  attempts: number;
  /** The end of the claim while an instance holds the row. Null: sent or dead. */
  nextAttemptAt: Moment | null;
  /** The instance of the last attempt. */
  claimedBy: string;
  /** The message is not sent after this time. */
  expiresAt: Moment;
  lastError: string;
  /** The name of the provider that accepted it, or `inbox` or `webhook`. */
  via: string;
  /** The receiver's own response text. */
  response: string;
  createdAt: Moment;
  finishedAt: Moment | null;
}

interface MessageConnectorsTable {
  projectId: string;
  channel: 'email' | 'sms';
  provider: string;
  settings: Json;
  sealedSecret: string;
  changedAt: Moment;
}

interface MessageTemplatesTable {
  projectId: string;
  /** The template; empty for the default template. */
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
  /** The last times, newest first, of 13 digits each. */
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
