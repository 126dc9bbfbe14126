import type { ProjectContext } from '../../../../core/context.ts';
import { listSigningKeys, type SigningKeyRow } from '../store.ts';

export interface PublishedKey extends Pick<SigningKeyRow, 'id' | 'algorithm' | 'createdAt' | 'retiresAt'> {
  signsFrom: number;
  /** `waiting`: caches do not know the key yet. `verifying`: tokens that it signed may still be valid. */
  state: 'waiting' | 'signing' | 'verifying';
}

/**
 * Returns the keys in the project's JWKS, newest first: those of session and refresh tokens, not those of client
 * assertions.
 */
export async function listPublishedKeys(ctx: ProjectContext): Promise<PublishedKey[]> {
  const now = ctx.now();
  const rows = await listSigningKeys(ctx.db, ctx.project.id, now);
  const current = rows.findLast(({ signsFrom }) => signsFrom <= now);
  return rows
    .map(({ id, algorithm, createdAt, signsFrom, retiresAt }) => ({
      ...{ id, algorithm, createdAt, retiresAt },
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
