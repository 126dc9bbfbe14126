import { HOTP, Secret } from 'otpauth';
import type { Population, PreparedSession, PreparedUser } from './population.ts';
import { totpSecret } from './settings.ts';

export interface SignIn {
  user: PreparedUser;
  step: number;
  code: string;
}

/** Hands out what can be used once, in one database. */
export interface Takers {
  loginId(): string;
  signIn(): SignIn;
  anyUser(): PreparedUser;
  code(): { code: string; userId: string };
  session(): PreparedSession;
}

const stepMilliseconds = 30_000;
const key = Secret.fromBase32(totpSecret);
const codes = new Map<number, string>();

export function createTakers({ users, codes: ssoCodes, sessions }: Population): Takers {
  const lastSteps = new Map<string, number>();
  let loginIds = 0;
  let signIns = 0;
  let exchanged = 0;
  let used = 0;
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
      // The next step's code is valid already; with it a user signs in twice before the pool runs dry.
      if (step > current + 1) throw new Error('there are too few users for so many sign-ins in 30 seconds');
      lastSteps.set(user.id, step);
      return { user, step, code: codeAt(step) };
    },
    anyUser: () => users[Math.floor(Math.random() * users.length)]!,
    code() {
      const code = ssoCodes[exchanged];
      if (!code) throw new Error('there are too few SSO codes');
      exchanged += 1;
      return code;
    },
    session() {
      const session = sessions[used];
      if (!session) throw new Error('there are too few sessions');
      used += 1;
      return session;
    },
  };
}

function codeAt(step: number): string {
  const known =
    codes.get(step) ?? HOTP.generate({ secret: key, counter: step, algorithm: 'SHA1', digits: 6 });
  codes.set(step, known);
  return known;
}
