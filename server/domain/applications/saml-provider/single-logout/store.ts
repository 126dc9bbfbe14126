import type { Insertable } from 'kysely';
import { prepared } from '../../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

/** Inserts a participant. The last assertion for an application decides. */
export async function upsertParticipant(db: Db, row: Insertable<Tables['samlParticipants']>): Promise<void> {
  await upsertRow(db, row);
}

const upsertRow = prepared((db, row: Insertable<Tables['samlParticipants']>) =>
  db
    .insertInto('samlParticipants')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'browserSessionId', 'ssoAppId'])
        .doUpdateSet({ sessionIndex: row.sessionIndex, name: row.name, signedInAt: row.signedInAt }),
    ),
);

export function listParticipants(
  db: Db,
  projectId: string,
  browserSessionId: string,
): Promise<Row<'samlParticipants'>[]> {
  return db
    .selectFrom('samlParticipants')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('browserSessionId', '=', browserSessionId)
    .orderBy('signedInAt')
    .orderBy('ssoAppId')
    .execute();
}

export async function findParticipant(
  db: Db,
  projectId: string,
  { browserSessionId, ssoAppId }: { browserSessionId: string; ssoAppId: string },
): Promise<Row<'samlParticipants'> | undefined> {
  return db
    .selectFrom('samlParticipants')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('browserSessionId', '=', browserSessionId)
    .where('ssoAppId', '=', ssoAppId)
    .executeTakeFirst();
}

/** Finds the session of a browser by the name that one of its applications has for it. */
export async function findSessionByIndex(
  db: Db,
  projectId: string,
  { ssoAppId, sessionIndex }: { ssoAppId: string; sessionIndex: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('samlParticipants')
    .select('browserSessionId')
    .where('projectId', '=', projectId)
    .where('ssoAppId', '=', ssoAppId)
    .where('sessionIndex', '=', sessionIndex)
    .executeTakeFirst();
  return row?.browserSessionId;
}

export async function insertLogout(db: Db, row: Insertable<Tables['samlLogouts']>): Promise<void> {
  await db.insertInto('samlLogouts').values(row).execute();
}

export function findLogout(
  db: Db,
  projectId: string,
  { secretHash, now }: { secretHash: string; now: number },
): Promise<Row<'samlLogouts'> | undefined> {
  return db
    .selectFrom('samlLogouts')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Stores a change of the version that was read. Returns `false` if another request has changed the logout since. */
export async function replaceLogout(
  db: Db,
  { projectId, secretHash, version }: Pick<Row<'samlLogouts'>, 'projectId' | 'secretHash' | 'version'>,
  logout: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('samlLogouts')
    .set({ logout, version: version + 1 })
    .where('projectId', '=', projectId)
    .where('secretHash', '=', secretHash)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Deletes a logout. Only one of many requests gets `true`. */
export async function takeLogout(db: Db, projectId: string, secretHash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('samlLogouts')
    .where('projectId', '=', projectId)
    .where('secretHash', '=', secretHash)
    .returning('version')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteLogoutsBefore(db: Db, time: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('samlLogouts').where('expiresAt', '<=', time).execute();
}
