import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

interface Connection {
  projectId: string;
  tenantId: string;
  id: string;
  settings: string;
}

/**
 * Binds every identity to its identity provider, and records which identity created its user. Before, every
 * identity counted as the creator, and an address outside the connection's domains was treated like a proven
 * one.
 */
export const ssoIdentities: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('ssoIdentities')
      .addColumn('createdUser', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable('users')
      .addColumn('provedEmail', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    const { rows } = await sql<Connection>`
      select ${sql.ref('projectId')}, ${sql.ref('tenantId')}, id, settings from ${sql.table('ssoConnections')}`.execute(
      db,
    );
    for (const connection of rows) await bindSubjects(db, connection);
    await sql`
      update users set ${sql.ref('selfRegistered')} = 1
      where ${sql.ref('verifiedEmail')} = 0 and exists (
        select 1 from ${sql.table('ssoIdentities')}
        where ${sql.ref('ssoIdentities.projectId')} = ${sql.ref('users.projectId')}
          and ${sql.ref('ssoIdentities.userId')} = ${sql.ref('users.id')})`.execute(db);
  },
};

/** Subjects at OpenID providers already begin with the issuer; those of SAML get the entity ID as prefix. */
export async function bindSubjects(db: Kysely<unknown>, { projectId, tenantId, id, settings }: Connection) {
  const { idpEntityId = '', oidc } = JSON.parse(settings) as {
    idpEntityId?: string;
    oidc?: { issuer?: string };
  };
  if (!idpEntityId) return;
  const issuer = oidc?.issuer ? `${oidc.issuer} ` : '';
  await sql`
    update ${sql.table('ssoIdentities')} set subject = ${`${idpEntityId} `} || subject
    where ${sql.ref('projectId')} = ${projectId} and ${sql.ref('tenantId')} = ${tenantId}
      and ${sql.ref('connectionId')} = ${id}
      and (${issuer} = '' or substr(subject, 1, ${[...issuer].length}) <> ${issuer})`.execute(db);
}
