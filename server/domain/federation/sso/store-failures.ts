import { type Insertable, sql } from 'kysely';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type ConnectionKey = Pick<Row<'ssoFailures'>, 'projectId' | 'tenantId' | 'connectionId'>;

/** Stores a failure, and keeps the last `limit` of the connection. Does nothing if the connection has just been deleted. */
export async function insertFailure(
  db: Db,
  row: Insertable<Tables['ssoFailures']>,
  limit: number,
): Promise<void> {
  const { projectId, tenantId, connectionId, id, occurredAt, protocol, kind, reason } = row;
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  await db
    .insertInto('ssoFailures')
    .columns(['projectId', 'tenantId', 'connectionId', 'id', 'occurredAt', 'protocol', 'kind', 'reason'])
    .expression((connections) =>
      connections
        .selectFrom('ssoConnections')
        .select([
          'projectId',
          'tenantId',
          'ssoConnections.id as connectionId',
          text(id).as('id'),
          sql<number>`cast(${occurredAt} as bigint)`.as('occurredAt'),
          text(protocol).$castTo<'none'>().as('protocol'),
          text(kind).as('kind'),
          text(reason).as('reason'),
        ])
        .where('projectId', '=', projectId)
        .where('tenantId', '=', tenantId)
        .where('ssoConnections.id', '=', connectionId),
    )
    .execute();
  const kept = (await listFailures(db, row)).slice(0, limit);
  const oldest = kept.length === limit ? kept.at(-1) : undefined;
  if (!oldest) return;
  await db
    .deleteFrom('ssoFailures')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .where('occurredAt', '<=', oldest.occurredAt)
    .where(
      'id',
      'not in',
      kept.map((failure) => failure.id),
    )
    .execute();
}

/** Lists the failures, newest first. */
export function listFailures(db: Db, key: ConnectionKey): Promise<Row<'ssoFailures'>[]> {
  return db
    .selectFrom('ssoFailures')
    .selectAll()
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Stores a test in place of the last one. Does nothing if the connection has just been deleted. */
export async function saveTest(
  db: Db,
  key: ConnectionKey,
  { testedAt, outcome, succeeded }: { testedAt: number; outcome: string; succeeded: boolean },
): Promise<void> {
  const moment = sql<number>`cast(${testedAt} as bigint)`;
  const succeededAt = succeeded ? moment : sql<number>`cast(0 as bigint)`;
  await db
    .insertInto('ssoTests')
    .columns(['projectId', 'tenantId', 'connectionId', 'succeededAt', 'testedAt', 'outcome'])
    .expression((connections) =>
      connections
        .selectFrom('ssoConnections')
        .select([
          'projectId',
          'tenantId',
          'ssoConnections.id as connectionId',
          succeededAt.as('succeededAt'),
          moment.as('testedAt'),
          sql<string>`cast(${outcome} as text)`.as('outcome'),
        ])
        .where('projectId', '=', key.projectId)
        .where('tenantId', '=', key.tenantId)
        .where('ssoConnections.id', '=', key.connectionId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'tenantId', 'connectionId'])
        .doUpdateSet({ testedAt, outcome, ...(succeeded && { succeededAt: testedAt }) }),
    )
    .execute();
}

export function findTest(db: Db, key: ConnectionKey): Promise<Row<'ssoTests'> | undefined> {
  return db
    .selectFrom('ssoTests')
    .selectAll()
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .executeTakeFirst();
}

export function listTests(db: Db, projectId: string, tenantId: string) {
  return db
    .selectFrom('ssoTests')
    .select(['connectionId', 'succeededAt'])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .execute();
}

export async function deleteTest(db: Db, key: ConnectionKey): Promise<void> {
  await db
    .deleteFrom('ssoTests')
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .execute();
}
