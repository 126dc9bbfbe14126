import { dialectOf } from '../../../../storage/engine.ts';
import { inList } from '../../../../storage/json.ts';
import { ofAllProjects } from '../../../../storage/reachable.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';

/** Returns the application that a client ID without a project in it belongs to. A request for a token names only its client. */
export function findOwner(
  db: Db,
  clientId: string,
): Promise<{ projectId: string; ssoAppId: string } | undefined> {
  return acrossProjects(db)
    .selectFrom('movedClientIds')
    .select(['projectId', 'ssoAppId'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** Makes the client ID the application's, unless it belongs to another one. The primary key decides between two that are created at the same time. */
export async function claimClientId(
  db: Db,
  { projectId, id, clientId }: { projectId: string; id: string; clientId: string },
): Promise<boolean> {
  const claimed = await acrossProjects(db)
    .insertInto('movedClientIds')
    .values({ projectId, ssoAppId: id, clientId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('clientId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deletes the claims of a project, or of one of its applications, and returns their client IDs. */
export async function deleteClaims(db: Db, projectId: string, appId?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('movedClientIds')
    .where('projectId', '=', projectId)
    .$if(appId !== undefined, (claims) => claims.where('ssoAppId', '=', appId as string))
    .returning('clientId')
    .execute();
  return rows.map(({ clientId }) => clientId);
}

/** Returns the oldest application of another project with this client ID. Looks in all projects. */
export function findHeir(
  db: Db,
  projectId: string,
  clientId: string,
): Promise<{ projectId: string; id: string } | undefined> {
  return ofAllProjects(db)
    .selectFrom('ssoApps')
    .select(['projectId', 'id'])
    .where('clientId', '=', clientId)
    .where('projectId', '<>', projectId)
    .orderBy('createdAt')
    .orderBy('projectId')
    .limit(1)
    .executeTakeFirst();
}

/** Keeps an application from being deleted until the end of the transaction. Returns `false` if it is deleted. */
export async function holdApp(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  const query = db.selectFrom('ssoApps').select('id').where('projectId', '=', projectId).where('id', '=', id);
  const held = await (dialectOf(db) === 'postgres' ? query.forKeyShare() : query).executeTakeFirst();
  return held !== undefined;
}

/** Lists the applications of a project with a client ID. */
export async function listClientIds(db: Db, projectId: string): Promise<{ id: string; clientId: string }[]> {
  const rows = await db
    .selectFrom('ssoApps')
    .select(['id', 'clientId'])
    .where('projectId', '=', projectId)
    .where('clientId', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, clientId }) => (clientId === null ? [] : [{ id, clientId }]));
}

/** Lists those of the IDs that exist. */
export async function listSsoAppIds(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('ssoApps')
    .select('id')
    .where('projectId', '=', projectId)
    .where((app) => inList(db, app.ref('id'), ids))
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the applications with a back-channel logout URL. The settings are JSON without spaces, in which quotes are escaped. */
export async function listNotifiedAppIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ssoApps')
    .select('id')
    .where('projectId', '=', projectId)
    .where('type', '=', 'oidc')
    .where('settings', 'like', '%"backChannelLogoutUrl":"%')
    .where('settings', 'not like', '%"backChannelLogoutUrl":""%')
    .execute();
  return rows.map((row) => row.id);
}
