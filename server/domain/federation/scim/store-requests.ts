import { insertRows } from '../../../storage/insert-rows.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db } from '../../../storage/tables.ts';
import { type DirectoryRequest, isFailure } from './directory-request.ts';
import type { Place } from './place.ts';

const insert = insertRows('scimRequests');

export async function insertRequests(db: Db, place: Place, requests: DirectoryRequest[]): Promise<void> {
  await insert(
    db,
    requests.map((request) => ({ ...place, ...request, failed: isFailure(request) ? 1 : 0 })),
  );
}

/** Returns when the tenant was created. */
export async function findTenantCreation(
  db: Db,
  { projectId, tenantId }: Place,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('createdAt')
    .where('projectId', '=', projectId)
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return row?.createdAt;
}

/** Deletes all but the newest requests of a tenant that failed, or that did not. */
export async function keepNewestRequests(
  db: Db,
  { projectId, tenantId }: Place,
  isFailed: boolean,
  limit: number,
): Promise<void> {
  const failed = isFailed ? 1 : 0;
  await db
    .deleteFrom('scimRequests')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('failed', '=', failed)
    .where('id', '<=', (request) =>
      request
        .selectFrom('scimRequests')
        .select('id')
        .where('projectId', '=', projectId)
        .where('tenantId', '=', tenantId)
        .where('failed', '=', failed)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(limit),
    )
    .execute();
}

/** Lists requests, newest first. */
export async function listRequests(db: Db, { projectId, tenantId }: Place): Promise<DirectoryRequest[]> {
  return db
    .selectFrom('scimRequests')
    .select(['id', 'occurredAt', 'keyId', 'method', 'path', 'status', 'scimType', 'detail'])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteOldRequests(db: Db, before: number): Promise<void> {
  // Expires in all projects alike.
  await ofReachableProjects(db).deleteFrom('scimRequests').where('occurredAt', '<', before).execute();
}
