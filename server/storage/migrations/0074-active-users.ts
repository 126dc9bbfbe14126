import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import { ofProject } from './columns.ts';

const dayMs = 86_400_000;
const keptDays = 190;

/**
 * The users who signed in or refreshed a session on a day. Past sign-ins are taken from the audit log. Instances of the release before
 * add nothing: a sign-in that one of them counts is missing unless the user comes back that day.
 */
export const activeUsers: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const isSqlite = dialectOf(db as never) === 'sqlite';
    await ofProject(db.schema.createTable('activeUsers'))
      .addColumn('startsAt', 'bigint', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('activeUsers_pk', ['projectId', 'startsAt', 'userId'])
      // The row is its key: SQLite would otherwise store it twice.
      .$call((table) => (isSqlite ? table.modifyEnd(sql`without rowid`) : table))
      .execute();
    const now = isSqlite
      ? sql`cast(strftime('%s', 'now') as integer) * 1000`
      : sql`cast(extract(epoch from now()) as bigint) * 1000`;
    await sql`insert into "activeUsers" ("projectId", "startsAt", "userId")
      select distinct "projectId", "occurredAt" - "occurredAt" % ${sql.lit(dayMs)}, "userId" from "auditEvents"
      where action = 'LoginSucceed' and "userId" <> '' and "actorType" <> 'external'
      and "occurredAt" >= ${now} - ${sql.lit(keptDays * dayMs)}`.execute(db);
  },
};
