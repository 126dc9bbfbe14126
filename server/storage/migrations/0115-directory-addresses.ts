import { type Kysely, sql } from 'kysely';
import { addressKey } from '../../core/address-key.ts';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofTenant } from './columns.ts';

/** Adds an index of the addresses in directories, one of the times of changes, and the addresses of users whom directories have deleted. */
export const directoryAddresses: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('scimAddresses'))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('addressHash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('scimAddresses_pk', ['projectId', 'tenantId', 'addressHash', 'userId'])
      .addForeignKeyConstraint(
        'scimAddresses_user',
        ['projectId', 'tenantId', 'userId'],
        'scimUsers',
        ['projectId', 'tenantId', 'userId'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'scimAddresses', ['projectId', 'tenantId', 'userId']);
    await ofTenant(ofProject(db.schema.createTable('scimDepartures')))
      .addColumn('addressHash', 'text', (column) => column.notNull())
      .addColumn('departedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scimDepartures_pk', ['projectId', 'tenantId', 'addressHash'])
      .execute();
    await createIndex(db, 'scimUsers', ['projectId', 'tenantId', 'modifiedAt']);
    await addAddresses(db);
  },
};

interface Entry {
  projectId: string;
  tenantId: string;
  userId: string;
  attributes: string;
  seen: string;
}

const pageSize = 500;

/** Adds the addresses of the users whom directories have sent already. */
async function addAddresses(db: Kysely<unknown>): Promise<void> {
  for (let last = { projectId: '', tenantId: '', userId: '' }; ; ) {
    const { rows } =
      await sql<Entry>`select "projectId", "tenantId", "userId", attributes, seen from "scimUsers"
      where ("projectId", "tenantId", "userId") > (${last.projectId}, ${last.tenantId}, ${last.userId})
      order by "projectId", "tenantId", "userId" limit ${pageSize}`.execute(db);
    for (const row of rows) {
      for (const addressHash of new Set(addressesIn(row).map(addressKey)))
        await sql`insert into "scimAddresses" ("projectId", "tenantId", "userId", "addressHash")
          values (${row.projectId}, ${row.tenantId}, ${row.userId}, ${addressHash})`.execute(db);
    }
    if (rows.length < pageSize) return;
    last = rows.at(-1) as Entry;
  }
}

function addressesIn({ attributes, seen }: Entry): string[] {
  const { emails = [] } = JSON.parse(attributes) as { emails?: { value?: unknown }[] };
  const { userName, email } = JSON.parse(seen) as { userName?: unknown; email?: unknown };
  return [...emails.map(({ value }) => value), userName, email].filter(
    (address): address is string => typeof address === 'string' && address !== '',
  );
}
