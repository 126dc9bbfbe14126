import type { Client } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';

type Answer = Awaited<ReturnType<Client['management']['user']['loadSignInSummary']>>;
export type SignInSummary = Extract<Answer, { ok: true }>['data'];

/** Returns what the user can sign in with, since when, and the last sign-in. */
export function useSignInSummary(userId: string) {
  return useRead(['user', userId, 'sign-in-summary'], (client) =>
    client.management.user.loadSignInSummary(userId),
  );
}
