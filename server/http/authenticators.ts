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
}
