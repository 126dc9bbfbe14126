import type { Insertable } from 'kysely';
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
