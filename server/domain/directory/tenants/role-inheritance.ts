import type { ProjectContext } from '../../../core/context.ts';
import { listHeirs } from './store-inheritance.ts';
import type { SessionLimits, TenantSettings } from './tenant.ts';

/** The settings that decide which roles a tenant passes to its sub-tenants. */
export type Inheritance = 'all' | 'users' | 'none';

/** The maximum number of tenants that a session names besides its holder's own. */
export const maxInheritedTenants = 100;

/** A sub-tenant in which a user has the roles of an ancestor tenant. */
export interface Heir {
  tenantId: string;
  tenantName: string;
  /** The ancestor tenant of which the user is a member. */
  from: string;
  sessionLimits?: SessionLimits;
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

/** The part of a membership that decides whether its roles pass on. */
interface Source {
  tenantId: string;
  roleNames: string[];
  passesRoles?: Inheritance;
  isInherited?: boolean;
}

/**
 * Finds the sub-tenants in which a member of these tenants has roles that they inherit. Costs nothing for a user whose tenants
 * have no sub-tenants.
 */
export async function findInheritedTenantIds(ctx: ProjectContext, memberships: Source[]): Promise<string[]> {
  const sources = memberships.filter(
    ({ roleNames, passesRoles = 'none', isInherited }) =>
      !isInherited && roleNames.length > 0 && passesRoles !== 'none',
  );
  if (sources.length === 0) return [];
  const sourceIds = sources.map(({ tenantId }) => tenantId);
  return (await findHeirs(ctx, sourceIds, 'user')).map(({ tenantId }) => tenantId);
}

/** Finds the descendants that inherit roles from these tenants, nearest first, then oldest first. */
export async function findHeirs(
  ctx: ProjectContext,
  tenantIds: string[],
  holder: 'user' | 'accessKey',
): Promise<Heir[]> {
  const among: Inheritance[] = holder === 'user' ? ['all', 'users'] : ['all'];
  const heirs: Heir[] = [];
  let level = tenantIds.map((id) => ({ id, from: id }));
  while (level.length > 0 && heirs.length < maxInheritedTenants) {
    const left = maxInheritedTenants - heirs.length;
    const parents = new Map(level.map(({ id, from }) => [id, from]));
    const found = await listHeirs(ctx.db, ctx.project.id, { parentIds: [...parents.keys()], among, left });
    heirs.push(
      ...found.map(({ id, name, parentId, sessionLimits }) => ({
        tenantId: id,
        tenantName: name,
        from: parents.get(parentId ?? '') ?? '',
        ...(sessionLimits && { sessionLimits: JSON.parse(sessionLimits) as SessionLimits }),
      })),
    );
    level = found
      .filter(({ hasSubTenants, passesRoles }) => hasSubTenants && among.includes(passesRoles))
      .map(({ id, parentId }) => ({ id, from: parents.get(parentId ?? '') ?? '' }));
  }
  return heirs;
}
