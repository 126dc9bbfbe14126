import type { Insertable, Updateable } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { maxSsoApps } from './sso-app.ts';

export type SsoAppRow = Row<'ssoApps'>;

/** Inserts an application. Returns `false` if the ID, name or client ID is in use. */
export async function insertSsoApp(db: Db, row: Insertable<Tables['ssoApps']>): Promise<boolean> {
  const inserted = await db
    .insertInto('ssoApps')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findSsoAppRow(db: Db, projectId: string, id: string): Promise<SsoAppRow | undefined> {
  const [row] = await appById(db, { projectId, id });
  return row;
}

const appById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db.selectFrom('ssoApps').selectAll().where('projectId', '=', projectId).where('id', '=', id),
);

export async function findSsoAppIdOfClient(
  db: Db,
  projectId: string,
  clientId: string,
): Promise<string | undefined> {
  const [row] = await appOfClient(db, { projectId, clientId });
  return row?.id;
}

const appOfClient = prepared((db, { projectId, clientId }: { projectId: string; clientId: string }) =>
  db.selectFrom('ssoApps').select('id').where('projectId', '=', projectId).where('clientId', '=', clientId),
);

/** A request for a token names only its client, so that the project is what the query looks for. */
export async function listProjectsOfClient(db: Db, clientId: string, appId?: string): Promise<string[]> {
  const rows = await acrossProjects(db)
    .selectFrom('ssoApps')
    .select('projectId')
    .where('clientId', '=', clientId)
    .$if(appId !== undefined, (apps) => apps.where('id', '=', appId as string))
    .limit(2)
    .execute();
  return rows.map((row) => row.projectId);
}

/** Locks the application until this transaction ends. On SQLite, the transaction already has the only write lock. */
export function lockSsoAppRow(db: Db, projectId: string, id: string): Promise<SsoAppRow | undefined> {
  const query = db.selectFrom('ssoApps').selectAll().where('projectId', '=', projectId).where('id', '=', id);
  return (dialectOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export function listSsoAppRows(db: Db, projectId: string): Promise<SsoAppRow[]> {
  return db
    .selectFrom('ssoApps')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxSsoApps)
    .execute();
}

/** Lists those of the applications that exist. */
export function findSsoAppRows(db: Db, projectId: string, ids: string[]): Promise<SsoAppRow[]> {
  return db
    .selectFrom('ssoApps')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((app) => inList(db, app.ref('id'), ids))
    .orderBy('id')
    .execute();
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

export async function updateSsoAppRow(
  db: Db,
  projectId: string,
  id: string,
  change: Updateable<Tables['ssoApps']>,
): Promise<void> {
  await db
    .updateTable('ssoApps')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an application. Foreign keys delete its secrets and its links to users. */
export async function deleteSsoAppRow(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ name: string } | undefined> {
  return db
    .deleteFrom('ssoApps')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
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
