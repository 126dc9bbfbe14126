import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

/**
 * Adds the search index that is written behind the requests: a log of changed users, and what a fold computes from their rows
 * (`domain/directory/users/search`). Numbers users in the order in which they were added.
 */
export const searchBlocks: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const postgres = dialectOf(db) === 'postgres';
    // Sorts by bytes on both engines, whatever the collation of the database.
    const ordered = postgres ? sql`text collate "C"` : 'text';
    const bytes = postgres ? 'bytea' : 'blob';

    await numberUsers(db, postgres);

    await ofProject(db.schema.createTable('searchLog'))
      .addColumn('change', 'bigint', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('searchLog_pk', ['projectId', 'change', 'number'])
      .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
      .execute();

    await ofProject(db.schema.createTable('searchFolds'))
      .addColumn('folds', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('searchFolds_pk', ['projectId'])
      .execute();

    await ofProject(db.schema.createTable('searchEntries'))
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addColumn('lastSignInDay', 'bigint', (column) => column.notNull())
      .addColumn('name', ordered, (column) => column.notNull())
      .addColumn('email', ordered, (column) => column.notNull())
      .addColumn('phone', ordered, (column) => column.notNull())
      .addColumn('loginId', ordered, (column) => column.notNull())
      .addColumn('textHash', bytes, (column) => column.notNull())
      .addColumn('facets', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('searchEntries_pk', ['projectId', 'number'])
      .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
      .execute();
    for (const key of ['createdAt', 'modifiedAt', 'lastSignInDay', 'name', 'email', 'phone', 'loginId']) {
      await createIndex(db, 'searchEntries', ['projectId', key, 'number']);
    }

    await ofProject(db.schema.createTable('searchBlocks'))
      .addColumn('facet', bytes, (column) => column.notNull())
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('members', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('searchBlocks_pk', ['projectId', 'facet', 'block'])
      .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
      .execute();

    // PostgreSQL needs no such numbers, and leaves it empty.
    await ofProject(db.schema.createTable('searchSlots'))
      .addColumn('slot', 'integer', (column) => column.primaryKey())
      .addUniqueConstraint('searchSlots_project', ['projectId'])
      .execute();

    if (postgres) {
      // A block is about as large as a row may be that stays in one piece, and compressing it would cost more than it saves.
      await sql`alter table "searchBlocks" alter column members set storage main`.execute(db);
      await sql`create sequence "searchLogChanges" as bigint`.execute(db);
      // A queue: each vacuum lets the next readers skip what is gone.
      await sql`alter table "searchLog" set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(
        db,
      );
      // Apart from the entries, because each change of a row writes about forty entries of the index of its text.
      await ofProject(db.schema.createTable('searchTexts'))
        .addColumn('number', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('searchTexts_pk', ['projectId', 'number'])
        .execute();
      // The list of new entries is short, as since migration 0080.
      await sql`create index "searchTexts_text" on "searchTexts" using gin (text gin_trgm_ops)
        with (gin_pending_list_limit = 512)`.execute(db);
    } else {
      await sql`create virtual table "searchTexts" using fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(
        db,
      );
      // The server merges, some pages at a time: FTS5 would do it inside the transaction that writes (migration 0078).
      await sql`insert into "searchTexts" ("searchTexts", rank) values ('automerge', 0)`.execute(db);
    }
    await sql`insert into "searchLog" ("projectId", change, number) select "projectId", 0, number from users`.execute(
      db,
    );
    for (const statement of postgres ? postgresTriggers() : sqliteTriggers())
      await sql.raw(statement).execute(db);
  },
};

async function numberUsers(db: Kysely<unknown>, postgres: boolean): Promise<void> {
  if (postgres) {
    await sql`alter table users add column number bigint`.execute(db);
    await sql`update users set number = s.number from "searchedUsers" s
      where s."projectId" = users."projectId" and s."userId" = users.id`.execute(db);
    await sql`create sequence "userNumbers" as bigint`.execute(db);
    await sql`select setval('"userNumbers"', greatest(1, (select coalesce(max(number), 0) from users)))`.execute(
      db,
    );
    await sql`alter table users alter column number set default nextval('"userNumbers"'), alter column number set not null`.execute(
      db,
    );
  } else {
    await sql`alter table users add column number integer`.execute(db);
    await sql`update users set number = (
      select s.number from "searchedUsers" s where s."projectId" = users."projectId" and s."userId" = users.id
    )`.execute(db);
  }
  await createIndex(db, 'users', ['projectId', 'number']);
}

/** The tables whose rows a search can see. */
const sources = [
  'loginIds',
  'tenantMembers',
  'userRoles',
  'userSsoApps',
  'totpCredentials',
  'passwords',
  'passkeys',
  'ssoIdentities',
];

/** Note the changes of versions that do not know the log, and number the users that they add. */
function sqliteTriggers(): string[] {
  const change = (row: string) =>
    `(select coalesce(max(change), 0) + 1 from "searchLog" where "projectId" = ${row}."projectId")`;
  const log = (row: string, number: string, condition = 'true') =>
    `insert into "searchLog" ("projectId", change, number)
     select ${row}."projectId", ${change(row)}, ${number} where ${condition} and ${number} is not null on conflict do nothing;`;
  const ofUser = (row: string) =>
    `(select number from users where "projectId" = ${row}."projectId" and id = ${row}."userId")`;
  return [
    `create trigger "users_log_insert" after insert on users begin
       update users set number = (select coalesce(max(number), 0) + 1 from users where "projectId" = new."projectId")
       where "projectId" = new."projectId" and id = new.id and number is null;
       ${log('new', '(select number from users where "projectId" = new."projectId" and id = new.id)')}
     end`,
    `create trigger "users_log_update" after update on users when old.number is not null begin ${log('new', 'new.number')} end`,
    `create trigger "users_log_delete" after delete on users begin
       ${log('old', 'old.number', 'exists (select 1 from projects where id = old."projectId")')} end`,
    ...sources.flatMap((table) => [
      `create trigger "${table}_log_insert" after insert on "${table}" begin ${log('new', ofUser('new'))} end`,
      `create trigger "${table}_log_update" after update on "${table}" begin ${log('new', ofUser('new'))} end`,
      `create trigger "${table}_log_delete" after delete on "${table}" begin ${log('old', ofUser('old'))} end`,
    ]),
  ];
}

function postgresTriggers(): string[] {
  const change = `nextval('"searchLogChanges"')`;
  const events = { insert: 'new', update: 'new', delete: 'old' } as const;
  const functions = [
    `create function "logUsers"() returns trigger language plpgsql as $$ begin
       insert into "searchLog" ("projectId", change, number)
       select c."projectId", ${change}, c.number from changed c join projects p on p.id = c."projectId";
       return null;
     end $$`,
    `create function "logOwners"() returns trigger language plpgsql as $$ begin
       insert into "searchLog" ("projectId", change, number)
       select u."projectId", ${change}, u.number from (select distinct "projectId", "userId" from changed) c
       join users u on u."projectId" = c."projectId" and u.id = c."userId";
       return null;
     end $$`,
  ];
  const triggers = ['users', ...sources].flatMap((table) =>
    Object.entries(events).map(
      ([event, row]) =>
        `create trigger "${table}_log_${event}" after ${event} on "${table}"
         referencing ${row} table as changed for each statement
         execute function "${table === 'users' ? 'logUsers' : 'logOwners'}"()`,
    ),
  );
  return [...functions, ...triggers];
}
