import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { profileFields, textFields } from '../../../core/profile-fields.ts';
import type { ShownScope } from '../../directory/application-consents/consent.ts';
import { findMcpServer } from '../../directory/applications/mcp-servers/load-server.ts';
import type { McpServer } from '../../directory/applications/mcp-servers/mcp-server.ts';
import {
  type InboundApp,
  type InboundScope,
  isInboundClientId,
} from '../../directory/applications/third-party/inbound-app.ts';
import { findInboundAppOfClient } from '../../directory/applications/third-party/load-app.ts';
import { fillTemplate } from '../../directory/applications/third-party/read-settings.ts';
import { mappedClaims } from '../../directory/applications/third-party/scope-mappings.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import type { Membership, User } from '../../directory/users/user.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import { getsAllRights, nothingAllowed, withinAllowed } from './allowed.ts';
import type { Grant } from './grant.ts';

/** The differences between the client of a third-party application and an SSO application's. */
export interface ThirdParty {
  inboundApp: InboundApp;
  /** The server whose endpoints the client uses. */
  mcpServer: McpServer | undefined;
  /** The scopes beside those of OpenID Connect. */
  scopes: OwnScope[];
}

/** A scope that the application or the server defines, and what it gives. */
export interface OwnScope extends ShownScope {
  /** The user can decline it and allow the rest. */
  isOptional: boolean;
}

export function thirdPartyOf(
  { project }: Pick<ProjectContext, 'project'>,
  inboundApp: InboundApp,
  mcpServer: McpServer | undefined,
): ThirdParty {
  const { permissionsScopes, attributesScopes, scopeClaimMapping } = inboundApp.settings;
  const scopes = new Map<string, OwnScope>();
  const add = (given: InboundScope[], kind: 'roleNames' | 'attributes') => {
    for (const { name, description, values, optional } of given) {
      const empty = { name, description: '', isOptional: true, roleNames: [], attributes: [], claims: {} };
      const scope = scopes.get(name) ?? empty;
      scopes.set(name, {
        ...scope,
        description: scope.description || description,
        isOptional: scope.isOptional && optional,
        [kind]: [...scope[kind], ...values],
      });
    }
  };
  add(permissionsScopes, 'roleNames');
  add(attributesScopes, 'attributes');
  add(mcpServer?.settings.scopes ?? [], 'roleNames');
  for (const { scope: name, description, mandatory, useProjectMapping, ...own } of scopeClaimMapping) {
    const claims = useProjectMapping ? mappedClaims(project.settings.scopeClaimMapping, name) : own.claims;
    const { roleNames = [], attributes = [] } = scopes.get(name) ?? {};
    scopes.set(name, { name, description, isOptional: !mandatory, roleNames, attributes, claims });
  }
  return { inboundApp, mcpServer, scopes: [...scopes.values()] };
}

/** Claims that the granted scopes of an application add to its tokens. */
export interface OwnClaims {
  /** Roles, permissions and the tenant: for every token. */
  rights: Record<string, unknown>;
  /** Facts about the user: for the ID token and `userinfo`. */
  attributes: Record<string, unknown>;
}

/**
 * Returns the claims that the granted scopes of the application add. An application gets a role only if the user has it, so
 * nobody can give away more than they have.
 */
export async function ownClaims(
  ctx: ProjectData,
  thirdParty: ThirdParty | undefined,
  user: InReach,
  grant: Pick<Grant, 'scopes' | 'tenantId' | 'allowed'>,
): Promise<OwnClaims> {
  if (!thirdParty) return { rights: {}, attributes: {} };
  const allowed = grant.allowed ?? nothingAllowed;
  const own = thirdParty.scopes
    .filter(({ name }) => grant.scopes.includes(name))
    .flatMap((scope) => withinAllowed(scope, allowed));
  const tenant = user.tenants.find(({ tenantId }) => tenantId === grant.tenantId);
  // What the user may do in the project was not allowed to an application that acts for a tenant.
  const holder = grant.tenantId ? tenant : user;
  if (!holder) return { rights: {}, attributes: attributesOf(user, own) };
  const rights =
    getsAllRights(thirdParty) && allowed.allRights ? allRights(user) : await rightsOf(ctx, holder, own);
  return {
    rights: { ...rights, ...(tenant && { dct: tenant.tenantId }) },
    attributes: attributesOf(user, own),
  };
}

/** Finds the third-party application that a grant belongs to, unless it or its MCP server has been deleted. */
export async function thirdPartyOfGrant(ctx: ProjectContext, grant: Grant): Promise<ThirdParty | undefined> {
  if (!isInboundClientId(ctx.project.id, grant.clientId)) return undefined;
  const inboundApp = await findInboundAppOfClient(ctx, grant.clientId);
  const mcpServer = grant.mcpServerId ? await findMcpServer(ctx, grant.mcpServerId) : undefined;
  if (!inboundApp || (grant.mcpServerId && !mcpServer)) return undefined;
  return thirdPartyOf(ctx, inboundApp, mcpServer);
}

function allRights(user: InReach) {
  const tenants = user.tenants.map(({ tenantId, roleNames, permissions }) => [
    tenantId,
    { roles: roleNames, permissions },
  ]);
  return { roles: user.roleNames, permissions: user.permissions, tenants: Object.fromEntries(tenants) };
}

/** Returns the roles of the scopes that the user has, with the permissions of these roles; nothing without such a scope. */
async function rightsOf(
  ctx: ProjectData,
  holder: InReach | Membership,
  own: OwnScope[],
): Promise<Record<string, unknown>> {
  const named = new Set(own.flatMap(({ roleNames }) => roleNames));
  if (named.size === 0) return {};
  const roles = holder.roleNames.filter((name) => named.has(name));
  const tenantId = 'tenantId' in holder ? holder.tenantId : '';
  const found =
    roles.length === 0
      ? []
      : await searchRoles(ctx, { names: roles, tenantIds: [tenantId], includeProjectRoles: true });
  const permissions = [...new Set(found.flatMap((role) => role.permissionNames))];
  return tenantId ? { tenants: { [tenantId]: { roles, permissions } } } : { roles, permissions };
}

function attributesOf(user: User, own: OwnScope[]): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const name of own.flatMap(({ attributes }) => attributes)) {
    const standard = Object.hasOwn(standardAttributes, name) && standardAttributes[name];
    const value = standard ? standard(user) : { [name]: customValue(user, name) };
    for (const [claim, content] of Object.entries(value)) {
      if (content !== undefined && content !== '') claims[claim] = content;
    }
  }
  for (const [claim, template] of own.flatMap((scope) => Object.entries(scope.claims))) {
    const content = fillTemplate(template, (attribute) => templateValue(user, attribute));
    if (content !== undefined && content !== '') claims[claim] = content;
  }
  return claims;
}

function customValue({ customAttributes }: User, name: string): unknown {
  return Object.hasOwn(customAttributes, name) ? customAttributes[name] : undefined;
}

function templateValue(user: User, attribute: string): unknown {
  const [, custom] = /^customAttributes\.(.+)$/.exec(attribute) ?? [];
  if (custom !== undefined) return customValue(user, custom);
  if (attribute === 'userId') return user.id;
  if (attribute === 'loginId') return user.loginIds[0];
  return user[attribute as keyof User];
}

/** The attributes that every user has, as claims of OpenID Connect. */
const standardAttributes: Record<string, ((user: User) => Record<string, unknown>) | undefined> = {
  loginIds: ({ loginIds }) => ({ preferred_username: loginIds[0] }),
  ...Object.fromEntries(
    textFields.map((field) => [field, (user: User) => ({ [profileFields[field].claim]: user[field] })]),
  ),
  email: ({ email, verifiedEmail }) => (email ? { email, email_verified: verifiedEmail } : {}),
  phone: ({ phone, verifiedPhone }) =>
    phone ? { phone_number: phone, phone_number_verified: verifiedPhone } : {},
};
