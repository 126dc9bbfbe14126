import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofTenant } from './columns.ts';

export const tenantsAndRoles: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('tenants'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('foldedName', 'text', (column) => column.notNull())
      .addColumn('parentId', 'text')
      .addColumn('authType', 'text', (column) => column.notNull())
      .addColumn('customAttributes', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('sessionLimits', 'text', (column) => column.notNull())
      .addColumn('enforceSso', 'integer', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenants_pk', ['projectId', 'id'])
      .addUniqueConstraint('tenants_name', ['projectId', 'foldedName'])
      .addForeignKeyConstraint('tenants_parent', ['projectId', 'parentId'], 'tenants', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'tenants', ['projectId', 'parentId']);
    await ofTenant(ofProject(db.schema.createTable('selfProvisioningDomains')))
      .addColumn('domain', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('selfProvisioningDomains_pk', ['projectId', 'domain', 'tenantId'])
      .execute();
    await createIndex(db, 'selfProvisioningDomains', ['projectId', 'tenantId', 'domain']);
    await ofProject(db.schema.createTable('roles'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('foldedName', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('isDefault', 'integer', (column) => column.notNull())
      .addColumn('isPrivate', 'integer', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('roles_pk', ['projectId', 'id'])
      .addUniqueConstraint('roles_name', ['projectId', 'tenantId', 'name'])
      .execute();
    await ofTenant(ofProject(db.schema.createTable('tenantDefaultRoles')))
      .addColumn('roleId', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenantDefaultRoles_pk', ['projectId', 'tenantId', 'roleId'])
      .addForeignKeyConstraint(
        'tenantDefaultRoles_role',
        ['projectId', 'roleId'],
        'roles',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'tenantDefaultRoles', ['projectId', 'roleId']);
    await ofProject(db.schema.createTable('permissions'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('permissions_pk', ['projectId', 'id'])
      .addUniqueConstraint('permissions_name', ['projectId', 'name'])
      .execute();
    await ofProject(db.schema.createTable('rolePermissions'))
      .addColumn('roleId', 'text', (column) => column.notNull())
      .addColumn('permissionId', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('rolePermissions_pk', ['projectId', 'roleId', 'permissionId'])
      .addForeignKeyConstraint(
        'rolePermissions_role',
        ['projectId', 'roleId'],
        'roles',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'rolePermissions_permission',
        ['projectId', 'permissionId'],
        'permissions',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'rolePermissions', ['projectId', 'permissionId']);
  },
};
