import type { ProjectContext, UserContext } from '../../../core/context.ts';

/** A request of a tenant's administrator. */
export type AdministratorContext = ProjectContext &
  Required<Pick<ProjectContext, 'tenantAdministrator'>> &
  Pick<UserContext, 'session'>;
