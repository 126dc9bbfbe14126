import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../engine.ts';

/**
 * Tables of short rows that nearly every request finds by their primary key. For each index (the primary key has the
 * table's name): the number of rows, and of those that agree in the first column, in the first two, … SQLite plans
 * with these figures. Without them it takes the rows of a project, the first column everywhere, for a dozen, and reads
 * all of them where an index has the few.
 */
const tables: Record<string, Record<string, string>> = {
  loginIds: { loginIds: '1000000 1000000 1', loginIds_userId: '1000000 1000000 2' },
  tenantMembers: {
    tenantMembers: '1000000 1000000 2 1',
    tenantMembers_tenantId_userId: '1000000 1000000 10000 1',
  },
  userRoles: {
    userRoles: '1000000 1000000 4 2 1',
    userRoles_roleId_tenantId_userId: '1000000 1000000 50000 10000 1',
  },
  roles: { roles: '1000 1000 1', sqlite_autoindex_roles_2: '1000 1000 100 1' },
  permissions: { permissions: '1000 1000 1', sqlite_autoindex_permissions_2: '1000 1000 1' },
  rolePermissions: { rolePermissions: '5000 5000 5 1', rolePermissions_permissionId: '5000 5000 5' },
  totpCredentials: { totpCredentials: '1000000 1000000 1' },
};

/**
 * Stores short rows in the B-tree of their primary key. SQLite otherwise keeps rows by a hidden number and the primary
 * key as an index beside them: two searches for each row, and two trees to write. Loading a user takes a quarter less
 * time. PostgreSQL has no such tables, and needs none.
 */
export const withoutRowid: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'postgres') return;
    // Otherwise renaming the copy would fail, because triggers of other tables name the table that it replaces.
    await sql`pragma legacy_alter_table = on`.execute(db);
    for (const table of Object.keys(tables)) await rebuild(db, table);
    await sql`pragma legacy_alter_table = off`.execute(db);
    await storeStatistics(db);
  },
};

/** Follows https://sqlite.org/lang_altertable.html §7; `migrate` has switched foreign keys off. */
async function rebuild(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows: objects } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`
    select name from pragma_table_xinfo(${table}) where hidden = 0`.execute(db);
  const [whole, copy] = [sql.table(table), sql.table(`${table}Copy`)];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  for (const { type, sql: statement } of objects) {
    if (type !== 'table') continue;
    await sql.raw(`${statement.replace(`"${table}"`, `"${table}Copy"`)} without rowid`).execute(db);
  }
  await sql`insert into ${copy} (${names}) select ${names} from ${whole}`.execute(db);
  await sql`drop table ${whole}`.execute(db);
  await sql`alter table ${copy} rename to ${whole}`.execute(db);
  for (const { type, sql: statement } of objects) {
    if (type !== 'table') await sql.raw(statement).execute(db);
  }
}

async function storeStatistics(db: Kysely<unknown>): Promise<void> {
  // Creates the table of statistics, which no other statement can.
  await sql`analyze "loginIds"`.execute(db);
  await sql`delete from sqlite_stat1`.execute(db);
  for (const [table, indexes] of Object.entries(tables)) {
    for (const [index, statistics] of Object.entries(indexes)) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${statistics})`.execute(
        db,
      );
    }
  }
  // Makes SQLite read them.
  await sql`analyze sqlite_schema`.execute(db);
}
