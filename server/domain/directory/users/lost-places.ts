import type { ProjectData } from '../../../core/context.ts';
import { findLineages } from '../tenants/lineage.ts';
import { listMemberships } from './store-tenant.ts';

/** Something that a user has in a tenant. */
interface Place {
  userId: string;
  tenantId: string;
}

/**
 * Returns those of the places that users lose with memberships in `endingIds`: the ones in these tenants, and the ones in other tenants
 * that no other membership leads to, in the tenant itself or in an ancestor. Whether roles pass on at the moment does not count, because
 * that can change again. Costs nothing if all places are in these tenants.
 */
export async function findLostPlaces<P extends Place>(
  ctx: ProjectData,
  places: P[],
  endingIds: string[],
): Promise<P[]> {
  const ending = new Set(endingIds);
  const others = places.filter(({ tenantId }) => !ending.has(tenantId));
  if (others.length === 0) return places;
  const lineages = await findLineages(ctx, [...new Set(others.map(({ tenantId }) => tenantId))]);
  const left = await listMemberships(ctx.db, ctx.project.id, {
    userIds: [...new Set(others.map(({ userId }) => userId))],
    tenantIds: [...new Set([...lineages.values()].flat())].filter((id) => !ending.has(id)),
  });
  const members = new Set(left.map(nameOf));
  const isKept = ({ userId, tenantId }: Place) =>
    lineages.get(tenantId)?.some((id) => members.has(nameOf({ userId, tenantId: id })));
  return places.filter((place) => ending.has(place.tenantId) || !isKept(place));
}

function nameOf({ userId, tenantId }: Place): string {
  return `${userId} ${tenantId}`;
}
