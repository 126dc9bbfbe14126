import type { ProjectData } from '../../../core/context.ts';
import { loadRoles } from '../../directory/roles/load-roles.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import type { TestOutcome } from '../sso/failures.ts';
import type { LoadedConnection } from '../sso/load-connection.ts';

/** Role names without private roles, which a tenant's administrators must not see. */
export interface ShownRoles {
  mappings: { roleName: string; groups: string[] }[];
  /** The roles of every user who signs in through the connection. */
  always: string[];
  /** The roles among them that the last test would have granted. */
  ofOutcome: string[];
}

export async function shownRoles(
  ctx: ProjectData,
  { connection, tenant }: LoadedConnection,
  outcome: TestOutcome | undefined,
): Promise<ShownRoles> {
  const { roleMappings, defaultRoleIds } = connection.settings;
  const ids = [...new Set([...roleMappings.map(({ roleId }) => roleId), ...defaultRoleIds])];
  const shown = (await loadRoles(ctx, ids)).filter(({ isPrivate }) => !isPrivate);
  const nameOf = (id: string) => shown.find((role) => role.id === id)?.name ?? [];
  return {
    mappings: roleMappings.flatMap(({ roleId, groups }) =>
      [nameOf(roleId)].flat().map((roleName) => ({ roleName, groups })),
    ),
    always: defaultRoleIds.flatMap(nameOf),
    ofOutcome: outcome?.succeeded ? await publicOnes(ctx, tenant.id, outcome.roles) : [],
  };
}

/** Removes private roles. Within a tenant, a name means the tenant's own role, or else the project's. */
async function publicOnes(ctx: ProjectData, tenantId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const found = await searchRoles(ctx, { names, tenantIds: [tenantId], includeProjectRoles: true });
  return names.filter((name) => {
    const same = found.filter((role) => role.name === name);
    const meant = same.find((role) => role.tenantId === tenantId) ?? same[0];
    return meant && !meant.isPrivate;
  });
}
