import type { ProjectData } from '../../../core/context.ts';
import type { AuditRecord } from './audit-record.ts';
import { everyEvent } from './event-filter.ts';
import { findPlaces, inBatches } from './find-places.ts';
import { listActionsAt, listEventsAt, type UserAction } from './store-search.ts';

/** Yields all events about a user, oldest first, in parts. */
export async function* readEventsOf(ctx: ProjectData, userId: string): AsyncGenerator<AuditRecord[]> {
  const filter = { ...everyEvent, userIds: [userId], oldestFirst: true };
  for await (const places of inBatches(findPlaces(ctx.db, ctx.project.id, filter))) {
    yield await listEventsAt(ctx.db, ctx.project.id, filter, places);
  }
}

/** Lists what has happened to users since a time. An action can be in the list several times. */
export async function listActionsOf(
  ctx: ProjectData,
  userIds: string[],
  from: number,
): Promise<UserAction[]> {
  const actions: UserAction[] = [];
  const found = findPlaces(ctx.db, ctx.project.id, { ...everyEvent, userIds, from });
  for await (const places of inBatches(found))
    actions.push(...(await listActionsAt(ctx.db, ctx.project.id, places)));
  return actions;
}
