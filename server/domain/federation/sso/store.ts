import type { Insertable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { type Connection, toConnection } from './connection.ts';

export async function findConnection(
  db: Db,
  projectId: string,
  tenantId: string,
  id: string,
): Promise<Connection | undefined> {
  const [row] = await connectionById(db, { projectId, tenantId, id });
  return row && toConnection(row);
}

const connectionById = prepared((db, key: Record<'projectId' | 'tenantId' | 'id', string>) =>
  db
    .selectFrom('ssoConnections')
    .selectAll()
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('id', '=', key.id),
);

export async function listConnections(db: Db, projectId: string, tenantId: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('ssoConnections')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(toConnection);
}

/** Lists the connections of all tenants. */
export async function listAllConnections(db: Db, projectId: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('ssoConnections')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('tenantId')
    .orderBy('id')
    .execute();
  return rows.map(toConnection);
}

/** Lists the connections by SAML of all tenants, in parts: those that follow `after`. */
export async function listSamlConnections(
  db: Db,
  projectId: string,
  after: { tenantId: string; id: string },
  limit: number,
): Promise<Connection[]> {
  const rows = await db
    .selectFrom('ssoConnections')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('protocol', '=', 'saml')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('tenantId', 'id'), '>', tuple(after.tenantId, after.id)))
    .orderBy('tenantId')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toConnection);
}

/** Inserts a connection. Returns `false` if the tenant already has one with this ID. */
export async function insertConnection(db: Db, row: Insertable<Tables['ssoConnections']>): Promise<boolean> {
  const inserted = await db
    .insertInto('ssoConnections')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'tenantId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Updates a connection. Returns `false` if there is no such connection. */
export async function updateConnection(
  db: Db,
  projectId: string,
  tenantId: string,
  id: string,
  fields: {
    protocol?: Connection['protocol'];
    settings?: string;
    sealedClientSecret?: string;
    name?: string;
    modifiedAt?: number;
    readDueAt?: number;
    reading?: string;
  },
): Promise<boolean> {
  const updated = await db
    .updateTable('ssoConnections')
    .set(fields)
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function deleteConnectionRow(
  db: Db,
  projectId: string,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('ssoConnections')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function findDomain(db: Db, projectId: string, domain: string) {
  const [row] = await domainByName(db, { projectId, domain });
  return row;
}

const domainByName = prepared((db, { projectId, domain }: { projectId: string; domain: string }) =>
  db
    .selectFrom('ssoDomains')
    .select(['tenantId', 'connectionId'])
    .where('projectId', '=', projectId)
    .where('domain', '=', domain),
);

export async function listDomains(
  db: Db,
  projectId: string,
  tenantId: string,
  connectionId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('ssoDomains')
    .select('domain')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .orderBy('domain')
    .execute();
  return rows.map((row) => row.domain);
}

/** Lists the domains of all connections of the tenant. */
export function listTenantDomains(
  db: Db,
  projectId: string,
  tenantId: string,
): Promise<{ domain: string; connectionId: string }[]> {
  return db
    .selectFrom('ssoDomains')
    .select(['domain', 'connectionId'])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('domain')
    .execute();
}

/** Lists the domains of all tenants. */
export function listAllDomains(
  db: Db,
  projectId: string,
): Promise<{ domain: string; tenantId: string; connectionId: string }[]> {
  return db
    .selectFrom('ssoDomains')
    .select(['domain', 'tenantId', 'connectionId'])
    .where('projectId', '=', projectId)
    .orderBy('domain')
    .execute();
}

/** Replaces the connection's domains. Returns those that belong to another connection; in that case nothing changes. */
export async function replaceDomains(
  db: Db,
  projectId: string,
  tenantId: string,
  connectionId: string,
  domains: string[],
): Promise<string[]> {
  await db
    .deleteFrom('ssoDomains')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .where((where) => where.not(inList(db, where.ref('domain'), domains)))
    .execute();
  if (domains.length === 0) return [];
  await db
    .insertInto('ssoDomains')
    .values(domains.map((domain) => ({ projectId, tenantId, connectionId, domain })))
    .onConflict((conflict) => conflict.columns(['projectId', 'domain']).doNothing())
    .execute();
  const ours = await listDomains(db, projectId, tenantId, connectionId);
  return domains.filter((domain) => !ours.includes(domain));
}
