import type { CreateTableBuilder, Kysely } from 'kysely';

/** Returns the column that names the project; rows are deleted with it. */
export function ofProject<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table.addColumn('projectId', 'text', (column) =>
    column.notNull().references('projects.id').onDelete('cascade'),
  );
}

export function ofUser<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
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

export function ofTenant<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
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

export function ofConnection<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
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

export function ofSsoApp<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table
    .addColumn('ssoAppId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${tableName(table)}_ssoApp`,
      ['projectId', 'ssoAppId'] as never,
      'ssoApps',
      ['projectId', 'id'],
      (key) => key.onDelete('cascade'),
    );
}

function tableName(table: CreateTableBuilder<string, string>): string {
  return table.toOperationNode().table.table.identifier.name;
}

export async function createIndex(db: Kysely<unknown>, table: string, columns: string[]) {
  await db.schema
    .createIndex([table, ...columns.filter((column) => column !== 'projectId')].join('_'))
    .on(table)
    .columns(columns)
    .execute();
}
