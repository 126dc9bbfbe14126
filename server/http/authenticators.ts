import type { AdministratorRole } from '../core/administration.ts';
import type { ProjectContext, RequestInfo, ServiceContext, UserContext } from '../core/context.ts';

/** Who a caller is, is the domain's business; the composition hands these in. */
export interface Authenticators {
  project(service: ServiceContext, projectId: string, request: RequestInfo): Promise<ProjectContext>;
  management(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  accessKey(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  refresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  /** The same, for anonymous sessions too. */
  anyRefresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  session(ctx: ProjectContext, token: string): Promise<ProjectContext & { claims: Record<string, unknown> }>;
  /** The administration project, which `project` does not know. */
  administration(service: ServiceContext, request: RequestInfo): Promise<ProjectContext>;
  /** Whose console session a refresh JWT of the administration project is of. */
  administrator(ctx: ProjectContext, token: string): Promise<AdministratorFacts>;
}

export interface AdministratorFacts {
  userId: string;
  loginId: string;
  role: AdministratorRole | undefined;
  /** The second factor is done. */
  isComplete: boolean;
}
