import type { ProjectContext, UserContext } from '../../../core/context.ts';

/** The context of work for an administrator of a tenant. */
export type TenantScopedContext = ProjectContext & Required<Pick<ProjectContext, 'tenantAdministrator'>>;

/** A request of a tenant's administrator. */
export type AdministratorContext = TenantScopedContext & Pick<UserContext, 'session'>;
