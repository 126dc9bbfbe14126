import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Every table but `projects` begins its primary key with the project, so that projects in one database stay apart
 * and every query finds an index. Booleans are 0 or 1, moments are milliseconds, JSON is text: the same on both
 * engines.
 */
export const foundation: Migration = {
  async up(db: Kysely<unknown>) {
    await createProjects(db);
    await createTenantsAndRoles(db);
    await createUsers(db);
    await createSessions(db);
    await createTotp(db);
    await createSso(db);
    await createAudit(db);
  },
};

/** The column that names the project, with everything of a deleted project going with it. */
function ofProject<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table.addColumn('projectId', 'text', (column) =>
    column.notNull().references('projects.id').onDelete('cascade'),
  );
}

async function createProjects(db: Kysely<unknown>) {
  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await ofProject(db.schema.createTable('signingKeys'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('algorithm', 'text', (column) => column.notNull())
    .addColumn('publicJwk', 'text', (column) => column.notNull())
    .addColumn('sealedPrivateKey', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('signsFrom', 'bigint', (column) => column.notNull())
    .addColumn('retiresAt', 'bigint')
    .addPrimaryKeyConstraint('signingKeys_pk', ['projectId', 'id'])
    .execute();
  await ofProject(db.schema.createTable('managementKeys'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint')
    .addPrimaryKeyConstraint('managementKeys_pk', ['projectId', 'id'])
    .addUniqueConstraint('managementKeys_hash', ['projectId', 'hash'])
    .execute();
}

async function createTenantsAndRoles(db: Kysely<unknown>) {
  await ofProject(db.schema.createTable('tenants'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('foldedName', 'text', (column) => column.notNull())
    .addColumn('parentId', 'text')
    .addColumn('authType', 'text', (column) => column.notNull())
    .addColumn('customAttributes', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
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
}

async function createUsers(db: Kysely<unknown>) {
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
    .addColumn('picture', 'text', (column) => column.notNull())
    .addColumn('test', 'integer', (column) => column.notNull())
    .addColumn('customAttributes', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('users_pk', ['projectId', 'id'])
    .execute();
  await createIndex(db, 'users', ['projectId', 'createdAt', 'id']);
  await createIndex(db, 'users', ['projectId', 'email']);
  await createIndex(db, 'users', ['projectId', 'phone']);
  await createIndex(db, 'users', ['projectId', 'status', 'createdAt', 'id']);

  await ofUser(ofProject(db.schema.createTable('loginIds')))
    .addColumn('loginId', 'text', (column) => column.notNull())
    .addColumn('written', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('loginIds_pk', ['projectId', 'loginId'])
    .execute();
  await createIndex(db, 'loginIds', ['projectId', 'userId']);

  await ofTenant(ofUser(ofProject(db.schema.createTable('tenantMembers'))))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('tenantMembers_pk', ['projectId', 'userId', 'tenantId'])
    .execute();
  await createIndex(db, 'tenantMembers', ['projectId', 'tenantId', 'userId']);

  await ofUser(ofProject(db.schema.createTable('userRoles')))
    .addColumn('tenantId', 'text', (column) => column.notNull())
    .addColumn('roleId', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('userRoles_pk', ['projectId', 'userId', 'tenantId', 'roleId'])
    .addForeignKeyConstraint('userRoles_role', ['projectId', 'roleId'], 'roles', ['projectId', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await createIndex(db, 'userRoles', ['projectId', 'roleId', 'tenantId', 'userId']);
}

async function createSessions(db: Kysely<unknown>) {
  await ofUser(ofProject(db.schema.createTable('sessions')))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('amr', 'text', (column) => column.notNull())
    .addColumn('tenantId', 'text', (column) => column.notNull())
    .addColumn('customClaims', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull())
    .addColumn('previousTokenHash', 'text', (column) => column.notNull())
    .addColumn('rotatedAt', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('remoteAddress', 'text', (column) => column.notNull())
    .addColumn('userAgent', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sessions_pk', ['projectId', 'id'])
    .execute();
  await createIndex(db, 'sessions', ['projectId', 'userId']);
  await createIndex(db, 'sessions', ['expiresAt']);
}

async function createTotp(db: Kysely<unknown>) {
  await ofUser(ofProject(db.schema.createTable('totpCredentials')))
    .addColumn('sealedSecret', 'text', (column) => column.notNull())
    .addColumn('lastStep', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('nextAttemptAt', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('totpCredentials_pk', ['projectId', 'userId'])
    .execute();
  await ofProject(db.schema.createTable('totpSignUps'))
    .addColumn('loginId', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('sealedSecret', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('totpSignUps_pk', ['projectId', 'loginId'])
    .execute();
  await createIndex(db, 'totpSignUps', ['expiresAt']);
}

async function createSso(db: Kysely<unknown>) {
  await ofTenant(ofProject(db.schema.createTable('ssoConnections')))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('protocol', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('spCertificate', 'text', (column) => column.notNull())
    .addColumn('sealedSpKey', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ssoConnections_pk', ['projectId', 'tenantId', 'id'])
    .execute();
  await ofConnection(ofProject(db.schema.createTable('ssoDomains')))
    .addColumn('domain', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ssoDomains_pk', ['projectId', 'domain'])
    .execute();
  await createIndex(db, 'ssoDomains', ['projectId', 'tenantId', 'connectionId']);
  await ofConnection(ofProject(db.schema.createTable('ssoRequests')))
    .addColumn('idHash', 'text', (column) => column.notNull())
    .addColumn('browserHash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ssoRequests_pk', ['projectId', 'idHash'])
    .execute();
  await createIndex(db, 'ssoRequests', ['expiresAt']);
  await ofUser(ofConnection(ofProject(db.schema.createTable('ssoIdentities'))))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('groups', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ssoIdentities_pk', ['projectId', 'tenantId', 'connectionId', 'subject'])
    .execute();
  await createIndex(db, 'ssoIdentities', ['projectId', 'userId']);
  await ofConnection(ofProject(db.schema.createTable('ssoAssertions')))
    .addColumn('idHash', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ssoAssertions_pk', ['projectId', 'tenantId', 'connectionId', 'idHash'])
    .execute();
  await createIndex(db, 'ssoAssertions', ['expiresAt']);
  await ofUser(ofProject(db.schema.createTable('ssoCodes')))
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addColumn('grant', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ssoCodes_pk', ['projectId', 'codeHash'])
    .execute();
  await createIndex(db, 'ssoCodes', ['expiresAt']);
}

async function createAudit(db: Kysely<unknown>) {
  await ofProject(db.schema.createTable('auditEvents'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('occurredAt', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actorType', 'text', (column) => column.notNull())
    .addColumn('actorId', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('tenantId', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('remoteAddress', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('auditEvents_pk', ['projectId', 'id'])
    .execute();
  await createIndex(db, 'auditEvents', ['projectId', 'occurredAt']);
}

function ofUser<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table
    .addColumn('userId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${tableName(table)}_user`,
      ['projectId', 'userId'] as never,
      'users',
      ['projectId', 'id'],
      (key) => key.onDelete('cascade'),
    );
}

function ofTenant<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table
    .addColumn('tenantId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${tableName(table)}_tenant`,
      ['projectId', 'tenantId'] as never,
      'tenants',
      ['projectId', 'id'],
      (key) => key.onDelete('cascade'),
    );
}

function ofConnection<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table
    .addColumn('tenantId', 'text', (column) => column.notNull())
    .addColumn('connectionId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${tableName(table)}_connection`,
      ['projectId', 'tenantId', 'connectionId'] as never,
      'ssoConnections',
      ['projectId', 'tenantId', 'id'],
      (key) => key.onDelete('cascade'),
    );
}

function tableName(table: CreateTableBuilder<string, string>): string {
  return table.toOperationNode().table.table.identifier.name;
}

async function createIndex(db: Kysely<unknown>, table: string, columns: string[]) {
  await db.schema
    .createIndex([table, ...columns.filter((column) => column !== 'projectId')].join('_'))
    .on(table)
    .columns(columns)
    .execute();
}
