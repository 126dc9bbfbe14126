import type { FastifyReply, FastifyRequest } from 'fastify';
import { administrationProjectId } from '../core/administration.ts';
import type { ProjectContext, ServiceContext } from '../core/context.ts';
import { ServiceError, unauthorized } from '../core/errors.ts';
import { authenticateAdministrator, enterAdministration } from './administrators.ts';
import type { Authenticators } from './authenticators.ts';
import { authenticateByCookie, missingRefreshToken, usableRefreshCookie } from './cookies.ts';
import { readCredentials } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { refuseImpersonated } from './impersonated-callers.ts';
import { requestInfo } from './request.ts';

/** Refuses tokens of anonymous sessions, impersonators and unfinished sign-ins, unless the endpoint accepts them. */
export function authenticatorsFor(endpoint: Endpoint, authenticators: Authenticators): Authenticators {
  const { takesAnonymous, takesAwaiting, takesImpersonated } = endpoint;
  const { anyRefresh, awaitingRefresh } = authenticators;
  const named = {
    ...authenticators,
    ...(takesAnonymous && { refresh: anyRefresh }),
    ...(takesAwaiting && { refresh: awaitingRefresh }),
  };
  return takesImpersonated ? named : refuseImpersonated(named);
}

function refuseProject({ forAdministrators }: Asked, isAdministration: boolean): void {
  if (isAdministration && !forAdministrators) throw unauthorized('The endpoint is closed in this project');
  if (!isAdministration && forAdministrators === 'only')
    throw unauthorized('Only administrators can use this endpoint');
}

type Asked = Pick<
  Endpoint,
  'auth' | 'role' | 'forAdministrators' | 'forTenantAdministrators' | 'forSignedInUsers' | 'ignoresCookie'
> & { name?: string };
interface Asking {
  service: ServiceContext;
  authenticators: Authenticators;
}

/** Throws when the credentials do not match `auth`. */
export async function authenticate(
  asked: Asked,
  { service, authenticators }: Asking,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProjectContext> {
  const { auth } = asked;
  const credentials = readCredentials(request.headers.authorization);
  const isAdministration = credentials.projectId === administrationProjectId;
  refuseProject(asked, isAdministration);
  const entered = isAdministration
    ? await enterAdministration({ service, authenticators }, request)
    : await (auth === 'session' ? authenticators.recalledProject : authenticators.project)(
        service,
        credentials.projectId,
        requestInfo(request),
      );
  // Administrators use cookies, never a credential that a script could hold.
  const { token, key, firstKey, lastKey } = isAdministration ? noSecrets : credentials;
  const refreshJwt = token ?? (isAdministration ? undefined : usableRefreshCookie(entered, request.headers));
  const ctx = refreshJwt
    ? { ...entered, request: { ...entered.request, refreshJwt, keepsRefreshJwt: token !== undefined } }
    : entered;
  const signedInUser = async () => {
    if (!token && asked.ignoresCookie) throw missingRefreshToken();
    if (!token) return authenticateByCookie(ctx, request, reply, authenticators);
    const user = await authenticators.refresh(ctx, token);
    request.holdsRefreshToken = true;
    return user;
  };
  const isVouchedFor = () => isManagementKey(authenticators, ctx, lastKey);
  switch (auth) {
    case 'project':
      return { ...ctx, isVouchedFor } as ProjectContext;
    case 'management':
      if (key) {
        const caller = await authenticators.management(ctx, key);
        authenticators.authorizeKey(caller, asked);
        return caller;
      }
      if (asked.forTenantAdministrators && refreshJwt && tenantOf(request) !== undefined) {
        return authenticators.tenantAdministrator(await signedInUser(), {
          name: asked.name,
          tenant: tenantOf(request),
        });
      }
      if (token && asked.forSignedInUsers) return signedInUser();
      if (token) throw unauthorized('A management key is required, not a JWT');
      try {
        request.administrator = await authenticateAdministrator({ service, authenticators }, request);
      } catch (error) {
        // The console comes first: a browser can have the cookie of a user, too.
        const isRefused = error instanceof ServiceError && error.status < 500;
        if (isRefused && asked.forSignedInUsers && refreshJwt) return signedInUser();
        throw error;
      }
      authenticators.authorizeAdministrator(request.administrator, asked, ctx.project.id);
      return { ...ctx, actor: { type: 'administrator', id: request.administrator.loginId } };
    case 'accessKey':
      if (!firstKey) throw new ServiceError('E062802', 'Send it as: Bearer <project ID>:<access key>');
      return authenticators.accessKey(ctx, firstKey);
    case 'refresh':
      return { ...(await signedInUser()), isVouchedFor } as ProjectContext;
    case 'session':
      if (!token)
        throw new ServiceError('E064002', 'A session JWT is required: Bearer <project ID>:<session JWT>');
      return authenticators.session(ctx, token);
    case 'optionalRefresh':
      return { ...ctx, signedInUser, isVouchedFor } as ProjectContext;
  }
}

const tenantOf = ({ query }: FastifyRequest) => (query as { tenant?: unknown }).tenant;

const noSecrets = { token: undefined, key: undefined, firstKey: undefined, lastKey: undefined };

/** Ignores a wrong key beside a valid sign-in instead of refusing the sign-in. A key with less than all rights does not vouch. */
async function isManagementKey(
  { management }: Authenticators,
  ctx: ProjectContext,
  key: string | undefined,
): Promise<boolean> {
  if (!key) return false;
  try {
    return !(await management(ctx, key)).keyRights;
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}
