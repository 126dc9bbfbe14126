import { HOTP, Secret } from 'otpauth';
import type { Population, PreparedSession } from './population.ts';
import type { PreparedCeremony, PreparedLink, PreparedUser } from './prepared.ts';
import { totpSecret } from './settings.ts';

export interface SignIn {
  user: PreparedUser;
  step: number;
  code: string;
}

/** Hands out fixtures, many of which can be used only once, for one database. */
export interface FixturePool {
  loginId(): string;
  signIn(): SignIn;
  anyUser(): PreparedUser;
  /** Returns users in turn. */
  nextUser(): PreparedUser;
  /** A user without messages so far, because there is a limit for each address. */
  recipient(): PreparedUser;
  /** A user with an unused code. */
  codeHolder(): PreparedUser;
  link(): PreparedLink;
  accessKey(): { id: string; key: string };
  code(): { code: string; userId: string };
  oauthCode(): { code: string; userId: string };
  ceremony(): PreparedCeremony;
  session(): PreparedSession;
}

const stepMilliseconds = 30_000;
const key = Secret.fromBase32(totpSecret);
const codes = new Map<number, string>();

export function createFixturePool(population: Population): FixturePool {
  const { users, links, accessKeys } = population;
  const lastSteps = new Map<string, number>();
  let loginIds = 0;
  let signIns = 0;
  let loaded = 0;
  return {
    loginId() {
      loginIds += 1;
      return `new${loginIds}.${process.pid}@bench.example`;
    },
    signIn() {
      const user = users[signIns % users.length]!;
      signIns += 1;
      const current = Math.floor(Date.now() / stepMilliseconds);
      const step = Math.max(current, (lastSteps.get(user.id) ?? 0) + 1);
      // The next step's code is already valid, so a user can sign in twice before the pool runs dry.
      if (step > current + 1) throw new Error('there are too few users for so many sign-ins in 30 seconds');
      lastSteps.set(user.id, step);
      return { user, step, code: codeAt(step) };
    },
    anyUser: () => users[Math.floor(Math.random() * users.length)]!,
    nextUser() {
      loaded += 1;
      return users[loaded % users.length]!;
    },
    // From the end: a user who gets a new code must not be one with an unused code.
    recipient: eachOnce('users for messages', users.toReversed()),
    codeHolder: eachOnce('users with a code', users),
    link: eachOnce('links', links),
    accessKey: () => accessKeys[Math.floor(Math.random() * accessKeys.length)]!,
    code: eachOnce('SSO codes', population.codes),
    oauthCode: eachOnce('OAuth codes', population.oauthCodes),
    ceremony: eachOnce('passkey sign-ins', population.ceremonies),
    session: eachOnce('sessions', population.sessions),
  };
}

function eachOnce<T>(what: string, all: readonly T[]): () => T {
  let used = 0;
  return () => {
    const one = all[used];
    if (!one) throw new Error(`there are too few ${what}`);
    used += 1;
    return one;
  };
}

function codeAt(step: number): string {
  const known =
    codes.get(step) ?? HOTP.generate({ secret: key, counter: step, algorithm: 'SHA1', digits: 6 });
  codes.set(step, known);
  return known;
}
