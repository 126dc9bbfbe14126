import type { AdministratorRole } from '../core/administration.ts';
import type { ProjectContext, RequestInfo, ServiceContext, UserContext } from '../core/context.ts';
import type { Endpoint } from './endpoint.ts';

/** The domain decides who a caller is and what an administrator may call; the composition passes these functions in. */
export interface Authenticators {
  project(service: ServiceContext, projectId: string, request: RequestInfo): Promise<ProjectContext>;
  /** Enters a project that was seen before, even if the database cannot be reached; then `isStale` is set. */
  recalledProject(service: ServiceContext, projectId: string, request: RequestInfo): Promise<ProjectContext>;
  management(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  /** Throws E064012 unless the calling key may call the endpoint. */
  authorizeKey(caller: KeyCaller, called: Rights): void;
  accessKey(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  refresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  /** Throws unless the signed-in user administers the tenant that the request names. */
  tenantAdministrator(
    caller: UserContext,
    called: { name?: string | undefined; tenant: unknown },
  ): Promise<ProjectContext>;
  /** Accepts refresh JWTs of anonymous sessions, too. */
  anyRefresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  /** Accepts the token of a sign-in that awaits its second factor, too. */
  awaitingRefresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  session(ctx: ProjectContext, token: string): Promise<ProjectContext & { claims: Record<string, unknown> }>;
  /** Returns the administration project, which `project` does not know. */
  administration(service: ServiceContext, request: RequestInfo): Promise<ProjectContext>;
  /** Returns the administrator whose console session a refresh JWT belongs to. */
  administrator(ctx: ProjectContext, token: string): Promise<AdministratorFacts>;
  /** Throws E064010 or E064011 unless the administrator may call the endpoint in this project. */
  authorizeAdministrator(administrator: AdministratorFacts, called: Rights, projectId: string): void;
}

/** The steps of a request that concern administrators only. The domain has their rules, too. */
export interface AdministrationSteps {
  /** Calls the endpoint for an administrator, or refuses the input. */
  handle(
    administrator: AdministratorFacts,
    endpoint: Endpoint,
    ctx: ProjectContext,
    input: Record<string, unknown>,
  ): Promise<unknown>;
  /** Ends the console session of the refresh JWT that a browser sent with a sign-in, if there is one. */
  endReplacedSession(ctx: ProjectContext, called: Pick<Endpoint, 'auth'>, token?: string): Promise<void>;
}

type KeyCaller = Pick<ProjectContext, 'keyRights' | 'isInstanceKey'>;
type Rights = Pick<Endpoint, 'role'> & { name?: string };

export interface AdministratorFacts {
  userId: string;
  loginId: string;
  role: AdministratorRole | undefined;
  projectRoles: Map<string, AdministratorRole>;
  /** The sign-in includes the second factor. */
  isComplete: boolean;
}
