import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../engine.ts';
import { createPostgresTriggers } from './0015-user-search-postgres.ts';
import { createSqliteTriggers } from './0015-user-search-sqlite.ts';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const userSearch: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = dialectOf(db) === 'postgres';
    if (postgres) await requireTrigrams(db);
    const integer = postgres ? 'bigint' : 'integer';
    // Sorts by bytes on both engines, whatever the collation of the database.
    const ordered = postgres ? sql`text collate "C"` : 'text';

    await ofUser(ofProject(db.schema.createTable('searchedUsers')))
      .addColumn('number', integer, (column) =>
        postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey(),
      )
      .addColumn('flags', 'integer', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('searchedUsers_user_unique', ['projectId', 'userId'])
      .execute();
    await createIndex(db, 'searchedUsers', ['projectId', 'number', 'flags']);
    await createIndex(db, 'searchedUsers', ['projectId', 'flags', 'number']);
    await createIndex(db, 'searchedUsers', ['projectId', 'createdAt', 'number', 'flags']);
    await createIndex(db, 'searchedUsers', ['projectId', 'modifiedAt', 'number', 'flags']);
    await sql`create index "searchedUsers_status_number" on "searchedUsers" ("projectId", (flags >> 3), number)`.execute(
      db,
    );

    await ofProject(db.schema.createTable('userTexts'))
      .addColumn('number', integer, (column) =>
        column.primaryKey().references('searchedUsers.number').onDelete('cascade'),
      )
      .addColumn('name', ordered, (column) => column.notNull())
      .addColumn('email', ordered, (column) => column.notNull())
      .addColumn('phone', ordered, (column) => column.notNull())
      .addColumn('loginId', ordered, (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    for (const key of ['name', 'email', 'phone', 'loginId']) {
      await createIndex(db, 'userTexts', ['projectId', key, 'number']);
    }

    await ofProject(db.schema.createTable('searchFacets'))
      .addColumn('id', integer, (column) =>
        postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey(),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addUniqueConstraint('searchFacets_value', ['projectId', 'kind', 'value', 'scope'])
      .execute();
    await db.schema
      .createTable('userFacets')
      .addColumn('facet', integer, (column) => column.notNull())
      .addColumn('number', integer, (column) =>
        column.notNull().references('searchedUsers.number').onDelete('cascade'),
      )
      .addColumn('flags', 'integer', (column) => column.notNull())
      .$call((table) =>
        postgres
          ? table
          : table.addPrimaryKeyConstraint('userFacets_pk', ['facet', 'number']).modifyEnd(sql`without rowid`),
      )
      .execute();
    if (postgres) {
      await sql`alter table "userFacets" add constraint "userFacets_pk" primary key (facet, number) include (flags)`.execute(
        db,
      );
    }
    await createIndex(db, 'userFacets', ['number']);

    // Has no foreign key: when a project is deleted, its users are still subtracted.
    await db.schema
      .createTable('userCounts')
      .addColumn('projectId', 'text', (column) => column.notNull())
      .addColumn('flags', 'integer', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .$call((table) =>
        postgres ? table : table.addPrimaryKeyConstraint('userCounts_pk', ['projectId', 'flags']),
      )
      .execute();

    if (postgres) {
      await createIndex(db, 'userCounts', ['projectId', 'flags']);
      await sql`create index "userTexts_text" on "userTexts" using gin (text gin_trgm_ops)`.execute(db);
      await createPostgresTriggers(db);
    } else {
      await sql`create virtual table "userTextIndex" using fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(
        db,
      );
      await createSqliteTriggers(db);
    }
  },
};

async function requireTrigrams(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  if (rows.length > 0) return;
  try {
    await sql`create extension pg_trgm`.execute(db);
  } catch (cause) {
    throw new Error(
      'free-text search needs the extension pg_trgm, which comes with PostgreSQL (contrib): ' +
        'let an administrator run "create extension pg_trgm" in this database, and start again',
      { cause },
    );
  }
}
