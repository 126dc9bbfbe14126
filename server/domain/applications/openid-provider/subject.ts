import { createHmac } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { sealedColumn } from '../../../storage/sealed-columns.ts';
import { sectorOf } from '../../directory/applications/sso/check-client.ts';
import type { Client } from './client.ts';
import { findSectorSalt, insertSectorSalt } from './store-client-requests.ts';

/**
 * Returns the name by which the client knows the user (`sub`): the user ID, or a pairwise subject, from which two organizations
 * cannot tell that they have the same user (OpenID Connect Core §8.1).
 */
export async function subjectOf(
  ctx: ProjectContext,
  client: Pick<Client, 'id' | 'isProject' | 'settings'>,
  userId: string,
): Promise<string> {
  if (client.isProject || client.settings.subjectType !== 'pairwise') return userId;
  // `checkClient` lets no pairwise client be stored without a sector.
  const sector = sectorOf(client.settings) ?? client.id;
  return pairwiseName(ctx, sector, userId);
}

/** Returns the name of a user in a sector, which says nothing about their names in others. */
export async function pairwiseName(ctx: ProjectContext, sector: string, userId: string): Promise<string> {
  return createHmac('sha256', await saltOf(ctx, sector))
    .update(userId)
    .digest('base64url');
}

/** Returns the secret of a sector, and creates it at its first use. Of two requests at once, the database decides for one. */
async function saltOf(ctx: ProjectContext, sector: string): Promise<string> {
  const { db, project, sealer } = ctx;
  const purpose = purposeOf({ projectId: project.id, sector });
  let sealed = await findSectorSalt(db, project.id, sector);
  if (sealed === undefined) {
    await insertSectorSalt(db, {
      projectId: project.id,
      sector,
      sealedSalt: sealer.seal(newSecret(), purpose),
    });
    sealed = (await findSectorSalt(db, project.id, sector)) as string;
  }
  return sealer.unseal(sealed, purpose);
}

function purposeOf({ projectId, sector }: { projectId: string; sector: string }): string {
  return `pairwise-sector:${projectId}:${sector}`;
}

export const sealedSectorSalts = sealedColumn({
  table: 'pairwiseSectors',
  key: ['projectId', 'sector'],
  column: 'sealedSalt',
  purposeOf,
});
