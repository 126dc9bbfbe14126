import type { UserContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { countRecoveryCodes } from '../../credentials/recovery-codes/create-codes.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { loadProjects } from '../../project/projects/load-project.ts';
import { type Administrator, roleIn, toAdministrator } from './administrator.ts';

export interface Console {
  administrator: Administrator;
  hasPassword: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  /** The administrator can complete this sign-in with a recovery code. */
  awaitsRecoveryCode: boolean;
  /** The projects in which the administrator has a role. None until the second factor is done. */
  projects: Project[];
}

/** Loads the data with which the console starts. */
export async function loadConsole(ctx: UserContext): Promise<Console> {
  const user = await loadUserById(ctx, ctx.session.userId);
  const administrator = toAdministrator(user, ctx.session);
  const { hasPassword, hasTotp, hasPasskey } = user;
  const awaitsSecond = !administrator.isComplete && hasPassword;
  const projects = administrator.isComplete ? await loadProjects(ctx) : [];
  return {
    administrator,
    hasPassword,
    hasTotp,
    hasPasskey,
    awaitsRecoveryCode: awaitsSecond && (await countRecoveryCodes(ctx, { userId: user.id })) > 0,
    projects: projects.filter(({ id }) => roleIn(administrator, id) !== undefined),
  };
}
