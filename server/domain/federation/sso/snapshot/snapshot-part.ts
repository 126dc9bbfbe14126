import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import {
  changePasswordSettings,
  tenantPasswordSettings,
} from '../../../credentials/passwords/settings/settings.ts';
import { setDefaultRoles } from '../../../directory/roles/default-roles.ts';
import { loadAllRoles, rolesByTenant, writeRoles } from '../../../directory/roles/role-file.ts';
import { changeTenant } from '../../../directory/tenants/change-tenant.ts';
import { createTenant } from '../../../directory/tenants/create-tenant.ts';
import { searchTenants } from '../../../directory/tenants/search-tenants.ts';
import { maxTenants } from '../../../directory/tenants/tenant.ts';
import { byText, type Part, part, type Run, readFile, type StoredSecret } from '../../../snapshot-part.ts';
import { clientSecretPurpose } from '../oidc/settings.ts';
import { createSpKey, type SpKey } from '../settings/change-connection.ts';
import { loadAllConnections, restoreConnection } from '../settings/restore-connection.ts';
import { type ConnectionFile, connectionFromFile, connectionToFile } from './connection-file.ts';
import { settingsFromFile, type TenantFile, tenantFile, tenantToFile } from './tenant-file.ts';

/** The keys of connections that are new in the project, by `tenant/connection`. */
type Keys = ReadonlyMap<string, SpKey>;

/** The limit of new connections, because creating a key takes a tenth of a second. */
const maxNewConnections = 200;

export const tenantsPart: Part = part<TenantFile, Keys>({
  name: 'tenants',
  secrets: { kind: 'ssoConnections', stored: clientSecrets },
  paths: /^tenants\/[^/]+\.json$/,
  export: exportTenants,
  read: (value) => readFile(tenantFile, value),
  pathOf,
  prepare: newKeys,
  sort: parentsFirst,
  write: writeTenant,
});

function pathOf({ id }: Pick<TenantFile, 'id'>): string {
  return `tenants/${id}.json`;
}

async function clientSecrets(ctx: ProjectContext): Promise<StoredSecret[]> {
  const { project, sealer } = ctx;
  const connections = (await loadAllConnections(ctx)).map(({ connection }) => connection);
  const withSecret = connections.filter(({ sealedClientSecret }) => sealedClientSecret !== '');
  return withSecret.map(({ tenantId, id, sealedClientSecret }) => ({
    id: placeOf(tenantId, id),
    type: 'clientSecret',
    value: sealer.unseal(sealedClientSecret, clientSecretPurpose(project.id, tenantId, id)),
  }));
}

async function exportTenants(ctx: ProjectData) {
  const tenants = await searchTenants(ctx);
  if (tenants.length === maxTenants) {
    throw new ServiceError(
      'E011004',
      `There are too many tenants for a snapshot, which can have fewer than ${maxTenants}`,
    );
  }
  const roles = await rolesByTenant(ctx);
  const passwords = await tenantPasswordSettings(ctx);
  const connections = await connectionsByTenant(ctx);
  return Object.fromEntries(
    tenants.map((tenant) => [
      pathOf(tenant),
      tenantToFile(tenant, {
        passwordSettings: passwords.get(tenant.id) ?? {},
        roles: roles.get(tenant.id) ?? [],
        ssoConnections: connections.get(tenant.id) ?? [],
      }),
    ]),
  );
}

async function connectionsByTenant(ctx: ProjectData): Promise<Map<string, ConnectionFile[]>> {
  const roleNames = new Map((await loadAllRoles(ctx)).map(({ id, name }) => [id, name]));
  const byTenant = new Map<string, ConnectionFile[]>();
  for (const { connection, domains } of await loadAllConnections(ctx)) {
    const files = byTenant.get(connection.tenantId) ?? [];
    files.push(connectionToFile(connection, domains, roleNames));
    byTenant.set(connection.tenantId, files);
  }
  for (const files of byTenant.values()) files.sort(byText(({ id }) => id));
  return byTenant;
}

/** Creates keys for new connections. A dry run needs only placeholders. */
async function newKeys(ctx: ProjectContext, tenants: TenantFile[], dryRun: boolean): Promise<Keys> {
  const existing = await loadAllConnections(ctx);
  const known = new Set(existing.map(({ connection }) => placeOf(connection.tenantId, connection.id)));
  const wanted = tenants
    .flatMap(({ id: tenantId, ssoConnections = [] }) => ssoConnections.map(({ id }) => ({ tenantId, id })))
    .filter(({ tenantId, id }) => !known.has(placeOf(tenantId, id)));
  if (wanted.length > maxNewConnections) {
    throw new ServiceError(
      'E011004',
      `A snapshot can have at most ${maxNewConnections} new SSO connections. Import them in smaller parts`,
    );
  }
  const keys = new Map<string, SpKey>();
  for (const { tenantId, id } of wanted) {
    const key = dryRun ? { spCertificate: '', sealedSpKey: '-' } : await createSpKey(ctx, tenantId, id);
    keys.set(placeOf(tenantId, id), key);
  }
  return keys;
}

function placeOf(tenantId: string, connectionId: string): string {
  return `${tenantId}/${connectionId}`;
}

/** Sorts parents before children. Tenants in a circle come in any order, and are refused for their missing parent. */
function parentsFirst(tenants: TenantFile[]): TenantFile[] {
  const left = new Map(tenants.map((tenant) => [tenant.id, tenant]));
  return tenants.flatMap((tenant) => {
    const upwards: TenantFile[] = [];
    let next = left.get(tenant.id);
    while (next && left.delete(next.id)) {
      upwards.push(next);
      next = left.get(next.parent ?? '');
    }
    return upwards.reverse();
  });
}

async function writeTenant(run: Run<Keys>, file: TenantFile, current: TenantFile | undefined): Promise<void> {
  const { ctx } = run;
  const { id, defaultRoles = [], passwordSettings = {}, roles = [], ssoConnections = [] } = file;
  await writeDetails(ctx, file, current);
  await writeRoles(ctx, id, roles, current?.roles ?? []);
  if (!isDeepStrictEqual(defaultRoles.toSorted(), current?.defaultRoles ?? []))
    await setDefaultRoles(ctx, id, defaultRoles);
  if (!isDeepStrictEqual(passwordSettings, current?.passwordSettings ?? {}))
    await changePasswordSettings(ctx, id, passwordSettings);
  for (const connection of ssoConnections) await writeConnection(run, file, connection, current);
}

async function writeDetails(
  ctx: ProjectContext,
  file: TenantFile,
  current: TenantFile | undefined,
): Promise<void> {
  const { id, name, parent, selfProvisioningDomains = [], customAttributes = {}, authType } = file;
  const details = {
    name,
    selfProvisioningDomains,
    customAttributes,
    authType,
    settings: settingsFromFile(file),
  };
  if (!current) {
    await createTenant(ctx, { ...details, id, parentId: parent });
    return;
  }
  if (parent !== current.parent) {
    throw new ServiceError(
      'E011004',
      'parent cannot be changed: it differs from the tenant’s current parent',
    );
  }
  const known = (tenant: TenantFile) => {
    const { roles, ssoConnections, passwordSettings, defaultRoles, ...own } = tenant;
    return own;
  };
  if (!isDeepStrictEqual(known(file), known(current))) await changeTenant(ctx, id, details);
}

async function writeConnection(
  { ctx, secrets, prepared }: Run<Keys>,
  { id: tenantId, name: tenantName }: TenantFile,
  file: ConnectionFile,
  current: TenantFile | undefined,
): Promise<void> {
  const id = placeOf(tenantId, file.id);
  const clientSecret = secrets.find('ssoConnections', id, 'clientSecret');
  const before = current?.ssoConnections?.find((one) => one.id === file.id);
  if (clientSecret === undefined && isDeepStrictEqual(before, file)) return;
  // An import removes nothing.
  if (file.protocol === 'none' && before && before.protocol !== 'none') return;
  const { hasClientSecret } = await restoreConnection(
    ctx,
    { tenantId, id: file.id },
    connectionFromFile(file),
    {
      key: prepared.get(id),
      clientSecret,
    },
  );
  if (file.protocol === 'oidc' && file.oidc?.hasClientSecret && !hasClientSecret) {
    secrets.miss('ssoConnections', { id, name: file.name || tenantName, type: 'clientSecret' });
  }
}
