import { type Insertable, sql, type Updateable } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { inList, jsonArrayOf, parseJson } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { findEach } from '../../../storage/short-lists.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { defaultConnectionId, defaultTenantSettings, type Tenant, type TenantSettings } from './tenant.ts';
import type { TenantFilter } from './tenant-search.ts';

/** Selects tenants with all related rows in one query. */
function selectTenants(db: Db, projectId: string) {
  return db
    .selectFrom('tenants')
    .where('tenants.projectId', '=', projectId)
    .selectAll('tenants')
    .select((tenant) => [
      jsonArrayOf(
        db,
        tenant
          .selectFrom('tenants as children')
          .select('children.id')
          .where('children.projectId', '=', projectId)
          .whereRef('children.parentId', '=', 'tenants.id')
          .orderBy('children.createdAt')
          .orderBy('children.id'),
      ).as('children'),
      jsonArrayOf(
        db,
        tenant
          .selectFrom('selfProvisioningDomains')
          .select('selfProvisioningDomains.domain')
          .where('selfProvisioningDomains.projectId', '=', projectId)
          .whereRef('selfProvisioningDomains.tenantId', '=', 'tenants.id'),
      ).as('selfProvisioningDomains'),
      jsonArrayOf(
        db,
        tenant
          .selectFrom('ssoDomains')
          .select('ssoDomains.domain')
          .where('ssoDomains.projectId', '=', projectId)
          .whereRef('ssoDomains.tenantId', '=', 'tenants.id'),
      ).as('ssoDomains'),
      jsonArrayOf(
        db,
        tenant
          .selectFrom('ssoConnections')
          .select(['ssoConnections.id', 'ssoConnections.name', 'ssoConnections.protocol'])
          .where('ssoConnections.projectId', '=', projectId)
          .whereRef('ssoConnections.tenantId', '=', 'tenants.id')
          .orderBy('ssoConnections.createdAt')
          .orderBy('ssoConnections.id'),
      ).as('connections'),
      jsonArrayOf(
        db,
        tenant
          .selectFrom('tenantDefaultRoles')
          .innerJoin('roles', (join) =>
            join
              .onRef('roles.projectId', '=', 'tenantDefaultRoles.projectId')
              .onRef('roles.id', '=', 'tenantDefaultRoles.roleId'),
          )
          .select('roles.name')
          .where('tenantDefaultRoles.projectId', '=', projectId)
          .whereRef('tenantDefaultRoles.tenantId', '=', 'tenants.id'),
      ).as('defaultRoles'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectTenants>['executeTakeFirstOrThrow']>>;

function toTenant(row: Selected): Tenant {
  const connections = parseJson(row.connections);
  const protocol =
    connections.find((connection) => connection.id === defaultConnectionId)?.protocol ?? 'none';
  return {
    id: row.id,
    name: row.name,
    parentId: row.parentId ?? '',
    childIds: parseJson(row.children).map((child) => child.id),
    // Sorted here: sorting in the query would make SQLite scan all domains of the project for each tenant.
    selfProvisioningDomains: parseJson(row.selfProvisioningDomains)
      .map(({ domain }) => domain)
      .sort(),
    ssoDomains: parseJson(row.ssoDomains)
      .map(({ domain }) => domain)
      .sort(),
    authType: protocol === 'none' ? row.authType : protocol,
    additionalConnections: connections.filter((connection) => connection.id !== defaultConnectionId),
    defaultRoleNames: parseJson(row.defaultRoles)
      .map((role) => role.name)
      .sort(),
    customAttributes: JSON.parse(row.customAttributes) as Record<string, unknown>,
    settings: toSettings(row.settings),
    createdAt: row.createdAt,
  };
}

function toSettings(json: string): TenantSettings {
  return { ...defaultTenantSettings, ...(JSON.parse(json) as Partial<TenantSettings>) };
}

export async function findTenant(db: Db, projectId: string, id: string): Promise<Tenant | undefined> {
  const [row] = await tenantById(db, { projectId, id });
  return row && toTenant(row);
}

const tenantById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  selectTenants(db, projectId).where('tenants.id', '=', id),
);

/** Returns the settings of those tenants that exist. */
export async function listTenantSettings(
  db: Db,
  projectId: string,
  ids: string[],
): Promise<TenantSettings[]> {
  const rows = await findEach(db, ids, {
    one: (id) => settingsById(db, { projectId, id }),
    many: (ids) => settingsAmong(db, { projectId, ids }),
  });
  return rows.map(({ settings }) => toSettings(settings));
}

const selectSettings = (db: Db, projectId: string) =>
  db.selectFrom('tenants').select('settings').where('projectId', '=', projectId);

const settingsById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  selectSettings(db, projectId).where('id', '=', id),
);

const settingsAmong = prepared((db, { projectId, ids }: { projectId: string; ids: readonly string[] }) =>
  selectSettings(db, projectId).where((where) => inList(db, where.ref('id'), ids)),
);

/** Lists those of the IDs that exist. */
export async function listTenantIds(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const rows = await tenantsAmong(db, { projectId, ids });
  return rows.map((row) => row.id);
}

const tenantsAmong = prepared((db, { projectId, ids }: { projectId: string; ids: string[] }) =>
  db
    .selectFrom('tenants')
    .select('id')
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('id'), ids)),
);

/** Lists the IDs of all tenants, in order. */
export async function listAllTenantIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenants')
    .select('id')
    .where('projectId', '=', projectId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Searches tenants, oldest first. */
export async function searchTenantRows(
  db: Db,
  projectId: string,
  filter: TenantFilter,
  { limit }: { limit: number | undefined },
): Promise<Tenant[]> {
  let query = selectTenants(db, projectId);
  const { ids, names, selfProvisioningDomains, ssoDomains, authType, parentId, text } = filter;
  if (ids.length > 0) query = query.where((tenant) => inList(db, tenant.ref('tenants.id'), ids));
  if (names.length > 0) query = query.where((tenant) => inList(db, tenant.ref('tenants.foldedName'), names));
  if (parentId) query = query.where('tenants.parentId', '=', parentId);
  if (filter.topLevelOnly) query = query.where('tenants.parentId', 'is', null);
  if (text) {
    const place = dialectOf(db) === 'sqlite' ? sql`instr` : sql`strpos`;
    query = query.where((tenant) =>
      tenant.or([
        sql<boolean>`${place}(${tenant.ref('tenants.foldedName')}, ${text}) > 0`,
        sql<boolean>`${place}(lower(${tenant.ref('tenants.id')}), ${text}) > 0`,
      ]),
    );
  }
  if (authType) {
    query = query.where((tenant) => {
      const connected = tenant
        .selectFrom('ssoConnections')
        .select('ssoConnections.protocol')
        .where('ssoConnections.projectId', '=', projectId)
        .whereRef('ssoConnections.tenantId', '=', 'tenants.id')
        .where('ssoConnections.id', '=', defaultConnectionId)
        .where('ssoConnections.protocol', '!=', 'none');
      return tenant(tenant.fn.coalesce(connected, 'tenants.authType'), '=', authType);
    });
  }
  if (selfProvisioningDomains.length > 0) {
    query = query.where((tenant) =>
      tenant.exists(
        tenant
          .selectFrom('selfProvisioningDomains')
          .select(sql`1`.as('one'))
          .where('selfProvisioningDomains.projectId', '=', projectId)
          .whereRef('selfProvisioningDomains.tenantId', '=', 'tenants.id')
          .where((row) => inList(db, row.ref('selfProvisioningDomains.domain'), selfProvisioningDomains)),
      ),
    );
  }
  if (ssoDomains.length > 0) {
    query = query.where((tenant) =>
      tenant.exists(
        tenant
          .selectFrom('ssoDomains')
          .select(sql`1`.as('one'))
          .where('ssoDomains.projectId', '=', projectId)
          .whereRef('ssoDomains.tenantId', '=', 'tenants.id')
          .where((row) => inList(db, row.ref('ssoDomains.domain'), ssoDomains)),
      ),
    );
  }
  query = query.orderBy('tenants.createdAt').orderBy('tenants.id');
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(toTenant);
}

/** Inserts a tenant. Returns `false` if the ID or name is in use. */
export async function insertTenant(db: Db, row: Insertable<Tables['tenants']>): Promise<boolean> {
  const inserted = await db
    .insertInto('tenants')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Locks the tenant until the transaction ends, or returns `undefined` if it does not exist. (SQLite lacks `select …
 * for update`; an update that changes nothing locks on both engines.)
 */
export async function lockTenant(db: Db, projectId: string, id: string): Promise<TenantSettings | undefined> {
  const row = await db
    .updateTable('tenants')
    .set((tenant) => ({ createdAt: tenant.ref('createdAt') }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('settings')
    .executeTakeFirst();
  return row && toSettings(row.settings);
}

export async function updateTenant(
  db: Db,
  projectId: string,
  id: string,
  fields: Updateable<Tables['tenants']>,
): Promise<void> {
  await db
    .updateTable('tenants')
    .set(fields)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Lists the tenants that users join with an address in this domain. */
export async function listSelfProvisioningTenants(
  db: Db,
  projectId: string,
  domain: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('selfProvisioningDomains')
    .innerJoin('tenants', (join) =>
      join
        .onRef('tenants.projectId', '=', 'selfProvisioningDomains.projectId')
        .onRef('tenants.id', '=', 'selfProvisioningDomains.tenantId'),
    )
    .select('tenants.id')
    .where('selfProvisioningDomains.projectId', '=', projectId)
    .where('selfProvisioningDomains.domain', '=', domain)
    .where('tenants.enforceSso', '=', 0)
    .orderBy('tenants.id')
    .execute();
  return rows.map((row) => row.id);
}

export async function replaceSelfProvisioningDomains(
  db: Db,
  projectId: string,
  tenantId: string,
  domains: string[],
): Promise<void> {
  await db
    .deleteFrom('selfProvisioningDomains')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .execute();
  if (domains.length === 0) return;
  const rows = domains.map((domain) => ({ projectId, tenantId, domain }));
  await db.insertInto('selfProvisioningDomains').values(rows).execute();
}
