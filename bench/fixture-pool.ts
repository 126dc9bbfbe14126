import { HOTP, Secret } from 'otpauth';
import type { PreparedExecution, WaitingScreen } from './executions.ts';
import type { Population, PreparedUser } from './population.ts';
import { totpSecret } from './settings.ts';

/** Hands out fixtures, many of which can be used only once, for one database. */
export type FixturePool = ReturnType<typeof createFixturePool>;

const stepMilliseconds = 30_000;
const key = Secret.fromBase32(totpSecret);
const totpCodes = new Map<number, string>();

export function createFixturePool({
  users,
  codes,
  executions,
  sessions,
  applications,
  applicationSessions,
  authorizationCodes,
}: Population) {
  const lastSteps = new Map<string, number>();
  const usedExecutions = new Map<string, number>();
  let loginIds = 0;
  let turns = 0;
  const nextUser = (): PreparedUser => {
    turns += 1;
    return users[turns % users.length]!;
  };
  return {
    loginId() {
      loginIds += 1;
      return `new${loginIds}.${process.pid}@bench.example`;
    },
    anyUser: (): PreparedUser => users[Math.floor(Math.random() * users.length)]!,
    /** Returns users in turn. */
    nextUser,
    /** A user with a TOTP code that was not used before. */
    totpSignIn() {
      const user = nextUser();
      const current = Math.floor(Date.now() / stepMilliseconds);
      const step = Math.max(current, (lastSteps.get(user.id) ?? 0) + 1);
      // The next step's code is already valid, so a user can sign in twice before the pool runs dry.
      if (step > current + 1) throw new Error('there are too few users for so many sign-ins in 30 seconds');
      lastSteps.set(user.id, step);
      return { user, step, code: totpCodeAt(step) };
    },
    /** A user with an unused one-time code. */
    codeHolder: eachOnce('users with a code', users),
    /** A flow of the user that waits at a screen, and that was not continued before. */
    executionAt(screen: WaitingScreen, { id }: PreparedUser): PreparedExecution {
      const at = `${screen} ${id}`;
      const used = usedExecutions.get(at) ?? 0;
      const execution = executions[screen].get(id)?.[used];
      if (!execution) throw new Error('there are too few executions of flows');
      usedExecutions.set(at, used + 1);
      return execution;
    },
    ssoCode: eachOnce('SSO codes', codes),
    applications,
    authorizationCode: eachOnce('authorization codes', authorizationCodes),
    applicationSession: eachOnce(
      'sessions of the application',
      applicationSessions.map((session) => ({ ...session })),
    ),
    session: eachOnce(
      'sessions',
      // Copies, because a refresh changes them, and each database has its own state.
      sessions.map((session) => ({ ...session })),
    ),
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

function totpCodeAt(step: number): string {
  const known =
    totpCodes.get(step) ?? HOTP.generate({ secret: key, counter: step, algorithm: 'SHA1', digits: 6 });
  totpCodes.set(step, known);
  return known;
}
