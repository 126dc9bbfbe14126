import type { ProjectContext } from '../../../core/context.ts';
import { hiddenAttributes } from '../../directory/custom-attributes/permitted-attributes.ts';
import type { AccessKey } from '../../sessions/access-keys/access-key.ts';
import { administeredTenant } from '../../sessions/access-keys/administered-tenant.ts';
import { searchAccessKeys } from '../../sessions/access-keys/search-keys.ts';
import type { TenantScopedContext } from '../../sessions/tenant-administrators/administrator-context.ts';
import { isOwnKey, visibleRoles } from '../../sessions/tenant-administrators/checks.ts';
import { attributeSources } from '../sso/attribute-sources.ts';
import { loadConnection } from '../sso/load-connection.ts';
import { isScimAttribute } from './custom-attributes.ts';
import { scimBaseUrl } from './directory.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { loadRequests } from './request-log.ts';
import { countDirectory } from './store.ts';
import { countGroups } from './store-groups.ts';

/** The facts that an administrator needs to connect the directory of a tenant, and to see whether it works. */
export interface DirectoryState {
  baseUrl: string;
  /** The access keys that are its tokens, oldest first, whether or not they can be used. */
  tokens: AccessKey[];
  userCount: number;
  groupCount: number;
  /** The tenant has a default SSO connection, whose mappings count. */
  isConnected: boolean;
  roleMappings: { groups: string[]; roleName: string }[];
  /** The SCIM attributes from which custom attributes come, by their names. */
  attributeSources: Record<string, string>;
  requests: DirectoryRequest[];
}

/** Loads the state for its caller: a tenant's administrator sees what other calls show them. Throws E111202 for an unknown tenant. */
export async function loadDirectory(ctx: ProjectContext, tenantId: string): Promise<DirectoryState> {
  const state = await loadWhole(ctx, tenantId);
  const { tenantAdministrator } = ctx;
  if (!tenantAdministrator) return state;
  const caller: TenantScopedContext = { ...ctx, tenantAdministrator };
  const roles = new Set((await visibleRoles(caller)).map(({ name }) => name));
  const hidden = await hiddenAttributes(ctx);
  return {
    ...state,
    tokens: state.tokens.filter((key) => isOwnKey(caller, key)),
    roleMappings: state.roleMappings.filter(({ roleName }) => roles.has(roleName)),
    attributeSources: Object.fromEntries(
      Object.entries(state.attributeSources).filter(([name]) => !hidden.has(name)),
    ),
  };
}

async function loadWhole(ctx: ProjectContext, tenantId: string): Promise<DirectoryState> {
  const { connection, roleNames } = await loadConnection(ctx, tenantId);
  const place = { projectId: ctx.project.id, tenantId };
  const sources = Object.entries(await attributeSources(ctx, tenantId));
  return {
    baseUrl: scimBaseUrl(ctx),
    tokens: await listTokens(ctx, tenantId),
    userCount: await countDirectory(ctx.db, place),
    groupCount: await countGroups(ctx.db, place),
    isConnected: connection.protocol !== 'none',
    roleMappings: connection.settings.roleMappings.flatMap(({ roleId, groups }) => {
      const roleName = roleNames.get(roleId);
      return roleName === undefined ? [] : [{ groups, roleName }];
    }),
    attributeSources: Object.fromEntries(sources.filter(([, source]) => isScimAttribute(source))),
    requests: await loadRequests(ctx, tenantId),
  };
}

async function listTokens(ctx: ProjectContext, tenantId: string): Promise<AccessKey[]> {
  const tokens: AccessKey[] = [];
  for (const key of await searchAccessKeys(ctx, { tenantIds: [tenantId] })) {
    const [tenant, ...others] = key.tenants;
    if (key.boundUserId || others.length > 0 || !tenant?.roleNames.length) continue;
    if ((await administeredTenant(ctx, key.id))?.tenantId === tenantId) tokens.push(key);
  }
  return tokens;
}
