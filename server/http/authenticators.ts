import type { AdministratorRole } from '../core/administration.ts';
import type { ProjectContext, RequestInfo, ServiceContext, UserContext } from '../core/context.ts';

/** The domain decides who a caller is; the composition passes these functions in. */
export interface Authenticators {
  project(service: ServiceContext, projectId: string, request: RequestInfo): Promise<ProjectContext>;
  /** Enters a project that was seen before, even if the database cannot be reached; then `isStale` is set. */
  recalledProject(service: ServiceContext, projectId: string, request: RequestInfo): Promise<ProjectContext>;
  management(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  accessKey(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  refresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  /** Accepts refresh JWTs of anonymous sessions, too. */
  anyRefresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  session(ctx: ProjectContext, token: string): Promise<ProjectContext & { claims: Record<string, unknown> }>;
  /** Returns the administration project, which `project` does not know. */
  administration(service: ServiceContext, request: RequestInfo): Promise<ProjectContext>;
  /** Returns the administrator whose console session a refresh JWT belongs to. */
  administrator(ctx: ProjectContext, token: string): Promise<AdministratorFacts>;
}

export interface AdministratorFacts {
  userId: string;
  loginId: string;
  role: AdministratorRole | undefined;
  /** The sign-in includes the second factor. */
  isComplete: boolean;
}
