import type { ProjectContext } from '../../../core/context.ts';
import { isExemptFromSso } from '../../directory/tenants/load-tenant.ts';
import { findHeirs } from '../../directory/tenants/role-inheritance.ts';
import type { SessionLimits } from '../../directory/tenants/tenant.ts';
import type { Membership, User } from '../../directory/users/user.ts';
import { tenantsWithUnmetPolicy } from '../sign-in-policy/apply-policy.ts';
import type { Holder } from './claims/holder.ts';
import { lifetimesOf } from './lifetimes.ts';
import type { Session } from './session.ts';

/** The facts about a session that decide which tenants it reaches. */
export type Reach = Pick<
  Session,
  'userId' | 'amr' | 'ssoTenantIds' | 'createdAt' | 'provenAt' | 'impersonatorId'
>;

declare const madeHere: unique symbol;

/**
 * A holder of rights as one session or access key has them. Only this file makes one. Whatever names a tenant, its roles or an
 * application that a tenant grants takes the tenants from here.
 */
export type InReach<H extends Holder = User> = H & Reached & { readonly [madeHere]: true };

interface Reached {
  /** The tenants in reach, including the sub-tenants in which the holder inherits roles. */
  tenants: Membership[];
  /** The tenants in reach to which the holder belongs, with the roles that an administrator gave. */
  ownTenants: Membership[];
  /** Tenants that the user joined after the sign-in, whose sign-in policies the session does not satisfy. Out of reach. */
  unmet: Membership[];
  /** The lifetimes of the project, or those of the holder's tenants where they are shorter. */
  lifetimes: Required<SessionLimits>;
}

/**
 * Returns the user as a session has them. A session reaches
 *
 * - no tenant that is disabled,
 * - a tenant that enforces SSO only if the session began through the tenant's identity provider, if the tenant exempts the
 *   user, or if the session began without SSO and is, like the membership, older than the setting,
 * - a tenant that the user joined after the sign-in only if the session satisfies its sign-in policy,
 * - sub-tenants in which the user inherits roles from a tenant in reach.
 *
 * An impersonation reaches tenants that enforce SSO, because the right to impersonate opens them. Costs no query for
 * users without tenants that enforce SSO, have sub-tenants, or were joined after the sign-in.
 */
export async function userInReach(ctx: ProjectContext, session: Reach, user: User): Promise<InReach> {
  const open: Membership[] = [];
  for (const tenant of user.tenants) {
    if (isOpen(tenant, session) || (await isExempt(ctx, tenant, user))) open.push(tenant);
  }
  const [own, unmet] = await byPolicy(ctx, session, open);
  const reaching = await complete(ctx, user, own, 'user');
  const inherited = reaching.tenants.filter(({ isInherited }) => isInherited);
  const [, unmetBelow] = await byPolicy(ctx, session, inherited);
  const tenants = reaching.tenants.filter((tenant) => !unmetBelow.includes(tenant));
  return { ...reaching, tenants, unmet: [...unmet, ...unmetBelow] };
}

/** Splits tenants into those whose sign-in policy the session satisfies, and the others. */
async function byPolicy(
  ctx: ProjectContext,
  session: Reach,
  tenants: Membership[],
): Promise<[Membership[], Membership[]]> {
  const unmet = await tenantsWithUnmetPolicy(ctx, session, tenants);
  if (unmet.size === 0) return [tenants, []];
  const isUnmet = ({ tenantId }: Membership) => unmet.has(tenantId);
  return [tenants.filter((tenant) => !isUnmet(tenant)), tenants.filter(isUnmet)];
}

/** Returns the facts about a session that the project's own server starts now. */
export function newReach(ctx: ProjectContext, userId: string, impersonatorId = ''): Reach {
  const now = ctx.now();
  return { userId, amr: ['mgmt'], ssoTenantIds: [], createdAt: now, provenAt: now, impersonatorId };
}

/** Returns the user in a session that would start now with the same proof: an older session may reach more. */
export function userInNewReach(ctx: ProjectContext, session: Reach, user: User): Promise<InReach> {
  return userInReach(ctx, { ...session, createdAt: ctx.now() }, user);
}

/** Returns an access key, an anonymous session or the user bound to a key, who reach every tenant that is not disabled. */
export function holderInReach<H extends Holder>(
  ctx: ProjectContext,
  holder: H,
  kind: 'user' | 'accessKey' = 'user',
): Promise<InReach<H>> {
  return complete(
    ctx,
    holder,
    holder.tenants.filter(({ isDisabled }) => !isDisabled),
    kind,
  );
}

/** Returns the user as an administrator sees them, but only with the tenants in reach and without inherited roles. */
export function asMember(user: InReach): User {
  return { ...user, tenants: user.ownTenants };
}

/** Returns the lifetimes of all sessions of a user: each tenant counts, whether a session reaches it or not. */
export async function lifetimesOfUser(ctx: ProjectContext, user: Holder): Promise<Required<SessionLimits>> {
  return lifetimesOf(ctx, [...user.tenants, ...(await heirsOf(ctx, user.tenants, 'user'))]);
}

function isOpen({ tenantId, isDisabled, enforcesSso, joinedAt = 0 }: Membership, session: Reach): boolean {
  if (isDisabled) return false;
  if (!enforcesSso || session.impersonatorId || session.ssoTenantIds.includes(tenantId)) return true;
  // Another tenant's provider never speaks for this one, whenever the setting began.
  if (session.ssoTenantIds.length > 0) return false;
  return session.createdAt < enforcesSso.since && joinedAt < enforcesSso.since;
}

async function isExempt(
  ctx: ProjectContext,
  { tenantId, isDisabled }: Membership,
  { id }: User,
): Promise<boolean> {
  return !isDisabled && isExemptFromSso(ctx, tenantId, id);
}

/** Adds the sub-tenants in which the holder inherits roles, and the lifetimes. */
async function complete<H extends Holder>(
  ctx: ProjectContext,
  holder: H,
  own: Membership[],
  kind: 'user' | 'accessKey',
): Promise<InReach<H>> {
  const heirs = await heirsOf(ctx, own, kind);
  const tenants = new Map(own.map((tenant) => [tenant.tenantId, { ...tenant }]));
  for (const { from, ...heir } of heirs) {
    const source = own.find(({ tenantId }) => tenantId === from);
    if (!source) continue;
    const tenant = tenants.get(heir.tenantId) ?? {
      ...{ ...heir, roleNames: [], permissions: [], isInherited: true },
      ...(source.joinedAt !== undefined && { joinedAt: source.joinedAt }),
    };
    tenant.roleNames = [...new Set([...tenant.roleNames, ...source.roleNames])];
    tenant.permissions = [...new Set([...tenant.permissions, ...source.permissions])].sort();
    tenants.set(heir.tenantId, tenant);
  }
  // On their own, because only so many sub-tenants are found: those out of reach must not take the place of others.
  const beyond = await heirsOf(
    ctx,
    holder.tenants.filter((tenant) => !own.includes(tenant)),
    kind,
  );
  const lifetimes = lifetimesOf(ctx, [...holder.tenants, ...heirs, ...beyond]);
  const reaching: Reached = { tenants: [...tenants.values()], ownTenants: own, unmet: [], lifetimes };
  return { ...holder, ...reaching } as InReach<H>;
}

/** Finds the sub-tenants that inherit roles of these memberships. Costs nothing if none of the tenants has sub-tenants. */
async function heirsOf(ctx: ProjectContext, tenants: Membership[], kind: 'user' | 'accessKey') {
  const sources = tenants.filter(
    ({ roleNames, passesRoles }) =>
      roleNames.length > 0 &&
      (kind === 'accessKey' ? passesRoles === 'all' : passesRoles && passesRoles !== 'none'),
  );
  if (sources.length === 0) return [];
  return findHeirs(
    ctx,
    sources.map(({ tenantId }) => tenantId),
    kind,
  );
}
