import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofTenant } from './columns.ts';

export const accessKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('accessKeys'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('foldedName', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint')
      .addColumn('createdBy', 'text', (column) => column.notNull())
      .addColumn('boundUserId', 'text')
      .addColumn('customClaims', 'text', (column) => column.notNull())
      .addColumn('customAttributes', 'text', (column) => column.notNull())
      .addColumn('permittedIps', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('accessKeys_pk', ['projectId', 'id'])
      .addUniqueConstraint('accessKeys_hash', ['projectId', 'hash'])
      .addForeignKeyConstraint(
        'accessKeys_user',
        ['projectId', 'boundUserId'],
        'users',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'accessKeys', ['projectId', 'createdAt', 'id']);
    await createIndex(db, 'accessKeys', ['projectId', 'boundUserId']);

    await ofTenant(ofKey(ofProject(db.schema.createTable('accessKeyTenants'))))
      .addPrimaryKeyConstraint('accessKeyTenants_pk', ['projectId', 'keyId', 'tenantId'])
      .execute();
    await createIndex(db, 'accessKeyTenants', ['projectId', 'tenantId', 'keyId']);

    await ofKey(ofProject(db.schema.createTable('accessKeyRoles')))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('roleId', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('accessKeyRoles_pk', ['projectId', 'keyId', 'tenantId', 'roleId'])
      .addForeignKeyConstraint(
        'accessKeyRoles_role',
        ['projectId', 'roleId'],
        'roles',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'accessKeyRoles', ['projectId', 'roleId']);
  },
};

function ofKey<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table
    .addColumn('keyId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${table.toOperationNode().table.table.identifier.name}_key`,
      ['projectId', 'keyId'] as never,
      'accessKeys',
      ['projectId', 'id'],
      (key) => key.onDelete('cascade'),
    );
}
