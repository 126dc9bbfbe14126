import type { Project, UserContext } from '../../../core/context.ts';
import { countRecoveryCodes } from '../../credentials/recovery-codes/create-codes.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { loadProjects } from '../../project/projects/load-project.ts';
import { type Administrator, toAdministrator } from './administrator.ts';

export interface Console {
  administrator: Administrator;
  hasPassword: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  /** The administrator can complete this sign-in with a recovery code. */
  awaitsRecoveryCode: boolean;
  /** No projects until the second factor is done, or for users without a role. */
  projects: Project[];
}

/** Loads the data with which the console starts. */
export async function loadConsole(ctx: UserContext): Promise<Console> {
  const user = await loadUserById(ctx, ctx.session.userId);
  const administrator = toAdministrator(user, ctx.session);
  const { hasPassword, hasTotp, hasPasskey } = user;
  const awaitsSecond = !administrator.isComplete && hasPassword;
  const maySee = administrator.isComplete && administrator.role !== undefined;
  return {
    ...{ administrator, hasPassword, hasTotp, hasPasskey },
    awaitsRecoveryCode: awaitsSecond && (await countRecoveryCodes(ctx, user.id)) > 0,
    projects: maySee ? await loadProjects(ctx) : [],
  };
}
