import type { Participant } from './participant.ts';

/** A logout that the browser passes on from one application to the next. */
export interface Logout {
  userId: string;
  steps: LogoutStep[];
  end: LogoutEnd;
}

export interface LogoutStep extends Participant {
  /** `failed`: it could not be asked, refused, or the user has gone on without its answer. */
  state: 'waiting' | 'asked' | 'done' | 'failed';
  /** The IDs of the requests that it got; a late answer to any of them counts. */
  requestIds: string[];
}

/** Where the browser goes when every application was asked. */
export type LogoutEnd =
  /** Answers the application whose request began the logout. */
  | { kind: 'answer'; appId: string; requestId: string; relayState: string }
  | { kind: 'redirect'; url: string }
  | { kind: 'page' };

/** The application that is asked now, or `undefined` between two of them and at the end. */
export function askedStep({ steps }: Logout): LogoutStep | undefined {
  return steps.find(({ state }) => state === 'asked');
}

export function nextStep({ steps }: Logout): LogoutStep | undefined {
  return steps.find(({ state }) => state === 'waiting');
}

/** Reports whether every application has confirmed the logout (saml-core §3.7.3.2). */
export function isComplete({ steps }: Logout): boolean {
  return steps.every(({ state }) => state === 'done');
}

/** Returns the logout with another state of one application. */
export function withStep(logout: Logout, appId: string, change: Partial<LogoutStep>): Logout {
  return {
    ...logout,
    steps: logout.steps.map((step) => (step.appId === appId ? { ...step, ...change } : step)),
  };
}

/** Returns the logout after an application has ended its session by itself, or `undefined` if that changes nothing. */
export function withoutApp(logout: Logout, appId: string): Logout | undefined {
  const step = logout.steps.find((one) => one.appId === appId);
  return step && step.state !== 'done' ? withStep(logout, appId, { state: 'done' }) : undefined;
}

/**
 * Returns the logout after an answer of an application, or `undefined` if it answers no request of this logout, or one that was answered
 * before.
 */
export function withAnswer(
  logout: Logout,
  { appId, inResponseTo, isSuccess }: { appId: string; inResponseTo: string; isSuccess: boolean },
): Logout | undefined {
  const step = logout.steps.find((one) => one.appId === appId && one.requestIds.includes(inResponseTo));
  if (!step || step.state === 'done') return undefined;
  return withStep(logout, appId, { state: isSuccess ? 'done' : 'failed' });
}
