import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findDisabledIn, type UserColumns } from './store-rows.ts';
import { isDisabled, type StoredUser } from './user.ts';

/**
 * Returns the columns of a new status. A tenant, by its directory or one of its administrators, can enable only users whom it has disabled
 * itself. Throws E064013 for those whom the application, a security notice or the user has disabled. Part of a change.
 */
export async function statusColumns(
  ctx: ProjectContext,
  user: StoredUser,
  status: StoredUser['status'] | undefined,
): Promise<UserColumns> {
  if (status === undefined) return {};
  const tenantId = ctx.actor.tenantId ?? '';
  if (!isDisabled(user)) return { status, ...(isDisabled({ status }) && { disabledIn: tenantId }) };
  if (tenantId === '') return { status, disabledIn: '' };
  if (isDisabled({ status })) return {};
  if ((await findDisabledIn(ctx.db, ctx.project.id, user.id)) !== tenantId) throw disabledElsewhere();
  return { status, disabledIn: '' };
}

export function disabledElsewhere(): ServiceError {
  return new ServiceError(
    'E064013',
    'The user was not disabled in this tenant. Ask an administrator of the application to enable them',
  );
}
