import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject, ofUser } from './columns.ts';

export const signInPolicies: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('signInPolicies'))
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('subjectId', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('requiredSince', 'bigint')
      // A policy is deleted with its tenant or role.
      .addColumn('tenant', 'text', (column) =>
        column.generatedAlwaysAs(sql`case scope when 'tenant' then "subjectId" end`).stored(),
      )
      .addColumn('role', 'text', (column) =>
        column.generatedAlwaysAs(sql`case scope when 'role' then "subjectId" end`).stored(),
      )
      .addPrimaryKeyConstraint('signInPolicies_pk', ['projectId', 'scope', 'subjectId'])
      .addForeignKeyConstraint(
        'signInPolicies_tenant',
        ['projectId', 'tenant'],
        'tenants',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'signInPolicies_role',
        ['projectId', 'role'],
        'roles',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await ofUser(ofProject(db.schema.createTable('secondFactorAsks')))
      .addColumn('askedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('secondFactorAsks_pk', ['projectId', 'userId'])
      .execute();
    await db.schema.alterTable('sessions').addColumn('awaits', 'text').execute();
  },
};
