import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../engine.ts';
import { createPostgresFacetTriggers } from './0015-user-search-postgres.ts';
import type { FacetSource } from './0015-user-search-sources.ts';
import { createSqliteFacetTriggers } from './0015-user-search-sqlite.ts';
import { createIndex, ofProject, ofUser } from './columns.ts';

const searchedAs: FacetSource = {
  table: 'passkeys',
  kind: 'webauthn',
  value: "''",
  scope: "''",
  repeats: true,
};

export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('passkeys')))
      .addColumn('credentialId', 'text', (column) => column.notNull())
      .addColumn('userHandle', 'text', (column) => column.notNull())
      .addColumn('rpId', 'text', (column) => column.notNull())
      .addColumn('publicKey', 'text', (column) => column.notNull())
      .addColumn('signCount', 'bigint', (column) => column.notNull())
      .addColumn('backupEligible', 'integer', (column) => column.notNull())
      .addColumn('backedUp', 'integer', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('passkeys_pk', ['projectId', 'credentialId'])
      .execute();
    await createIndex(db, 'passkeys', ['projectId', 'userId']);
    await ofProject(db.schema.createTable('passkeyCeremonies'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('challenge', 'text', (column) => column.notNull())
      .addColumn('rpId', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('requiresVerification', 'integer', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('loginId', 'text', (column) => column.notNull())
      .addColumn('userHandle', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('terms', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('passkeyCeremonies_pk', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'passkeyCeremonies', ['projectId', 'userId']);
    await createIndex(db, 'passkeyCeremonies', ['expiresAt']);
    if (dialectOf(db) === 'postgres') await createPostgresFacetTriggers(db, searchedAs);
    else await createSqliteFacetTriggers(db, searchedAs);
  },
};
