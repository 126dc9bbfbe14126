import type { Mode } from './config.ts';

/** Allows this many requests at once, and one more after each share of the seconds. */
export interface RateLimit {
  /** 0 means no limit. */
  requests: number;
  seconds: number;
}

/** The rate limits of a project. `docs/security.md` gives the reasons for the numbers. */
export const defaultRateLimits = {
  signInPerAddress: { requests: 30, seconds: 300 },
  codePerAddress: { requests: 30, seconds: 300 },
  signUpPerAddress: { requests: 60, seconds: 60 },
  signUpPerProject: { requests: 600, seconds: 60 },
  messagePerAddress: { requests: 60, seconds: 60 },
  smsPerProject: { requests: 1_000, seconds: 3_600 },
  ssoStartPerAddress: { requests: 60, seconds: 60 },
  ssoPagePerAddress: { requests: 120, seconds: 60 },
  ssoPagePerProject: { requests: 1_200, seconds: 60 },
  authorizePerAddress: { requests: 1_200, seconds: 60 },
  authorizePerProject: { requests: 12_000, seconds: 60 },
  applicationCallPerAddress: { requests: 1_200, seconds: 60 },
  applicationCallPerProject: { requests: 12_000, seconds: 60 },
  clientDocumentPerAddress: { requests: 10, seconds: 60 },
  clientDocumentPerProject: { requests: 120, seconds: 60 },
  flowPerAddress: { requests: 300, seconds: 60 },
  flowPerProject: { requests: 6_000, seconds: 60 },
  pushPerAddress: { requests: 120, seconds: 60 },
  pushPerProject: { requests: 1_200, seconds: 60 },
  passkeyStartPerAddress: { requests: 60, seconds: 60 },
  exchangePerAddress: { requests: 60, seconds: 60 },
  exchangePerProject: { requests: 600, seconds: 60 },
  refreshPerAddress: { requests: 150, seconds: 300 },
  refreshPerSession: { requests: 30, seconds: 300 },
  passwordPerSession: { requests: 5, seconds: 300 },
  passwordPerUser: { requests: 20, seconds: 300 },
  callsPerKey: { requests: 0, seconds: 60 },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof defaultRateLimits;
export type RateLimits = Record<RateLimitName, RateLimit>;

export const rateLimitNames = Object.keys(defaultRateLimits) as RateLimitName[];

/** The limits that protect accounts and secrets, or send messages: all instances on one PostgreSQL count them together. */
export const sharedRateLimits: ReadonlySet<RateLimitName> = new Set([
  'signInPerAddress',
  'codePerAddress',
  'signUpPerAddress',
  'messagePerAddress',
  'passwordPerSession',
  'passwordPerUser',
]);

export interface CountedBy {
  address?: RateLimitName;
  project?: RateLimitName;
  session?: RateLimitName;
  user?: RateLimitName;
  key?: RateLimitName;
}

/** The properties by which requests of a kind are counted. */
export const limitKinds = {
  signIn: { address: 'signInPerAddress' },
  code: { address: 'codePerAddress' },
  signUp: { address: 'signUpPerAddress', project: 'signUpPerProject' },
  message: { address: 'messagePerAddress' },
  ssoStart: { address: 'ssoStartPerAddress' },
  ssoPage: { address: 'ssoPagePerAddress', project: 'ssoPagePerProject' },
  authorize: { address: 'authorizePerAddress', project: 'authorizePerProject' },
  applicationCall: { address: 'applicationCallPerAddress', project: 'applicationCallPerProject' },
  clientDocument: { address: 'clientDocumentPerAddress', project: 'clientDocumentPerProject' },
  flow: { address: 'flowPerAddress', project: 'flowPerProject' },
  push: { address: 'pushPerAddress', project: 'pushPerProject' },
  passkeyStart: { address: 'passkeyStartPerAddress' },
  exchange: { address: 'exchangePerAddress', project: 'exchangePerProject' },
  refresh: { address: 'refreshPerAddress', session: 'refreshPerSession' },
  password: { session: 'passwordPerSession', user: 'passwordPerUser' },
  key: { key: 'callsPerKey' },
} as const satisfies Record<string, CountedBy>;

export type LimitKind = keyof typeof limitKinds;

export const loopbackNetworks = ['127.0.0.0/8', '::1/128'];

/**
 * Returns the networks to which the limits do not apply. Loopback is the default in development only: in production, every
 * visitor behind a proxy that does not forward addresses comes from there. Earlier versions put it on the list of every
 * project, so that production counts it only on a list that was saved since.
 */
export function unlimitedNetworks(
  mode: Mode,
  { unlimitedAddresses, unlimitedIsChosen }: { unlimitedAddresses: string[]; unlimitedIsChosen?: true },
): string[] {
  if (mode === 'development' || unlimitedIsChosen) return unlimitedAddresses;
  return unlimitedAddresses.filter((network) => !loopbackNetworks.includes(network));
}
