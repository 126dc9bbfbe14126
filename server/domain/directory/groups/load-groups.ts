import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requireTenants } from '../tenants/load-tenant.ts';
import { findUserId } from '../users/load-user.ts';
import {
  type DirectoryPlace,
  type Identity,
  listDirectoryPlaces,
  listGroupIdentities,
  listGroupNames,
} from './store.ts';
import type { Group } from './user-group.ts';

export interface GroupScope {
  tenantId: string;
  /** Absent or empty: groups of all connections of the tenant. */
  connectionId?: string;
}

/**
 * Returns the groups that the identity provider reported at each member's last sign-in. Former members of the
 * tenant are left out; a later change at the identity provider shows after the member's next sign-in.
 */
export async function loadGroups(ctx: ProjectData, { tenantId, connectionId = '' }: GroupScope) {
  await requireTenants(ctx, [tenantId]);
  const [identities, places] = await Promise.all([
    listGroupIdentities(ctx.db, ctx.project.id, { tenantId, connectionId }),
    connectionId ? [] : listDirectoryPlaces(ctx.db, ctx.project.id, { tenantId }),
  ]);
  return [...directoryGroups(places), ...toGroups(identities)];
}

/** Returns the group with this name, or this ID, from the directory and from each connection that has it. */
export async function loadGroup(
  ctx: ProjectData,
  { tenantId, connectionId = '' }: GroupScope,
  name: string,
): Promise<Group[]> {
  await requireTenants(ctx, [tenantId]);
  const names = [name];
  const [identities, places] = await Promise.all([
    listGroupIdentities(ctx.db, ctx.project.id, { tenantId, connectionId, names }),
    connectionId ? [] : listDirectoryPlaces(ctx.db, ctx.project.id, { tenantId, nameOrId: name }),
  ]);
  return [...directoryGroups(places), ...toGroups(identities, names)];
}

/** Returns the groups of which at least one of these users is a member, with all their members. */
export async function loadGroupsOfMembers(
  ctx: ProjectData,
  { tenantId, connectionId = '' }: GroupScope,
  { userIds, loginIds }: { userIds: string[]; loginIds: string[] },
): Promise<Group[]> {
  if (userIds.length + loginIds.length === 0) {
    throw new ServiceError(
      'E011002',
      'userIds and loginIds are both empty. Give the users whose groups to load',
    );
  }
  await requireTenants(ctx, [tenantId]);
  const found = await Promise.all(loginIds.map((loginId) => findUserId(ctx, loginId)));
  const members = [...userIds, ...found.filter((id) => id !== undefined)];
  const scope = { tenantId, connectionId };
  const theirs = await listGroupNames(ctx.db, ctx.project.id, scope, members);
  const places = connectionId
    ? []
    : await listDirectoryPlaces(ctx.db, ctx.project.id, { tenantId, userIds: members });
  const ofDirectory = directoryGroups(places);
  const names = [...new Set(theirs.map(({ name }) => name))];
  if (names.length === 0) return ofDirectory;
  const keys = new Set(theirs.map(({ connectionId, name }) => keyOf(connectionId, name)));
  const groups = toGroups(await listGroupIdentities(ctx.db, ctx.project.id, { ...scope, names }), names);
  return [...ofDirectory, ...groups.filter((group) => keys.has(keyOf(group.connectionId, group.name)))];
}

function keyOf(connectionId: string, name: string): string {
  return `${connectionId}\n${name}`;
}

/** Builds groups of the directory in the order of their names. */
function directoryGroups(places: DirectoryPlace[]): Group[] {
  const byGroup = Map.groupBy(places, ({ groupId }) => groupId);
  return [...byGroup].map(([id, own]) => ({
    id,
    name: own[0]?.groupName ?? '',
    source: 'scim',
    connectionId: '',
    members: own.flatMap(({ userId, loginId, name }) =>
      userId ? [{ userId, loginId: loginId ?? '', name: name ?? '' }] : [],
    ),
  }));
}

/** Builds groups in the order of connections and names. */
function toGroups(identities: Identity[], onlyNames?: string[]): Group[] {
  const wanted = onlyNames && new Set(onlyNames);
  const groups = new Map<string, Group>();
  const seen = new Set<string>();
  for (const { connectionId, groups: names, ...member } of identities) {
    for (const name of new Set(names)) {
      if (wanted && !wanted.has(name)) continue;
      const key = keyOf(connectionId, name);
      const group: Group = groups.get(key) ?? {
        id: name,
        name,
        source: 'jit',
        connectionId,
        members: [],
      };
      groups.set(key, group);
      // One user can have several subjects at one identity provider.
      if (seen.has(`${key}\n${member.userId}`)) continue;
      seen.add(`${key}\n${member.userId}`);
      group.members.push(member);
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
