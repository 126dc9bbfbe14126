import type { HostedPages } from '../../../client/client.ts';

type Method = HostedPages['signInMethods'][number];

/** A requirement of a method that the project does not meet. */
export type Needed = 'emailConnector' | 'smsConnector' | 'anyConnector' | 'provider';

/** The parts that the project has set up. */
export interface SetUp {
  /** The channels that have a connector. */
  channels: readonly string[];
  hasProvider: boolean;
}

/** Returns what is missing before the sign-in page can offer the method. */
export function neededFor(method: Method, { channels, hasProvider }: SetUp): Needed | undefined {
  const [canMail, canText] = [channels.includes('email'), channels.includes('sms')];
  switch (method) {
    case 'emailCode':
      return canMail ? undefined : 'emailConnector';
    case 'smsCode':
      return canText ? undefined : 'smsConnector';
    case 'magicLink':
      return canMail || canText ? undefined : 'anyConnector';
    case 'oauth':
      return hasProvider ? undefined : 'provider';
    default:
      return undefined;
  }
}
