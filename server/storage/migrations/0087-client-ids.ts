import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject, ofSsoApp } from './columns.ts';

/** A client ID that moved here belongs to one application of the instance: the first that has it. */
export const clientIds: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofSsoApp(ofProject(db.schema.createTable('movedClientIds')))
      .addColumn('clientId', 'text', (column) => column.primaryKey())
      .execute();
    await db.schema
      .createIndex('movedClientIds_app')
      .on('movedClientIds')
      .columns(['projectId', 'ssoAppId'])
      .execute();
    const [projectId, clientId] = [sql.ref('projectId'), sql.ref('clientId')];
    await sql`
      insert into "movedClientIds" ("clientId", "projectId", "ssoAppId")
      select ${clientId}, ${projectId}, id from "ssoApps"
      where ${clientId} is not null and ${clientId} <> ${projectId} || '.' || id
      order by "createdAt", ${projectId}
      on conflict do nothing`.execute(db);
  },
};
