import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const oauth: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('oauthProviders'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauthProviders_pk', ['projectId', 'id'])
      .execute();
    await ofProject(db.schema.createTable('oauthRequests'))
      .addColumn('stateHash', 'text', (column) => column.notNull())
      .addColumn('providerId', 'text', (column) => column.notNull())
      .addColumn('browserHash', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('sealedAnswer', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauthRequests_pk', ['projectId', 'stateHash'])
      .execute();
    await createIndex(db, 'oauthRequests', ['expiresAt']);
    await ofUser(ofProject(db.schema.createTable('oauthIdentities')))
      .addColumn('providerId', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('sealedTokens', 'text', (column) => column.notNull())
      .addColumn('tokenExpiresAt', 'bigint', (column) => column.notNull())
      .addColumn('renewals', 'integer', (column) => column.notNull())
      .addColumn('renewalFailure', 'text', (column) => column.notNull())
      .addColumn('leaseId', 'text', (column) => column.notNull())
      .addColumn('leaseExpiresAt', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauthIdentities_pk', ['projectId', 'providerId', 'issuer', 'subject'])
      .addUniqueConstraint('oauthIdentities_provider', ['projectId', 'userId', 'providerId'])
      .execute();
  },
};
