import { event } from '../../../core/event.ts';
import type { AwaitedPassword } from './awaited-password.ts';

/** Sessions by ID, of one user or of any, or all sessions of users except one. */
export type EndingSessions =
  | { ids: string[]; userId?: string | undefined }
  | { userIds: string[]; exceptId?: string };

/** Sessions are about to be deleted, and with them what the applications' sessions say. */
export const sessionsEnding = event<EndingSessions>('sessionsEnding');

/** A user has signed in with all factors that the sign-in policy demands. The session is created in the same step. */
export const signedIn = event<{ userId: string; sessionId: string }>('signedIn');

/**
 * A sign-in that waited for a second factor is complete, and so the new password that it brought can be stored. Comes before other sessions
 * end. A handler refuses (E064001) if the old password has changed meanwhile.
 */
export const awaitedSignInComplete = event<{ userId: string; newPassword: AwaitedPassword }>(
  'awaitedSignInComplete',
);
