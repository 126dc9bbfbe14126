import type { ConnectionSettings } from '../connection.ts';

/**
 * Returns the roles of a user in `groups`: always the default ones, and those of every mapping that names one of the groups.
 * With a priority list, only one group counts: the first on the list that the user is in.
 */
export function mappedRoleIds(
  {
    defaultRoleIds,
    roleMappings,
    groupsPriority,
  }: Pick<ConnectionSettings, 'defaultRoleIds' | 'roleMappings' | 'groupsPriority'>,
  groups: string[],
): string[] {
  const own = new Set(groups);
  const first = groupsPriority.find((group) => own.has(group));
  const counted = groupsPriority.length === 0 ? own : new Set(first === undefined ? [] : [first]);
  const mapped = roleMappings.filter((mapping) => mapping.groups.some((group) => counted.has(group)));
  return [...new Set([...defaultRoleIds, ...mapped.map((mapping) => mapping.roleId)])];
}
