import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const impersonation: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('auditEvents')
      .addColumn('actingAs', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('needsConsent', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Impersonations end with the impersonator's own sessions.
    await db.schema
      .createIndex('sessions_impersonatorId')
      .on('sessions')
      .columns(['projectId', 'impersonatorId'])
      .where(sql.ref('impersonatorId'), '!=', sql.lit(''))
      .execute();

    await ofUser(ofProject(db.schema.createTable('impersonationConsents')))
      .addColumn('impersonatorId', 'text', (column) => column.notNull())
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('impersonator', 'text', (column) =>
        column.generatedAlwaysAs(sql`nullif("impersonatorId", '')`).stored(),
      )
      .addColumn('tenant', 'text', (column) => column.generatedAlwaysAs(sql`nullif("tenantId", '')`).stored())
      .addForeignKeyConstraint(
        'impersonationConsents_impersonator',
        ['projectId', 'impersonator'],
        'users',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'impersonationConsents_tenant',
        ['projectId', 'tenant'],
        'tenants',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('impersonationConsents_pk', [
        'projectId',
        'userId',
        'impersonatorId',
        'tenantId',
      ])
      .execute();
    await createIndex(db, 'impersonationConsents', ['projectId', 'impersonator']);
    await createIndex(db, 'impersonationConsents', ['projectId', 'tenant']);
    await createIndex(db, 'impersonationConsents', ['expiresAt']);

    await ofUser(ofProject(db.schema.createTable('consentLinks')))
      .addColumn('tokenHash', 'text', (column) => column.notNull())
      .addColumn('sessionId', 'text', (column) => column.notNull())
      .addColumn('impersonatorId', 'text', (column) => column.notNull())
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('redirectUrl', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addForeignKeyConstraint(
        'consentLinks_session',
        ['projectId', 'sessionId'],
        'sessions',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('consentLinks_pk', ['projectId', 'tokenHash'])
      .execute();
    await createIndex(db, 'consentLinks', ['projectId', 'sessionId']);
    await createIndex(db, 'consentLinks', ['projectId', 'userId']);
    await createIndex(db, 'consentLinks', ['expiresAt']);
  },
};
