import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofTenant, ofUser } from './columns.ts';

export const users: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('users'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('givenName', 'text', (column) => column.notNull())
      .addColumn('middleName', 'text', (column) => column.notNull())
      .addColumn('familyName', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('verifiedEmail', 'integer', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('verifiedPhone', 'integer', (column) => column.notNull())
      .addColumn('recoveryEmail', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('verifiedRecoveryEmail', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('recoveryPhone', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('verifiedRecoveryPhone', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('picture', 'text', (column) => column.notNull())
      .addColumn('test', 'integer', (column) => column.notNull())
      .addColumn('customAttributes', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('users_pk', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'users', ['projectId', 'email']);
    await createIndex(db, 'users', ['projectId', 'phone']);
    // Test users are few among many, and are deleted all at once.
    await db.schema
      .createIndex('users_test')
      .on('users')
      .columns(['projectId', 'id'])
      .where(sql.ref('test'), '=', sql.lit(1))
      .execute();

    await ofUser(ofProject(db.schema.createTable('loginIds')))
      .addColumn('loginId', 'text', (column) => column.notNull())
      .addColumn('written', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('loginIds_pk', ['projectId', 'loginId'])
      .execute();
    await createIndex(db, 'loginIds', ['projectId', 'userId']);

    await ofTenant(ofUser(ofProject(db.schema.createTable('tenantMembers'))))
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('tenantMembers_pk', ['projectId', 'userId', 'tenantId'])
      .execute();
    await createIndex(db, 'tenantMembers', ['projectId', 'tenantId', 'userId']);

    await ofUser(ofProject(db.schema.createTable('userRoles')))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('roleId', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
      // Roles in a tenant are deleted with the membership; project roles have no membership.
      .addColumn('memberOf', 'text', (column) =>
        column.generatedAlwaysAs(sql`nullif("tenantId", '')`).stored(),
      )
      .addForeignKeyConstraint(
        'userRoles_member',
        ['projectId', 'userId', 'memberOf'],
        'tenantMembers',
        ['projectId', 'userId', 'tenantId'],
        (key) => key.onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('userRoles_pk', ['projectId', 'userId', 'tenantId', 'roleId'])
      .addForeignKeyConstraint(
        'userRoles_role',
        ['projectId', 'roleId'],
        'roles',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'userRoles', ['projectId', 'roleId', 'tenantId', 'userId']);
  },
};
