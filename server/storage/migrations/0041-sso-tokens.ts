import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject } from './columns.ts';

/** Creates the table of users' tokens at tenants' OpenID providers. They are deleted with the identity. */
export const ssoTokens: Migration = {
  async up(db: Kysely<unknown>) {
    const identity = ['projectId', 'tenantId', 'connectionId', 'subject'];
    await ofProject(db.schema.createTable('ssoTokens'))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('connectionId', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('providerUserId', 'text', (column) => column.notNull())
      .addColumn('sealedTokens', 'text', (column) => column.notNull())
      .addColumn('tokenExpiresAt', 'bigint', (column) => column.notNull())
      .addColumn('renewals', 'integer', (column) => column.notNull())
      .addColumn('renewalFailure', 'text', (column) => column.notNull())
      .addColumn('leaseId', 'text', (column) => column.notNull())
      .addColumn('leaseExpiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoTokens_pk', identity as never)
      .addForeignKeyConstraint(
        'ssoTokens_identity',
        identity as never,
        'ssoIdentities',
        ['projectId', 'tenantId', 'connectionId', 'subject'],
        (key) => key.onDelete('cascade').onUpdate('cascade'),
      )
      .execute();
  },
};
