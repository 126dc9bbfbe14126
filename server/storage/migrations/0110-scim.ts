import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofTenant, ofUser } from './columns.ts';

/** Adds what the directories of tenants say of users, and their groups. */
export const scim: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofTenant(ofProject(db.schema.createTable('scimUsers'))))
      .addColumn('externalId', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('createdUser', 'integer', (column) => column.notNull())
      .addColumn('attributes', 'text', (column) => column.notNull())
      .addColumn('seen', 'text', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scimUsers_pk', ['projectId', 'tenantId', 'userId'])
      .execute();
    await createIndex(db, 'scimUsers', ['projectId', 'userId']);
    await createIndex(db, 'scimUsers', ['projectId', 'tenantId', 'externalId']);
    await createIndex(db, 'scimUsers', ['projectId', 'tenantId', 'state', 'userId']);
    await ofTenant(ofProject(db.schema.createTable('scimGroups')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('displayName', 'text', (column) => column.notNull())
      .addColumn('foldedName', 'text', (column) => column.notNull())
      .addColumn('externalId', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scimGroups_pk', ['projectId', 'tenantId', 'id'])
      .addUniqueConstraint('scimGroups_name', ['projectId', 'tenantId', 'foldedName'])
      .execute();
    await createIndex(db, 'scimGroups', ['projectId', 'tenantId', 'externalId']);
    await ofUser(ofProject(db.schema.createTable('scimGroupMembers')))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('groupId', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('scimGroupMembers_pk', ['projectId', 'tenantId', 'groupId', 'userId'])
      .addForeignKeyConstraint(
        'scimGroupMembers_group',
        ['projectId', 'tenantId', 'groupId'],
        'scimGroups',
        ['projectId', 'tenantId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'scimGroupMembers', ['projectId', 'userId']);
  },
};
