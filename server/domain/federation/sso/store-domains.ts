import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row } from '../../../storage/tables.ts';

export type DomainRow = Row<'ssoDomains'>;

export async function findDomain(db: Db, projectId: string, domain: string): Promise<DomainRow | undefined> {
  const [row] = await domainByName(db, { projectId, domain });
  return row;
}

const domainByName = prepared((db, { projectId, domain }: { projectId: string; domain: string }) =>
  db.selectFrom('ssoDomains').selectAll().where('projectId', '=', projectId).where('domain', '=', domain),
);

/** Finds those of the domains that a tenant has. */
export function findDomains(db: Db, projectId: string, domains: string[]): Promise<DomainRow[]> {
  return db
    .selectFrom('ssoDomains')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((row) => inList(db, row.ref('domain'), domains))
    .execute();
}

/** Lists the domains of all connections of the tenant. */
export function listTenantDomains(db: Db, projectId: string, tenantId: string): Promise<DomainRow[]> {
  return db
    .selectFrom('ssoDomains')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('domain')
    .execute();
}

/** Lists the domains of all tenants that an administrator has set. */
export function listAssignedDomains(db: Db, projectId: string): Promise<DomainRow[]> {
  return db
    .selectFrom('ssoDomains')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('assigned', '=', 1)
    .orderBy('domain')
    .execute();
}

/**
 * Replaces the domains that an administrator has set for the connection. The tenant keeps what it has proven, and a domain that it proved
 * passes to the connection that names it. Returns the domains that belong to another connection; in that case the caller changes nothing.
 */
export async function assignDomains(
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
    .where('proven', '=', 0)
    .where((where) => where.not(inList(db, where.ref('domain'), domains)))
    .execute();
  await db
    .updateTable('ssoDomains')
    .set({ assigned: 0 })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .where('assigned', '=', 1)
    .where((where) => where.not(inList(db, where.ref('domain'), domains)))
    .execute();
  if (domains.length === 0) return [];
  await db
    .insertInto('ssoDomains')
    .values(domains.map((domain) => ({ projectId, tenantId, connectionId, domain })))
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'domain'])
        .doUpdateSet({ connectionId })
        .where('ssoDomains.tenantId', '=', tenantId)
        .where('ssoDomains.assigned', '=', 0),
    )
    .execute();
  const ours = await listTenantDomains(db, projectId, tenantId);
  const isOurs = (domain: string) =>
    ours.some((row) => row.domain === domain && row.connectionId === connectionId);
  return domains.filter((domain) => !isOurs(domain));
}

/** Records a proof. Returns `false` if the domain belongs to another tenant. */
export async function insertProof(
  db: Db,
  row: Pick<DomainRow, 'projectId' | 'tenantId' | 'connectionId' | 'domain'>,
): Promise<boolean> {
  const held = await db
    .insertInto('ssoDomains')
    .values({ ...row, assigned: 0, proven: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'domain'])
        .doUpdateSet({ proven: 1 })
        .where('ssoDomains.tenantId', '=', row.tenantId),
    )
    .returning('domain')
    .executeTakeFirst();
  return held !== undefined;
}

/** Ends a proof, and with it the tenant's right to the domain, unless an administrator has set it, too. Returns `false` if there is none. */
export async function deleteProof(
  db: Db,
  { projectId, tenantId, domain }: Pick<DomainRow, 'projectId' | 'tenantId' | 'domain'>,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('ssoDomains')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('domain', '=', domain)
    .where('proven', '=', 1)
    .where('assigned', '=', 0)
    .returning('domain')
    .executeTakeFirst();
  if (deleted) return true;
  const kept = await db
    .updateTable('ssoDomains')
    .set({ proven: 0 })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('domain', '=', domain)
    .where('proven', '=', 1)
    .returning('domain')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Deletes the proofs of a connection, and returns their domains. */
export async function takeProofs(
  db: Db,
  projectId: string,
  { tenantId, connectionId }: Pick<DomainRow, 'tenantId' | 'connectionId'>,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('ssoDomains')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .where('proven', '=', 1)
    .returning('domain')
    .execute();
  return rows.map((row) => row.domain);
}
