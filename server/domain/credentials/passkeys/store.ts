import { type Insertable, sql } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type PasskeyRow = Row<'passkeys'>;

/** Inserts a passkey. Returns `false` if a user already has it. */
export async function insertPasskey(db: Db, row: Insertable<Tables['passkeys']>): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'credentialId']).doNothing())
    .returning('credentialId')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findPasskey(
  db: Db,
  projectId: string,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await byCredentialId(db, { projectId, credentialId });
  return row;
}

const byCredentialId = prepared(
  (db, { projectId, credentialId }: { projectId: string; credentialId: string }) =>
    db
      .selectFrom('passkeys')
      .selectAll()
      .where('projectId', '=', projectId)
      .where('credentialId', '=', credentialId),
);

/** Lists a user's passkeys, oldest first. */
export async function findPasskeysOf(db: Db, projectId: string, userId: string): Promise<PasskeyRow[]> {
  const rows = await byUser(db, { projectId, userId });
  return rows.sort((a, b) => a.createdAt - b.createdAt || (a.credentialId < b.credentialId ? -1 : 1));
}

const byUser = prepared((db, { projectId, userId }: { projectId: string; userId: string }) =>
  db.selectFrom('passkeys').selectAll().where('projectId', '=', projectId).where('userId', '=', userId),
);

/**
 * Records the use of a passkey. Returns `false` if the passkey was deleted, or if it was used with this count or a later one
 * meanwhile (WebAuthn Level 3 §6.1.1), in case its authenticator counts at all.
 */
export async function raiseSignCount(
  db: Db,
  projectId: string,
  used: { credentialId: string; signCount: number; backedUp: boolean },
): Promise<boolean> {
  const rows = await setSignCount(db, {
    projectId,
    credentialId: used.credentialId,
    signCount: used.signCount,
    backedUp: used.backedUp ? 1 : 0,
  });
  return rows.length > 0;
}

interface Used {
  projectId: string;
  credentialId: string;
  signCount: number;
  backedUp: 0 | 1;
  [name: string]: string | number;
}

const setSignCount = prepared((db, used: Used) =>
  db
    .updateTable('passkeys')
    .set({ signCount: used.signCount, backedUp: used.backedUp })
    .where('projectId', '=', used.projectId)
    .where('credentialId', '=', used.credentialId)
    .where((row) =>
      row.or([
        row('signCount', '<', used.signCount),
        row.and([row('signCount', '=', 0), sql<boolean>`cast(${used.signCount} as bigint) = 0`]),
      ]),
    )
    .returning('credentialId'),
);

/** Deletes a user's passkeys, or only the one with this ID, and returns the deleted rows. */
export async function deletePasskeyRows(
  db: Db,
  projectId: string,
  userId: string,
  credentialId?: string,
): Promise<PasskeyRow[]> {
  return db
    .deleteFrom('passkeys')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .$if(credentialId !== undefined, (query) => query.where('credentialId', '=', credentialId as string))
    .returningAll()
    .execute();
}
