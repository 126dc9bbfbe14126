import type { TimedProjectData } from '../../../../core/context.ts';
import { listSigningKeys, type SigningKeyRow } from '../store.ts';
import { publishedApplicationKeys } from './application-keys.ts';

export interface PublishedKey extends Pick<SigningKeyRow, 'id' | 'algorithm' | 'createdAt' | 'retiresAt'> {
  signs: 'sessions' | 'applications';
  signsFrom: number;
  /** `waiting`: caches do not know the key yet. `verifying`: tokens that it signed may still be valid. */
  state: 'waiting' | 'signing' | 'verifying';
}

/**
 * Returns the published keys: those of session and refresh tokens, newest first, then those of the tokens of applications. Those of
 * client assertions are not among them.
 */
export async function listPublishedKeys(ctx: TimedProjectData): Promise<PublishedKey[]> {
  const now = ctx.now();
  return [
    ...stated(await listSigningKeys(ctx.db, ctx.project.id, now), 'sessions', now),
    ...stated(await publishedApplicationKeys(ctx), 'applications', now),
  ];
}

function stated(rows: SigningKeyRow[], signs: PublishedKey['signs'], now: number): PublishedKey[] {
  const current = rows.findLast(({ signsFrom }) => signsFrom <= now);
  return rows
    .map(({ id, algorithm, createdAt, signsFrom, retiresAt }) => ({
      id,
      algorithm,
      signs,
      createdAt,
      retiresAt,
      // The first key of a project has always signed.
      signsFrom: Math.max(signsFrom, createdAt),
      state: stateOf(signsFrom, id === current?.id, now),
    }))
    .reverse();
}

function stateOf(signsFrom: number, isCurrent: boolean, now: number): PublishedKey['state'] {
  if (isCurrent) return 'signing';
  return signsFrom > now ? 'waiting' : 'verifying';
}
