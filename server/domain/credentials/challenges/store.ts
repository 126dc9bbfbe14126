import { type Insertable, sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { codeAttempts } from './challenge.ts';

export type ChallengeRow = Row<'challenges'>;

/** Stores a challenge in its slot, in place of the previous one. */
export async function putChallenge(db: Db, row: Insertable<Tables['challenges']>): Promise<void> {
  await upsert(db, row);
}

const upsert = prepared((db, row: Insertable<Tables['challenges']>) =>
  db
    .insertInto('challenges')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'slot']).doUpdateSet((row) => ({
        kind: row.ref('excluded.kind'),
        purpose: row.ref('excluded.purpose'),
        userId: row.ref('excluded.userId'),
        loginId: row.ref('excluded.loginId'),
        sessionId: row.ref('excluded.sessionId'),
        channel: row.ref('excluded.channel'),
        address: row.ref('excluded.address'),
        secretHash: row.ref('excluded.secretHash'),
        details: row.ref('excluded.details'),
        terms: row.ref('excluded.terms'),
        attempts: row.ref('excluded.attempts'),
        confirmedAt: row.ref('excluded.confirmedAt'),
        createdAt: row.ref('excluded.createdAt'),
        expiresAt: row.ref('excluded.expiresAt'),
      })),
    ),
);

/** Counts a try of each code in these slots that still has tries left, and returns them. */
export async function countAttempts(
  db: Db,
  projectId: string,
  slots: string[],
  now: number,
): Promise<ChallengeRow[]> {
  return raiseAttempts(db, { projectId, slots, now });
}

const raiseAttempts = prepared(
  (db, { projectId, slots, now }: { projectId: string; slots: string[]; now: number }) =>
    db
      .updateTable('challenges')
      .set({ attempts: sql`attempts + 1` })
      .where('projectId', '=', projectId)
      .where((row) => inList(db, row.ref('slot'), slots))
      .where('attempts', '<', codeAttempts)
      .where('expiresAt', '>', now)
      .returningAll(),
);

export async function findInSlots(db: Db, projectId: string, slots: string[]): Promise<ChallengeRow[]> {
  return inSlots(db, { projectId, slots });
}

const inSlots = prepared((db, { projectId, slots }: { projectId: string; slots: string[] }) =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((row) => inList(db, row.ref('slot'), slots)),
);

/** Lists the slots of codes that a user's sessions requested by one channel with this login ID. */
export async function listSessionSlots(
  db: Db,
  projectId: string,
  { userId, loginId, channel }: Pick<ChallengeRow, 'userId' | 'loginId' | 'channel'>,
): Promise<string[]> {
  const rows = await sessionSlots(db, { projectId, userId, loginId, channel });
  return rows.map((row) => row.slot);
}

const sessionSlots = prepared((db, of: Pick<ChallengeRow, 'projectId' | 'userId' | 'loginId' | 'channel'>) =>
  db
    .selectFrom('challenges')
    .select('slot')
    .where('projectId', '=', of.projectId)
    .where('userId', '=', of.userId)
    .where('loginId', '=', of.loginId)
    .where('channel', '=', of.channel)
    .where('kind', '=', 'code')
    .where('sessionId', '!=', ''),
);

/** Deletes a challenge. Returns `false` if it was spent or replaced: only one request can have it. */
export async function deleteChallenge(
  db: Db,
  projectId: string,
  { slot, secretHash }: { slot: string; secretHash: string },
): Promise<boolean> {
  const deleted = await deleteWithSecret(db, { projectId, slot, secretHash });
  return deleted.length > 0;
}

const deleteWithSecret = prepared((db, of: Pick<ChallengeRow, 'projectId' | 'slot' | 'secretHash'>) =>
  db
    .deleteFrom('challenges')
    .where('projectId', '=', of.projectId)
    .where('slot', '=', of.slot)
    .where('secretHash', '=', of.secretHash)
    .returning('slot'),
);

type Secret = Pick<ChallengeRow, 'kind' | 'secretHash'> & { now: number };

export async function findBySecret(
  db: Db,
  projectId: string,
  { kind, secretHash, now }: Secret,
): Promise<ChallengeRow | undefined> {
  const [row] = await bySecret(db, { projectId, kind, secretHash, now });
  return row;
}

const bySecret = prepared((db, of: Secret & Pick<ChallengeRow, 'projectId'>) =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('projectId', '=', of.projectId)
    .where('secretHash', '=', of.secretHash)
    .where('kind', '=', of.kind)
    .where('expiresAt', '>', of.now),
);

/** Finds the user of a link that has expired within the last day. */
export async function findExpired(
  db: Db,
  projectId: string,
  { kind, secretHash, now }: Secret,
): Promise<{ userId: string } | undefined> {
  return db
    .selectFrom('challenges')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('secretHash', '=', secretHash)
    .where('kind', '=', kind)
    .where('expiresAt', '<=', now)
    .executeTakeFirst();
}

/** Deletes and returns the challenge with this secret. */
export async function takeBySecret(
  db: Db,
  projectId: string,
  { kind, secretHash, now }: Secret,
): Promise<ChallengeRow | undefined> {
  const [row] = await deleteBySecret(db, { projectId, kind, secretHash, now });
  return row;
}

const deleteBySecret = prepared((db, of: Secret & Pick<ChallengeRow, 'projectId'>) =>
  db
    .deleteFrom('challenges')
    .where('projectId', '=', of.projectId)
    .where('secretHash', '=', of.secretHash)
    .where('kind', '=', of.kind)
    .where('expiresAt', '>', of.now)
    .returningAll(),
);

/** Marks a challenge as confirmed. Returns `false` if it was confirmed before, was spent or has expired. */
export async function markConfirmed(
  db: Db,
  projectId: string,
  { slot, secretHash }: { slot: string; secretHash: string },
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  const updated = await confirm(db, { projectId, slot, secretHash, now, expiresAt });
  return updated.length > 0;
}

const confirm = prepared(
  (db, of: Record<'projectId' | 'slot' | 'secretHash', string> & Record<'now' | 'expiresAt', number>) =>
    db
      .updateTable('challenges')
      .set({ confirmedAt: of.now, expiresAt: of.expiresAt })
      .where('projectId', '=', of.projectId)
      .where('slot', '=', of.slot)
      .where('secretHash', '=', of.secretHash)
      .where('confirmedAt', '=', 0)
      .where('expiresAt', '>', of.now)
      .returning('slot'),
);

export async function updateConfirmed(
  db: Db,
  projectId: string,
  slot: string,
  fields: { userId: string; details: string },
): Promise<void> {
  await db
    .updateTable('challenges')
    .set(fields)
    .where('projectId', '=', projectId)
    .where('slot', '=', slot)
    .execute();
}

/** Deletes and returns the challenge, if it was confirmed. */
export async function takeConfirmed(
  db: Db,
  projectId: string,
  slot: string,
  now: number,
): Promise<ChallengeRow | undefined> {
  const [row] = await deleteConfirmed(db, { projectId, slot, now });
  return row;
}

const deleteConfirmed = prepared(
  (db, { projectId, slot, now }: { projectId: string; slot: string; now: number }) =>
    db
      .deleteFrom('challenges')
      .where('projectId', '=', projectId)
      .where('slot', '=', slot)
      .where('confirmedAt', '>', 0)
      .where('expiresAt', '>', now)
      .returningAll(),
);

export async function deleteChallengesOf(
  db: Db,
  projectId: string,
  { userId, exceptSlot, purpose, channel }: Withdrawn,
): Promise<void> {
  await db
    .deleteFrom('challenges')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('slot', '!=', exceptSlot)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as string))
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel as 'email'))
    .execute();
}

export interface Withdrawn {
  userId: string;
  /** The challenge that is being spent. */
  exceptSlot: string;
  /** Absent for all purposes. */
  purpose?: string;
  channel?: ChallengeRow['channel'];
}

/** Deletes expired challenges in all projects. */
const rememberedMs = 24 * 60 * 60 * 1000;

export async function deleteExpired(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('challenges')
    .where('expiresAt', '<=', now)
    // Links stay for a day, so that an expired one can be told from a used one, which is gone.
    .where((row) => row.or([row('kind', '=', 'code'), row('expiresAt', '<=', now - rememberedMs)]))
    .execute();
}
