import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { foldName, normalizeName } from '../../../core/names.ts';
import { requireVersion, versionOf } from '../../../protocols/scim/etag.ts';
import { readResource } from '../../../protocols/scim/read-resource.ts';
import { groupSchemaId, isObject, type Resource } from '../../../protocols/scim/schema.ts';
import { invalidValue, ScimError } from '../../../protocols/scim/scim-error.ts';
import { transaction } from '../../../storage/transaction.ts';
import { holdUsers } from '../../directory/users/revocations.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { refreshSsoRoles } from '../sso/identities/refresh-roles.ts';
import { givesRoles } from '../sso/role-mappings.ts';
import type { Directory } from './directory.ts';
import { text } from './directory-user.ts';
import { listPresent } from './store.ts';
import {
  countMembers,
  deleteGroupMembers,
  deleteGroupRow,
  findGroups,
  type GroupRow,
  insertGroup,
  insertGroupMembers,
  listGroupIds,
  listGroupMembers,
  lockGroup,
  updateGroup,
} from './store-groups.ts';

/** A group of the directory. */
export interface DirectoryGroup {
  row: GroupRow;
  memberCount: number;
  /** The IDs of the users in it. Absent: not loaded. */
  members: string[] | undefined;
}

export async function withMembers(
  ctx: ProjectContext,
  { place }: Directory,
  rows: GroupRow[],
  isShown: boolean,
): Promise<DirectoryGroup[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  if (!isShown) {
    const counts = await countMembers(ctx.db, place, ids);
    return rows.map((row) => ({ row, memberCount: counts.get(row.id) ?? 0, members: undefined }));
  }
  const members = Map.groupBy(await listGroupMembers(ctx.db, place, ids), ({ groupId }) => groupId);
  return rows.map((row) => {
    const own = (members.get(row.id) ?? []).map(({ userId }) => userId);
    return { row, memberCount: own.length, members: own };
  });
}

export async function loadDirectoryGroup(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
  isShown = true,
): Promise<DirectoryGroup> {
  const [group] = await withMembers(ctx, directory, await findGroups(ctx.db, directory.place, [id]), isShown);
  if (!group) throw noGroup();
  return group;
}

function noGroup(): ScimError {
  return new ScimError(404, 'No group of the tenant has this ID');
}

/** Returns a group as the directory sent it. */
function contentOf({ base }: Directory, { row, members = [] }: DirectoryGroup): Resource {
  return {
    ...(row.externalId && { externalId: row.externalId }),
    displayName: row.displayName,
    ...(members.length > 0 && {
      members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
    }),
  };
}

/** The version of a group follows from its last change and the number of its members, so that a long list need not be read for it. */
function groupVersion({ row, memberCount }: DirectoryGroup): string {
  return versionOf([row.displayName, row.externalId, row.modifiedAt, memberCount]);
}

export function groupResource(directory: Directory, group: DirectoryGroup): Resource {
  const { id, createdAt, modifiedAt } = group.row;
  return {
    schemas: [groupSchemaId],
    id,
    ...contentOf(directory, group),
    meta: {
      resourceType: 'Group',
      created: new Date(createdAt).toISOString(),
      lastModified: new Date(modifiedAt).toISOString(),
      location: `${directory.base}/Groups/${id}`,
      version: groupVersion(group),
    },
  };
}

export async function createGroup(
  ctx: ProjectContext,
  directory: Directory,
  body: unknown,
): Promise<DirectoryGroup> {
  const content = readResource(directory.types.Group, body);
  const { displayName, externalId } = namesOf(content);
  const members = memberIds(content);
  const { place, tenantId } = directory;
  return transaction(ctx, async (ctx) => {
    await requireUsers(ctx, directory, members);
    const now = ctx.now();
    const id = newId('G', now);
    const row = {
      displayName,
      foldedName: foldName(displayName),
      externalId,
      createdAt: now,
      modifiedAt: now,
    };
    if (!(await insertGroup(ctx.db, { ...place, id, ...row }))) throw taken(displayName);
    await insertGroupMembers(
      ctx.db,
      members.map((userId) => ({ ...place, groupId: id, userId })),
    );
    const data = { id, name: displayName, members: members.length };
    await recordAudit(ctx, { action: 'GroupCreated', tenantId, data });
    await refresh(ctx, directory, members, [displayName]);
    return loadDirectoryGroup(ctx, directory, id);
  });
}

/** Changes a group to what `next` makes of its present content, which runs under a lock. Writes nothing if nothing changes. */
export async function changeGroup(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
  next: (content: Resource) => Resource,
  ifMatch?: string,
): Promise<DirectoryGroup> {
  const { place, tenantId } = directory;
  return transaction(ctx, async (ctx) => {
    const row = await lockGroup(ctx.db, place, id);
    if (!row) throw noGroup();
    const [group] = await withMembers(ctx, directory, [row], true);
    const current = group as DirectoryGroup;
    requireVersion(ifMatch, groupVersion(current));
    const content = next(contentOf(directory, current));
    const { displayName, externalId } = namesOf(content);
    const [before, wanted] = [new Set(current.members), new Set(memberIds(content))];
    const added = [...wanted].filter((one) => !before.has(one));
    const removed = [...before].filter((one) => !wanted.has(one));
    const isRenamed = displayName !== row.displayName;
    if (!isRenamed && externalId === row.externalId && added.length + removed.length === 0) return current;
    await requireUsers(ctx, directory, added);
    const foldedName = foldName(displayName);
    if (foldedName !== foldName(row.displayName) && (await isTaken(ctx, directory, foldedName)))
      throw taken(displayName);
    const modifiedAt = Math.max(ctx.now(), row.modifiedAt + 1);
    await updateGroup(ctx.db, place, id, { displayName, foldedName, externalId, modifiedAt });
    if (removed.length > 0) await deleteGroupMembers(ctx.db, place, id, removed);
    await insertGroupMembers(
      ctx.db,
      added.map((userId) => ({ ...place, groupId: id, userId })),
    );
    const data = {
      id,
      name: displayName,
      ...(isRenamed && { before: row.displayName }),
      ...(added.length > 0 && { added: added.length, addedUserIds: added.slice(0, maxNamed) }),
      ...(removed.length > 0 && { removed: removed.length, removedUserIds: removed.slice(0, maxNamed) }),
    };
    await recordAudit(ctx, { action: 'GroupModified', tenantId, data });
    const touched = isRenamed ? [...new Set([...before, ...wanted])] : [...added, ...removed];
    await refresh(ctx, directory, touched, [row.displayName, displayName]);
    return loadDirectoryGroup(ctx, directory, id);
  });
}

/** The most users that an audit event names. */
const maxNamed = 100;

export async function deleteGroup(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
  ifMatch?: string,
): Promise<void> {
  const { place, tenantId } = directory;
  await transaction(ctx, async (ctx) => {
    const row = await lockGroup(ctx.db, place, id);
    if (!row) throw noGroup();
    const [group] = await withMembers(ctx, directory, [row], true);
    const { members = [] } = group as DirectoryGroup;
    requireVersion(ifMatch, groupVersion(group as DirectoryGroup));
    await deleteGroupRow(ctx.db, place, id);
    await recordAudit(ctx, { action: 'GroupDeleted', tenantId, data: { id, name: row.displayName } });
    await refresh(ctx, directory, members, [row.displayName]);
  });
}

/** Gives the users the roles of their groups, if one of these names has to do with roles. */
async function refresh(
  ctx: ProjectContext,
  { tenantId }: Directory,
  userIds: string[],
  names: string[],
): Promise<void> {
  if (userIds.length === 0 || !(await givesRoles(ctx, tenantId, names))) return;
  await holdUsers(ctx, userIds);
  await refreshSsoRoles(ctx, tenantId, userIds);
}

async function isTaken(ctx: ProjectContext, { place }: Directory, foldedName: string): Promise<boolean> {
  return (await listGroupIds(ctx.db, place, { foldedName })).length > 0;
}

const maxNameLength = 1_024;

function namesOf(content: Resource): { displayName: string; externalId: string } {
  const displayName = normalizeName(text(content['displayName']));
  const externalId = text(content['externalId']);
  if (displayName === '') throw invalidValue('displayName is required');
  if (displayName.length > maxNameLength || externalId.length > maxNameLength)
    throw invalidValue(`displayName and externalId can have at most ${maxNameLength} characters`);
  return { displayName, externalId };
}

function memberIds({ members = [] }: Resource): string[] {
  const ids = (members as unknown[]).map((member) => {
    const { value, type } = isObject(member) ? member : {};
    if (text(type).toLowerCase() === 'group') throw invalidValue('A group can contain users only');
    if (text(value) === '') throw invalidValue('Each member must have the ID of a user as its value');
    return text(value);
  });
  return [...new Set(ids)];
}

/** Throws `invalidValue` unless all are users of the directory. */
async function requireUsers(ctx: ProjectContext, { place }: Directory, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Set(await listPresent(ctx.db, place, ids));
  const unknown = ids.find((id) => !found.has(id));
  if (unknown !== undefined)
    throw invalidValue(
      `${unknown.slice(0, 100)} is not the ID of a user of the tenant`,
      'A member is not the ID of a user of the tenant',
    );
}

function taken(displayName: string): ScimError {
  return new ScimError(
    409,
    `The tenant has a group named ${displayName.slice(0, 100)} already`,
    'uniqueness',
    { kept: 'The tenant has a group of this name already' },
  );
}
