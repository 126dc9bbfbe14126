import { sql } from 'kysely';
import { migrate } from '../../server/storage/migrate.ts';
import { migrations } from '../../server/storage/migrations.ts';
import { openTestDatabase } from './database.ts';

/** Opens a new database as it is before this migration. */
export async function openBefore(name: string) {
  const database = await openTestDatabase();
  const { db } = database;
  const names = Object.keys(migrations);
  const upTo = (count: number) =>
    migrate(db, Object.fromEntries(names.slice(0, count).map((name) => [name, migrations[name]!])));
  const position = names.indexOf(name);
  await upTo(position);
  return {
    db,
    /** Inserts without table types, because these describe the newest version. */
    insert: (table: string, row: Record<string, string | number | null>) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db),
    /** Runs the migration, and further ones before this one. */
    upgrade: (before = names[position + 1]) => upTo(before ? names.indexOf(before) : names.length),
    upgradeToNewest: () => upTo(names.length),
    drop: () => database.drop(),
  };
}

/** The columns of a user about whom nothing is known. */
export const plainUser = {
  name: '',
  givenName: '',
  middleName: '',
  familyName: '',
  email: '',
  phone: '',
  picture: '',
  verifiedEmail: 0,
  verifiedPhone: 0,
  test: 0,
  status: 'enabled',
  customAttributes: '{}',
  createdAt: 1,
  modifiedAt: 1,
};
