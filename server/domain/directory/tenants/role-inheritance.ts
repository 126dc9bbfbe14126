import type { ProjectData } from '../../../core/context.ts';
import type { Db } from '../../../storage/tables.ts';
import type { RoleHolder } from './query-heirs.ts';
import { listHeirs, listLimitsBelow, listLimitsBelowUser, listPlaces } from './store-inheritance.ts';
import type { SessionLimits, TenantSettings } from './tenant.ts';

/** The settings that decide which roles a tenant passes to its sub-tenants. */
export type Inheritance = 'all' | 'users' | 'none';

/** The maximum number of tenants that a session names besides its holder's own. */
const maxInheritedTenants = 100;

/** A sub-tenant in which a holder has the roles of an ancestor tenant. */
export interface Heir {
  tenantId: string;
  tenantName: string;
  parentId: string;
  /** The ancestor tenant to which the holder belongs. */
  from: string;
  /** The time since which its roles pass all the way. */
  since: number;
}

const inheritances: Record<TenantSettings['roleInheritance'], Inheritance> = {
  '': 'all',
  none: 'none',
  userOnly: 'users',
};

/**
 * Returns the settings as sign-ins read them. Roles pass neither through a tenant with `none`, nor into one that is
 * disabled or enforces its own SSO: users who signed in another way have no rights there.
 */
export function inheritanceColumns({ roleInheritance, disabled, enforceSso }: TenantSettings) {
  const passesRoles = inheritances[roleInheritance];
  return { passesRoles, inheritsRoles: disabled || enforceSso ? 'none' : passesRoles } as const;
}

/** Reports whether a change lets roles of users pass into a tenant, or on from it, that did not before. */
export function opensInheritance(before: TenantSettings, after: TenantSettings): boolean {
  const [was, is] = [inheritanceColumns(before), inheritanceColumns(after)];
  return (['inheritsRoles', 'passesRoles'] as const).some(
    (name) => was[name] === 'none' && is[name] !== 'none',
  );
}

/** The part of a membership that decides whether its roles pass on. */
interface Source {
  tenantId: string;
  roleNames: string[];
  passesRoles?: Inheritance;
  isInherited?: boolean;
}

/** Returns those of a holder's tenants whose roles pass on to sub-tenants. */
export function sourcesAmong(memberships: Source[], holder: RoleHolder): string[] {
  return memberships
    .filter((one) => !one.isInherited && one.roleNames.length > 0 && passes(holder, one.passesRoles))
    .map(({ tenantId }) => tenantId);
}

function passes(holder: RoleHolder, setting: Inheritance = 'none'): boolean {
  return holder === 'user' ? setting !== 'none' : setting === 'all';
}

/**
 * Finds the descendants that inherit roles from these tenants, nearest first, then oldest first, as many as a session names.
 * What concerns a sub-tenant that a session does not reach must not come from here: others can have its place.
 */
export async function findHeirs(ctx: ProjectData, tenantIds: string[], holder: RoleHolder): Promise<Heir[]> {
  const heirs: Heir[] = [];
  let level = new Map(tenantIds.map((id) => [id, { from: id, since: 0 }]));
  while (level.size > 0 && heirs.length < maxInheritedTenants) {
    const left = maxInheritedTenants - heirs.length;
    const found = await listHeirs[holder](ctx.db, {
      projectId: ctx.project.id,
      parentIds: [...level.keys()],
      left,
    });
    const below: typeof level = new Map();
    for (const { id, name, parentId, hasSubTenants, passesRoles, ...row } of found) {
      const parent = level.get(parentId);
      if (!parent) continue;
      const since = Math.max(parent.since, row.parentInheritsSince, row.createdAt, row.inheritsSince);
      const { from } = parent;
      heirs.push({ tenantId: id, tenantName: name, parentId, from, since });
      if (hasSubTenants && passes(holder, passesRoles)) below.set(id, { from, since });
    }
    level = below;
  }
  return heirs;
}

/** Finds the session limits of all sub-tenants that inherit roles from these tenants. Costs nothing without tenants. */
export async function findLimitsBelow(
  ctx: ProjectData,
  tenantIds: string[],
  holder: RoleHolder,
): Promise<{ sessionLimits: SessionLimits }[]> {
  if (tenantIds.length === 0) return [];
  const sources = { projectId: ctx.project.id, sourceIds: tenantIds };
  return (await listLimitsBelow[holder](ctx.db, sources)).map(toLimits);
}

/** Finds the session limits of all tenants in which a user inherits roles, without loading the user. */
export async function findLimitsBelowUser(
  ctx: ProjectData,
  userId: string,
): Promise<{ sessionLimits: SessionLimits }[]> {
  return (await listLimitsBelowUser(ctx.db, { projectId: ctx.project.id, userId })).map(toLimits);
}

function toLimits({ sessionLimits }: { sessionLimits: string }) {
  return { sessionLimits: JSON.parse(sessionLimits) as SessionLimits };
}

/** The place of a tenant in the tree, with the settings that decide which roles pass there. */
export interface Place {
  id: string;
  name: string;
  parentId: string | null;
  passesRoles: Inheritance;
  inheritsRoles: Inheritance;
}

/** Loads the places of tenants and of all their ancestors. Costs one query for each level. */
export async function loadPlaces(db: Db, projectId: string, ids: string[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for (let next = ids; next.length > 0; ) {
    const rows = await listPlaces(db, projectId, next);
    for (const row of rows) places.set(row.id, row);
    next = rows.flatMap(({ parentId }) => (parentId && !places.has(parentId) ? parentId : []));
  }
  return places;
}

/** Returns the ancestors of which users inherit roles in a tenant, nearest first. */
export function ancestorsWithHeir(places: Map<string, Place>, id: string): Place[] {
  const ancestors: Place[] = [];
  let below = places.get(id);
  while (below?.parentId && passes('user', below.inheritsRoles)) {
    const parent = places.get(below.parentId);
    if (!parent || !passes('user', parent.passesRoles)) break;
    ancestors.push(parent);
    below = parent;
  }
  return ancestors;
}
