import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type CeremonyRow = Row<'passkeyCeremonies'>;

export async function insertCeremony(db: Db, row: Insertable<Tables['passkeyCeremonies']>): Promise<void> {
  await insertOne(db, row);
}

const insertOne = prepared((db, row: Insertable<Tables['passkeyCeremonies']>) =>
  db.insertInto('passkeyCeremonies').values(row),
);

/** Deletes and returns the ceremony: only one request can have it. */
export async function takeCeremony(
  db: Db,
  projectId: string,
  wanted: { id: string; purpose: CeremonyRow['purpose']; now: number },
): Promise<CeremonyRow | undefined> {
  const [row] = await deleteOne(db, { projectId, ...wanted });
  return row;
}

const deleteOne = prepared(
  (db, wanted: { projectId: string; id: string; purpose: CeremonyRow['purpose']; now: number }) =>
    db
      .deleteFrom('passkeyCeremonies')
      .where('projectId', '=', wanted.projectId)
      .where('id', '=', wanted.id)
      .where('purpose', '=', wanted.purpose)
      .where('expiresAt', '>', wanted.now)
      .returningAll(),
);

/** Deletes the pending updates of a user, so that none of them adds a passkey any more. */
export async function deleteUpdatesOf(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('passkeyCeremonies')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('purpose', '=', 'update')
    .execute();
}

/** Deletes expired ceremonies in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('passkeyCeremonies').where('expiresAt', '<=', now).execute();
}
