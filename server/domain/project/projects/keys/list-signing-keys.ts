import type { ProjectContext } from '../../../../core/context.ts';
import { listSigningKeys, type SigningKeyRow } from '../store.ts';

export interface PublishedKey extends Pick<SigningKeyRow, 'id' | 'algorithm' | 'createdAt' | 'retiresAt'> {
  signsFrom: number;
  /** `waiting`: caches have to learn of it first. `verifying`: tokens that it signed may be alive. */
  state: 'waiting' | 'signing' | 'verifying';
}

/** Those of the project's JWKS, the newest first. Of session and refresh tokens, not of client assertions. */
export async function listPublishedKeys(ctx: ProjectContext): Promise<PublishedKey[]> {
  const now = ctx.now();
  const rows = await listSigningKeys(ctx.db, ctx.project.id, now);
  const current = rows.findLast(({ signsFrom }) => signsFrom <= now);
  return rows
    .map(({ id, algorithm, createdAt, signsFrom, retiresAt }) => ({
      ...{ id, algorithm, createdAt, retiresAt },
      // The first one of a project signs since ever.
      signsFrom: Math.max(signsFrom, createdAt),
      state: stateOf(signsFrom, id === current?.id, now),
    }))
    .reverse();
}

function stateOf(signsFrom: number, isCurrent: boolean, now: number): PublishedKey['state'] {
  if (isCurrent) return 'signing';
  return signsFrom > now ? 'waiting' : 'verifying';
}
