import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { instanceRole, type KeyRole } from '../../../core/key-rights.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { defaultRoleIds } from '../roles/default-roles.ts';
import { loadRoles } from '../roles/load-roles.ts';
import { loadUser, loadUserById, noUser } from '../users/load-user.ts';
import { type TenantRule, tenantCalls, userCalls } from './allowed-calls.ts';
import { hideOtherTenants } from './hide-other-tenants.ts';

type Called = Pick<Endpoint, 'role'> & { name?: string };
type Caller = Pick<ProjectContext, 'keyRights' | 'isInstanceKey'>;

/**
 * Throws E064012 unless the rights of the key allow the call. A call that no role allows needs a key with all rights; one that only owners
 * may make needs a key with rights over the instance.
 */
export function authorizeKey({ keyRights, isInstanceKey }: Caller, called: Called): void {
  const { name = '' } = called;
  if (called.role === 'owner' && !isInstanceKey) throw lacks(instanceRole);
  if (!keyRights) return;
  const { roles, tenantIds } = keyRights;
  if (!roles.some((role) => allows(role, called))) {
    throw lacks(called.role === 'auditor' ? 'project-read-only' : neededRole(name));
  }
  if (!tenantIds) return;
  if (!Object.hasOwn(tenantCalls, name)) throw lacks('all tenants');
  if (tenantIds.length === 0) throw lacks('any tenant, because the key’s tenants are deleted');
}

function allows(role: KeyRole, { name = '', role: needed }: Called): boolean {
  return role === 'project-users' ? userCalls.has(name) : needed === 'auditor';
}

const neededRole = (name: string) => (userCalls.has(name) ? 'project-users' : 'project-full-access');

/**
 * Calls the endpoint for a key. Refuses values that only owners may give, unless the key has rights over the instance. For a key that is
 * limited to tenants: with input about these only, and an answer that shows no other.
 */
export async function handleForKey(
  ctx: ProjectContext,
  endpoint: Pick<Endpoint, 'name' | 'handle' | 'fieldRoles'>,
  input: Record<string, unknown>,
): Promise<unknown> {
  if (!ctx.isInstanceKey && asksForOwner(endpoint, input)) throw lacks(instanceRole);
  const tenantIds = ctx.keyRights?.tenantIds;
  const handle = (input: Record<string, unknown>) =>
    endpoint.handle(ctx as Parameters<Endpoint['handle']>[0], input);
  if (!tenantIds) return handle(input);
  const rule = tenantCalls[endpoint.name] as TenantRule;
  const given = Object.keys(input).filter((field) => input[field] !== undefined);
  const refused = given.find((field) => !rule.fields.includes(field));
  if (refused) throw lacks(`all tenants, for the ${refused} field`);
  const narrowed = {
    ...input,
    ...narrowTenants(rule, tenantIds, input),
    ...(await nameUsers(ctx, rule, input)),
  };
  return hideOtherTenants(await handle(narrowed), tenantIds);
}

function asksForOwner(
  { fieldRoles = {} }: Pick<Endpoint, 'fieldRoles'>,
  input: Record<string, unknown>,
): boolean {
  return Object.entries(fieldRoles).some(([field, rule]) => {
    if (input[field] === undefined) return false;
    return (typeof rule === 'function' ? rule(input[field]) : rule) === 'owner';
  });
}

type Named = string | { tenantId: string };

function narrowTenants(
  { tenants: field, narrows }: TenantRule,
  ownIds: string[],
  input: Record<string, unknown>,
): Record<string, unknown> {
  if (!field) return {};
  const named = [(input[field] ?? []) as Named | Named[]]
    .flat()
    .map((one) => (typeof one === 'string' ? one : one.tenantId));
  if (named.length === 0 && narrows) return { [field]: ownIds };
  if (named.length === 0 || named.includes('')) {
    throw lacks(`all tenants. Send one of the key’s tenants in the ${field} field`);
  }
  const other = named.find((id) => !ownIds.includes(id));
  if (other !== undefined) throw lacks(`the tenant ${other}`);
  return {};
}

/** Checks the users that the input names, and names them by the ID, so that nobody else can take a name over before the call. */
async function nameUsers(
  ctx: ProjectContext,
  { user: needed, otherUser }: TenantRule,
  input: { loginId?: string; userId?: string } & Record<string, unknown>,
): Promise<Record<string, string>> {
  if (!needed) return {};
  const { loginId, userId } = input;
  if (loginId && userId) throw lacks('all tenants. Send loginId or userId, not both');
  if (!loginId && !userId) throw noUser();
  const id = await requireUser(ctx, needed, userId ? { userId } : { loginId: loginId as string });
  const other = otherUser && (await requireUser(ctx, needed, { loginId: input[otherUser] as string }));
  return { ...(userId ? { userId: id } : { loginId: id }), ...(other && { [otherUser as string]: other }) };
}

async function requireUser(
  ctx: ProjectContext,
  needed: 'member' | 'own',
  who: { loginId: string } | { userId: string },
): Promise<string> {
  const user = 'userId' in who ? await loadUserById(ctx, who.userId) : await loadUser(ctx, who.loginId);
  const ownIds = ctx.keyRights?.tenantIds ?? [];
  const isOwn = ({ tenantId }: { tenantId: string }) => ownIds.includes(tenantId);
  if (!user.tenants.some(isOwn)) throw noUser();
  if (needed === 'own') {
    if (!user.tenants.every(isOwn)) throw lacks('all tenants, because the user also belongs to others');
    if (await hasGivenRole(ctx, user.roleNames))
      throw lacks('all tenants, because the user has roles in the project');
  }
  return user.id;
}

/** Reports whether one of the user's project roles is not among those that every new user gets. */
export async function hasGivenRole(ctx: ProjectData, roleNames: string[]): Promise<boolean> {
  return (await findGivenRoles(ctx, roleNames)).size > 0;
}

/** Returns those of the project roles that not every new user gets. */
export async function findGivenRoles(ctx: ProjectData, roleNames: string[]): Promise<Set<string>> {
  if (roleNames.length === 0) return new Set();
  const ofEveryone = await loadRoles(ctx, await defaultRoleIds(ctx, ''));
  const names = new Set(ofEveryone.map(({ name }) => name));
  return new Set(roleNames.filter((name) => !names.has(name)));
}

function lacks(right: string): ServiceError {
  return new ServiceError('E064012', `The management key lacks the right ${right}`);
}
