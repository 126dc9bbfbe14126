import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { knownOf } from './change-password.ts';
import type { NewPasswordState } from './password.ts';
import { type PreparedPassword, prepareClear, storePassword } from './prepare-password.ts';
import { rulesForUser } from './rules.ts';
import { markExpired } from './store.ts';

/** Sets a user's password for an administrator. Unlocks a locked password. Sessions continue. */
export async function setPassword(
  ctx: ProjectContext,
  input: { loginId: string; password: string; state: NewPasswordState },
): Promise<void> {
  const { state, password } = input;
  const user = await loadUser(ctx, input.loginId);
  const rules = await rulesForUser(ctx, user.id);
  const prepared = await prepareClear(ctx, password, { about: knownOf(user), rules });
  await setPreparedPassword(ctx, user, prepared, { state, reuseAmount: rules.reuseAmount });
}

/** Sets a password that was checked and hashed before. Joins a transaction. */
export async function setPreparedPassword(
  ctx: ProjectContext,
  user: User,
  prepared: PreparedPassword,
  options: { state: NewPasswordState; reuseAmount: number },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await ctx.stillAllowed?.(ctx);
    await storePassword(ctx, user.id, prepared, options);
    await recordAudit(ctx, {
      action: 'UserModified',
      userId: user.id,
      method: 'password',
      data: { change: `set ${options.state}` },
    });
    // The first password belongs to the creation of the account.
    if (user.hasPassword) await happen(ctx, accountChanged, { kind: 'passwordChanged', userId: user.id });
  });
}

/** Expires a password: from now on it only serves to choose another. */
export async function expirePassword(ctx: ProjectContext, loginId: string): Promise<void> {
  const user = await loadUser(ctx, loginId);
  await transaction(ctx, async (ctx) => {
    if (!(await markExpired(ctx.db, ctx.project.id, user.id))) {
      throw new ServiceError('E011004', 'The user has no password. Set one first');
    }
    await recordAudit(ctx, {
      action: 'UserModified',
      userId: user.id,
      method: 'password',
      data: { change: 'expire' },
    });
  });
}
