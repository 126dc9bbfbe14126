import { type Insertable, sql } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type ExecutionRow = Row<'flowExecutions'>;

type Named = {
  projectId: string;
  id: string;
};

/** Stores an execution with its first interaction. Returns `false` if another request has stored it already. */
export async function insertExecution(db: Db, row: Insertable<Tables['flowExecutions']>): Promise<boolean> {
  return (await insertRow(db, row)).length > 0;
}

const insertRow = prepared((db, row: Insertable<Tables['flowExecutions']>) =>
  db
    .insertInto('flowExecutions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .returning('id'),
);

export type Claim = Named & {
  nonceHash: string;
  nextNonceHash: string;
  requestHash: string;
  now: number;
};

/** Spends the nonce for one request. Of several requests with it, only one gets the row. */
export async function claimExecution(db: Db, claim: Claim): Promise<ExecutionRow | undefined> {
  const [row] = await spend(db, claim);
  return row;
}

const spend = prepared((db, claim: Claim) =>
  db
    .updateTable('flowExecutions')
    .set((row) => ({
      nonceHash: claim.nextNonceHash,
      spentNonceHash: claim.nonceHash,
      requestHash: claim.requestHash,
      sequence: row('sequence', '+', 1),
      workingSince: claim.now,
      sealedAnswer: '',
      answeredAt: 0,
    }))
    .where('projectId', '=', claim.projectId)
    .where('id', '=', claim.id)
    .where('nonceHash', '=', claim.nonceHash)
    .where('workingSince', '=', 0)
    .where('isCompleted', '=', 0)
    .where('expiresAt', '>', claim.now)
    .returningAll(),
);

/** Takes over a request whose instance has stopped before it answered. */
export async function takeOverExecution(
  db: Db,
  { claimedBefore, ...claim }: Claim & { claimedBefore: number },
): Promise<ExecutionRow | undefined> {
  return db
    .updateTable('flowExecutions')
    .set({ nonceHash: claim.nextNonceHash, workingSince: claim.now })
    .where('projectId', '=', claim.projectId)
    .where('id', '=', claim.id)
    .where('spentNonceHash', '=', claim.nonceHash)
    .where('requestHash', '=', claim.requestHash)
    .where('workingSince', '>', 0)
    .where('workingSince', '<', claimedBefore)
    .where('expiresAt', '>', claim.now)
    .returningAll()
    .executeTakeFirst();
}

export async function findExecution(
  db: Db,
  { projectId, id }: Named,
  now: number,
): Promise<ExecutionRow | undefined> {
  const [row] = await byId(db, { projectId, id, now });
  return row;
}

const byId = prepared((db, { projectId, id, now }: Named & { now: number }) =>
  db
    .selectFrom('flowExecutions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('expiresAt', '>', now),
);

/** Stores the answer of a claimed request. Returns `false` if another request has taken it over. */
export async function answerExecution(
  db: Db,
  claimed: Named & { nonceHash: string },
  answer: StoredAnswer,
): Promise<boolean> {
  return (await setAnswer(db, { ...claimed, ...answer })).length > 0;
}

type StoredAnswer = Pick<
  ExecutionRow,
  'sealedState' | 'sealedAnswer' | 'answeredAt' | 'isCompleted' | 'sessionId' | 'userId' | 'expiresAt'
>;

const setAnswer = prepared(
  (db, { projectId, id, nonceHash, ...answer }: Named & { nonceHash: string } & StoredAnswer) =>
    db
      .updateTable('flowExecutions')
      .set({ ...answer, workingSince: 0 })
      .where('projectId', '=', projectId)
      .where('id', '=', id)
      .where('nonceHash', '=', nonceHash)
      .returning('id'),
);

/**
 * Spends the nonce and stores the answer to its request at once. Returns `false` if the nonce is spent, or the state has changed since it was
 * read.
 */
export async function settleExecution(
  db: Db,
  claim: Claim & { sequence: number },
  answer: StoredAnswer,
): Promise<boolean> {
  return (await settleRow(db, { ...claim, ...answer })).length > 0;
}

const settleRow = prepared(
  (
    db,
    {
      projectId,
      id,
      nonceHash,
      nextNonceHash,
      requestHash,
      sequence,
      now,
      ...answer
    }: Claim & { sequence: number } & StoredAnswer,
  ) =>
    db
      .updateTable('flowExecutions')
      .set((row) => ({
        ...answer,
        nonceHash: nextNonceHash,
        spentNonceHash: nonceHash,
        requestHash,
        sequence: row('sequence', '+', 1),
      }))
      .where('projectId', '=', projectId)
      .where('id', '=', id)
      .where('nonceHash', '=', nonceHash)
      .where('sequence', '=', sequence)
      .where('workingSince', '=', 0)
      .where('isCompleted', '=', 0)
      .where('expiresAt', '>', now)
      .returning('id'),
);

/** Makes the nonce valid again after a request that has failed without an answer. */
export async function releaseExecution(
  db: Db,
  {
    projectId,
    id,
    nonceHash,
    nextNonceHash,
  }: Pick<Claim, 'projectId' | 'id' | 'nonceHash' | 'nextNonceHash'>,
): Promise<void> {
  await db
    .updateTable('flowExecutions')
    .set((row) => ({
      nonceHash,
      spentNonceHash: '',
      requestHash: '',
      workingSince: 0,
      sequence: row('sequence', '-', 1),
    }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('nonceHash', '=', nextNonceHash)
    .execute();
}

/** Replaces the state between two requests. Returns `false` if a request has come first. */
export async function replaceState(
  db: Db,
  { projectId, id, sequence }: Named & { sequence: number },
  sealedState: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('flowExecutions')
    .set((row) => ({ sealedState, sequence: row('sequence', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('sequence', '=', sequence)
    .where('workingSince', '=', 0)
    .where('isCompleted', '=', 0)
    .returning('id')
    .execute();
  return updated.length > 0;
}

export async function deleteExecution(db: Db, { projectId, id }: Named): Promise<void> {
  await db.deleteFrom('flowExecutions').where('projectId', '=', projectId).where('id', '=', id).execute();
}

/** Deletes expired executions, and the answers that are no longer given again, in all projects. */
export async function deleteExpired(db: Db, now: number, answeredBefore: number): Promise<void> {
  const all = ofReachableProjects(db);
  await all.deleteFrom('flowExecutions').where('expiresAt', '<=', now).execute();
  await all
    .updateTable('flowExecutions')
    .set({ sealedAnswer: '', answeredAt: 0 })
    // As the index has it: neither database uses it for a parameter.
    .where('answeredAt', '>', sql.lit(0))
    .where('answeredAt', '<', answeredBefore)
    .execute();
}
