import type { MessageChannel } from '../message.ts';

export type Settings = Record<string, unknown>;

/** One text, or texts by name such as HTTP headers, under the name of the provider's `secretField`. */
export type Secret = Record<string, string | Record<string, string>>;

/** The connector that sends a project's mails or short messages. */
export interface Connector<S = Settings, T = Secret> {
  channel: MessageChannel;
  /** The name of a provider in `providers.ts`. */
  provider: string;
  settings: S;
  secret: T;
  changedAt: number;
}
