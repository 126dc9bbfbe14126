import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { isExemptFromSso } from '../../directory/tenants/load-tenant.ts';
import type { RoleHolder } from '../../directory/tenants/query-heirs.ts';
import {
  findHeirs,
  findLimitsBelow,
  type Heir,
  sourcesAmong,
} from '../../directory/tenants/role-inheritance.ts';
import type { SessionLimits } from '../../directory/tenants/tenant.ts';
import { beganAt, type Membership, type User } from '../../directory/users/user.ts';
import { tenantsWithUnmetPolicy } from '../sign-in-policy/apply-policy.ts';
import type { Holder } from './claims/holder.ts';
import { lifetimesOf } from './lifetimes.ts';
import type { Session } from './session.ts';

/** The facts about a session that decide which tenants it reaches. */
export interface Reach
  extends Pick<Session, 'userId' | 'amr' | 'ssoTenantIds' | 'createdAt' | 'provenAt' | 'impersonatorId'> {
  /** The lifetimes, if the request has looked for them already. */
  lifetimes?: Required<SessionLimits> | undefined;
}

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
  /** Tenants that came into reach after the sign-in, but whose sign-in policies the session does not satisfy. */
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
 * - a tenant that it could not reach when the user signed in only if it satisfies the sign-in policy: the user has joined it
 *   since, or it has been enabled, opened to other sign-ins or to inherited roles,
 * - sub-tenants in which the user inherits roles from a tenant in reach, through tenants in reach.
 *
 * An impersonation reaches tenants that enforce SSO, because the right to impersonate opens them. Costs no query for
 * users without tenants that enforce SSO, have sub-tenants, or came into reach after the sign-in.
 */
export async function userInReach(ctx: ProjectContext, session: Reach, user: User): Promise<InReach> {
  const open: Membership[] = [];
  for (const tenant of user.tenants) {
    if (isOpen(tenant, session) || (await isExempt(ctx, tenant, user))) open.push(tenant);
  }
  const unmet = await tenantsWithUnmetPolicy(ctx, { user, session }, open);
  const own = open.filter((tenant) => !unmet.includes(tenant));
  const heirs = await heirsOf(ctx, own, 'user');
  const unmetBelow = await tenantsWithUnmetPolicy(ctx, { user, session }, inheritedOf(own, heirs));
  const lifetimes = session.lifetimes ?? (await lifetimesOfUser(ctx, user));
  const reaching = complete(user, own, throughOpen(heirs, unmetBelow), lifetimes);
  return { ...reaching, unmet: [...unmet, ...unmetBelow] };
}

/** Returns the facts about a session that the project's own server starts now. */
export function newReach(ctx: TimedProjectData, userId: string, impersonatorId = ''): Reach {
  const now = ctx.now();
  return { userId, amr: ['mgmt'], ssoTenantIds: [], createdAt: now, provenAt: now, impersonatorId };
}

/** Returns the user in a session that would start now with the same proof: an older session may reach more. */
export function userInNewReach(ctx: ProjectContext, session: Reach, user: User): Promise<InReach> {
  return userInReach(ctx, { ...session, createdAt: ctx.now() }, user);
}

/** Returns an access key, an anonymous session or the user bound to a key, who reach every tenant that is not disabled. */
export async function holderInReach<H extends Holder>(
  ctx: ProjectData,
  holder: H,
  kind: RoleHolder = 'user',
): Promise<InReach<H>> {
  const own = holder.tenants.filter(({ isDisabled }) => !isDisabled);
  const heirs = await heirsOf(ctx, own, kind);
  return complete(holder, own, heirs, await lifetimesOfHolder(ctx, holder, kind));
}

/** Returns the user as an administrator sees them, but only with the tenants in reach and without inherited roles. */
export function asMember(user: InReach): User {
  return { ...user, tenants: user.ownTenants };
}

/** Returns the lifetimes of all sessions of a user: each tenant counts, whether a session reaches it or not. */
export function lifetimesOfUser(ctx: ProjectData, user: Holder): Promise<Required<SessionLimits>> {
  return lifetimesOfHolder(ctx, user, 'user');
}

async function lifetimesOfHolder(ctx: ProjectData, { tenants }: Holder, kind: RoleHolder) {
  const below = await findLimitsBelow(ctx, sourcesAmong(tenants, kind), kind);
  return lifetimesOf(ctx, [...tenants, ...below]);
}

function isOpen({ tenantId, isDisabled, enforcesSso, joinedAt = 0 }: Membership, session: Reach): boolean {
  if (isDisabled) return false;
  if (!enforcesSso || session.impersonatorId || session.ssoTenantIds.includes(tenantId)) return true;
  // Another tenant's provider never speaks for this one, whenever the setting began.
  if (session.ssoTenantIds.length > 0) return false;
  return session.createdAt < enforcesSso.since && joinedAt < enforcesSso.since;
}

async function isExempt(
  ctx: ProjectData,
  { tenantId, isDisabled }: Membership,
  { id }: User,
): Promise<boolean> {
  return !isDisabled && isExemptFromSso(ctx, tenantId, id);
}

/** Finds the sub-tenants that inherit roles of these memberships. Costs nothing if none of the tenants has sub-tenants. */
async function heirsOf(ctx: ProjectData, tenants: Membership[], kind: RoleHolder): Promise<Heir[]> {
  const sources = sourcesAmong(tenants, kind);
  return sources.length === 0 ? [] : findHeirs(ctx, sources, kind);
}

/** Returns the sub-tenants to which the holder does not belong, each since its roles came from the first of its ancestors. */
function inheritedOf(own: Membership[], heirs: Heir[]): Membership[] {
  const ownById = new Map(own.map((tenant) => [tenant.tenantId, tenant]));
  const inherited = new Map<string, Membership & { joinedAt: number }>();
  for (const { tenantId, tenantName, from, since } of heirs) {
    const source = ownById.get(from);
    if (!source || ownById.has(tenantId)) continue;
    const joinedAt = Math.max(since, beganAt(source));
    const known = inherited.get(tenantId);
    if (known) known.joinedAt = Math.min(known.joinedAt, joinedAt);
    else
      inherited.set(tenantId, {
        tenantId,
        tenantName,
        joinedAt,
        roleNames: [],
        permissions: [],
        isInherited: true,
      });
  }
  return [...inherited.values()];
}

/** Leaves out the sub-tenants whose policy is not satisfied, and those that inherit roles through them. */
function throughOpen(heirs: Heir[], unmet: Membership[]): Heir[] {
  if (unmet.length === 0) return heirs;
  const unmetIds = new Set(unmet.map(({ tenantId }) => tenantId));
  const closed = new Set<string>();
  return heirs.filter(({ from, parentId, tenantId }) => {
    // The heirs of one ancestor are in the order of their depth.
    const isOpen = !unmetIds.has(tenantId) && !closed.has(`${from}/${parentId}`);
    if (!isOpen) closed.add(`${from}/${tenantId}`);
    return isOpen;
  });
}

/** Adds the roles that the holder inherits, and the lifetimes. */
function complete<H extends Holder>(
  holder: H,
  own: Membership[],
  heirs: Heir[],
  lifetimes: Required<SessionLimits>,
): InReach<H> {
  const ownById = new Map(own.map((tenant) => [tenant.tenantId, tenant]));
  const inherited = inheritedOf(own, heirs);
  const tenants = new Map([...own, ...inherited].map((tenant) => [tenant.tenantId, { ...tenant }]));
  for (const { tenantId, from } of heirs) {
    const [tenant, source] = [tenants.get(tenantId), ownById.get(from)];
    if (!tenant || !source) continue;
    tenant.roleNames = [...new Set([...tenant.roleNames, ...source.roleNames])];
    tenant.permissions = [...new Set([...tenant.permissions, ...source.permissions])].sort();
  }
  const reaching: Reached = { tenants: [...tenants.values()], ownTenants: own, unmet: [], lifetimes };
  return { ...holder, ...reaching } as InReach<H>;
}
