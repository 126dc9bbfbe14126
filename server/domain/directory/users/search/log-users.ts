import type { ProjectData } from '../../../../core/context.ts';
import { type HeldBy, insertChanges, insertChangesOfHolders, insertNumbers } from './store-log.ts';

/**
 * Notes that what a search can see of these users changes, in the transaction that changes it. Every operation that writes a table of
 * which the search index has something calls it (`store-facts.ts` lists them), and does so while the users exist: before it deletes them.
 */
export function logUsers({ db, project }: ProjectData, userIds: readonly string[]): Promise<void> {
  return insertChanges(db, project.id, userIds);
}

/** Notes the same for new users, whose numbers are known. */
export function logNumbers({ db, project }: ProjectData, numbers: readonly number[]): Promise<void> {
  return insertNumbers(db, project.id, numbers);
}

/**
 * Notes the same for all users who hold what is about to be deleted. The transaction has locked it, so that nobody gets it between this
 * and the deletion.
 */
export function logHolders({ db, project }: ProjectData, held: HeldBy): Promise<void> {
  return insertChangesOfHolders(db, project.id, held);
}

export async function logRoleHolders(ctx: ProjectData, { roleIds }: { roleIds: string[] }): Promise<void> {
  for (const roleId of roleIds) await logHolders(ctx, { table: 'userRoles', roleId });
}

export function logAppUsers(ctx: ProjectData, { ssoAppId }: { ssoAppId: string }): Promise<void> {
  return logHolders(ctx, { table: 'userSsoApps', ssoAppId });
}
