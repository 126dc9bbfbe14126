import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../../../storage/tables.ts';

/** Small enough that other writers on SQLite do not wait for long. */
const batchSize = 200;

interface GrowingTable {
  table: keyof Tables & string;
  /** The primary key without the project. */
  key: readonly string[];
  /** Leaves out rows to which other rows of the table refer. */
  condition?: Condition;
}

type Condition = (projectId: string) => RawBuilder<SqlBool>;

const growing = (table: keyof Tables & string, key: string, condition?: Condition): GrowingTable => ({
  table,
  key: key.split(' '),
  ...(condition && { condition }),
});

const hasNoneBelow: Condition = (projectId) => sql`not exists (select 1 from tenants as below
  where below."projectId" = ${projectId} and below."parentId" = tenants.id)`;

/**
 * The tables that grow with use, in the order of their deletion. With each row the database deletes those that belong to it. Events come before
 * their seals, because a server that still seals must find the head of the chain.
 */
export const growingTables: readonly GrowingTable[] = [
  growing('outbox', 'id'),
  growing('accessKeys', 'id'),
  growing('users', 'id'),
  growing('searchLog', 'change number'),
  growing('searchBlocks', 'facet block'),
  growing('tenants', 'id', hasNoneBelow),
  growing('passwordAttempts', 'subject'),
  growing('messageLimits', 'subject'),
  growing('challenges', 'slot'),
  growing('totpSignUps', 'loginId'),
  growing('passkeyCeremonies', 'id'),
  growing('oauthRequests', 'stateHash'),
  growing('endedSessions', 'endedAt idHash'),
  growing('activityTenantCounts', 'span tenantId startsAt action method device'),
  growing('activityCounts', 'span startsAt action method device'),
  growing('activeUsers', 'startsAt userId'),
  growing('auditEvents', 'id'),
  growing('auditBlocks', 'firstChunk'),
  growing('auditPostings', 'chunks firstChunk bucket'),
  growing('auditSeals', 'firstSequence'),
];

/** Deletes a batch of rows of a project that no request finds. Returns the number of deleted rows. */
export async function deleteBatch(
  db: Db,
  projectId: string,
  { table, key, condition = () => sql`true` }: GrowingTable,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const { rows } =
    await sql`delete from ${sql.id(table)} where "projectId" = ${projectId} and (${columns}) in (
      select ${columns} from ${sql.id(table)} where "projectId" = ${projectId} and ${condition(projectId)}
      limit ${sql.lit(batchSize)})
      and exists (select 1 from projects where id = ${projectId} and "importStartedAt" is not null)
    returning 1 as one`.execute(db);
  return rows.length;
}

/** Counts what an operator wants to know before deleting a project. */
export async function countRows(db: Db, projectId: string, table: keyof Tables & string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.id(table)} where "projectId" = ${projectId}`.execute(db);
  return Number(rows[0]?.count);
}
