import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/**
 * Rights over the instance are a role of their own from here on. Keys that had them keep them: those with full access to their project. A
 * copy of a key in a cloned project names the key that it ends with.
 */
export const instanceKeys: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const column of ['originProjectId', 'originId'])
      await db.schema.alterTable('managementKeys').addColumn(column, 'text').execute();
    await giveRights(db);
  },
};

/** Reads the rights instead of searching their text, in which the ID of a tenant could be the name of a role. */
async function giveRights(db: Kysely<unknown>): Promise<void> {
  const keys = sql.table('managementKeys');
  const [projectId, reBac] = [sql.ref('projectId'), sql.ref('reBac')];
  const { rows } = await sql<Row>`
    select ${projectId} as "projectId", id, ${reBac} as "reBac" from ${keys}
    where ${reBac} like '%"project-full-access"%'`.execute(db);
  for (const row of rows) {
    const rights = JSON.parse(row.reBac) as Rights;
    const isFull = rights.projectRoles.some(({ roles }) => roles.includes('project-full-access'));
    if (!isFull || rights.companyRoles.includes('company-full-access')) continue;
    const json = JSON.stringify({ ...rights, companyRoles: ['company-full-access'] });
    await sql`update ${keys} set ${reBac} = ${json}
      where ${projectId} = ${row.projectId} and id = ${row.id}`.execute(db);
  }
}

interface Row {
  projectId: string;
  id: string;
  reBac: string;
}

interface Rights {
  companyRoles: string[];
  projectRoles: { roles: string[] }[];
}
