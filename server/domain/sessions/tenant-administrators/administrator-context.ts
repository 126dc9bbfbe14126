import type { ProjectContext } from '../../../core/context.ts';

/** A request of a tenant's administrator. */
export type AdministratorContext = ProjectContext & Required<Pick<ProjectContext, 'tenantAdministrator'>>;
