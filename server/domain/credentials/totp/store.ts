import { type Insertable, sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { freeFailures, longestWaitFailures, signUpAttempts, waitMsAfter } from './attempts.ts';

export type TotpSignUpRow = Row<'totpSignUps'>;

/** Stores a sign-up in place of the previous one with its login ID. */
export async function replaceSignUp(db: Db, row: Insertable<Tables['totpSignUps']>): Promise<void> {
  await upsertSignUp(db, row);
}

const upsertSignUp = prepared((db, row: Insertable<Tables['totpSignUps']>) =>
  db
    .insertInto('totpSignUps')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'loginId']).doUpdateSet((row) => ({
        userId: row.ref('excluded.userId'),
        sessionId: row.ref('excluded.sessionId'),
        sealedSecret: row.ref('excluded.sealedSecret'),
        details: row.ref('excluded.details'),
        attempts: row.ref('excluded.attempts'),
        createdAt: row.ref('excluded.createdAt'),
        expiresAt: row.ref('excluded.expiresAt'),
      })),
    ),
);

type Pending = Pick<TotpSignUpRow, 'projectId' | 'loginId' | 'userId'>;

/** Reports whether there is a sign-up, so that a sign-in need not wait to write. Counts nothing. */
export async function isSignUpPending(db: Db, of: Pending): Promise<boolean> {
  const rows = await pendingSignUp(db, of);
  return rows.length > 0;
}

const pendingSignUp = prepared((db, { projectId, loginId, userId }: Pending) =>
  db
    .selectFrom('totpSignUps')
    .select('loginId')
    .where('projectId', '=', projectId)
    .where('loginId', '=', loginId)
    .where('userId', '=', userId),
);

/** Counts an attempt and returns the sign-up, or `undefined` if there is none, it expired or was tried too often. */
export async function countSignUpAttempt(
  db: Db,
  of: Pending,
  now: number,
): Promise<TotpSignUpRow | undefined> {
  const [row] = await raiseSignUpAttempts(db, { ...of, now });
  return row;
}

const raiseSignUpAttempts = prepared((db, tried: Pending & { now: number }) =>
  db
    .updateTable('totpSignUps')
    .set({ attempts: sql`attempts + 1` })
    .where('projectId', '=', tried.projectId)
    .where('loginId', '=', tried.loginId)
    .where('userId', '=', tried.userId)
    .where('attempts', '<', signUpAttempts)
    .where('expiresAt', '>', tried.now)
    .returningAll(),
);

/** Deletes and returns the sign-up if it is still the tried one: only one request can complete it. */
export function takeSignUp(db: Db, tried: TotpSignUpRow): Promise<TotpSignUpRow | undefined> {
  return db
    .deleteFrom('totpSignUps')
    .where('projectId', '=', tried.projectId)
    .where('loginId', '=', tried.loginId)
    .where('sealedSecret', '=', tried.sealedSecret)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes expired sign-ups in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('totpSignUps').where('expiresAt', '<=', now).execute();
}

/** Stores a user's only authenticator: the last one that was verified. */
export async function replaceCredential(db: Db, row: Insertable<Tables['totpCredentials']>): Promise<void> {
  await db
    .insertInto('totpCredentials')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'userId']).doUpdateSet((row) => ({
        sealedSecret: row.ref('excluded.sealedSecret'),
        lastStep: row.ref('excluded.lastStep'),
        failures: row.ref('excluded.failures'),
        nextAttemptAt: row.ref('excluded.nextAttemptAt'),
        createdAt: row.ref('excluded.createdAt'),
      })),
    )
    .execute();
}

/** Chooses the next wait by the row's own count, so that no instance can use an outdated one. */
const nextWaitMs = sql<number>`case ${sql.join(
  Array.from({ length: longestWaitFailures }, (_, failures) => {
    return sql`when failures = ${sql.lit(failures)} then ${sql.lit(waitMsAfter(failures + 1))}`;
  }),
  sql` `,
)} else ${sql.lit(waitMsAfter(longestWaitFailures))} end`;

/**
 * Counts an attempt as failed before anything is compared, and returns the credential, or `undefined` if there is none or
 * its wait is not over.
 */
export async function countAttempt(db: Db, projectId: string, userId: string, now: number) {
  const [row] = await raiseFailures(db, { projectId, userId, now });
  return row;
}

const raiseFailures = prepared(
  (db, { projectId, userId, now }: { projectId: string; userId: string; now: number }) =>
    db
      .updateTable('totpCredentials')
      .set({ failures: sql`failures + 1`, nextAttemptAt: sql`cast(${now} as bigint) + ${nextWaitMs}` })
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      // Free attempts have no wait, even if another instance's clock is a little ahead of this one.
      .where((where) => where.or([where('failures', '<=', freeFailures), where('nextAttemptAt', '<=', now)]))
      .returning(['sealedSecret', 'failures']),
);

/** Returns when the user's authenticator was set up. */
export async function findCreatedAt(db: Db, projectId: string, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('totpCredentials')
    .select('createdAt')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.createdAt;
}

/** Returns when the next attempt is allowed, or `undefined` if the user has no authenticator. */
export async function findNextAttemptAt(
  db: Db,
  projectId: string,
  userId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('totpCredentials')
    .select('nextAttemptAt')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.nextAttemptAt;
}

/** Accepts a time step once, and none before it (RFC 6238 §5.2). Returns `false` if it was accepted already. */
export async function acceptStep(
  db: Db,
  projectId: string,
  userId: string,
  accepted: { step: number; sealedSecret: string },
): Promise<boolean> {
  const rows = await setLastStep(db, { projectId, userId, ...accepted });
  return rows.length > 0;
}

const setLastStep = prepared(
  (db, accepted: { projectId: string; userId: string; step: number; sealedSecret: string }) =>
    db
      .updateTable('totpCredentials')
      .set({ lastStep: accepted.step, failures: 0, nextAttemptAt: 0 })
      .where('projectId', '=', accepted.projectId)
      .where('userId', '=', accepted.userId)
      .where('sealedSecret', '=', accepted.sealedSecret)
      .where('lastStep', '<', accepted.step)
      .returning('userId'),
);

export async function deleteTotpOf(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('totpCredentials')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute();
  const addressOf = (address: 'email' | 'phone') =>
    db
      .selectFrom('users')
      .select(sql.ref<string>(`users.${address}`).as('loginId'))
      .where('users.projectId', '=', projectId)
      .where('users.id', '=', userId);
  await db
    .deleteFrom('totpSignUps')
    .where('projectId', '=', projectId)
    // Deletes by key, because strangers decide how many rows there are.
    .where('loginId', 'in', (signUp) =>
      signUp
        .selectFrom('loginIds')
        .select('loginIds.loginId')
        .where('loginIds.projectId', '=', projectId)
        .where('loginIds.userId', '=', userId)
        .unionAll(addressOf('email'))
        .unionAll(addressOf('phone')),
    )
    .where('userId', '=', userId)
    .execute();
}

/** Deletes sign-ups whose login IDs belong to users now. */
export async function deletePendingSignUps(
  db: Db,
  projectId: string,
  foldedLoginIds: string[],
): Promise<void> {
  await deleteSignUpsOfNobody(db, { projectId, foldedLoginIds });
}

const deleteSignUpsOfNobody = prepared(
  (db, { projectId, foldedLoginIds }: { projectId: string; foldedLoginIds: string[] }) =>
    db
      .deleteFrom('totpSignUps')
      .where('projectId', '=', projectId)
      .where((where) => inList(db, where.ref('loginId'), foldedLoginIds))
      .where('userId', '=', ''),
);
