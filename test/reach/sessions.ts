import type { Answer } from '../harness.ts';
import { claimsOf, withToken } from '../signed-in.ts';
import { tenants } from './expected.ts';
import type { Way } from './ways.ts';
import { filterTenants, must, tenantsIn, type World } from './world.ts';

/** The view that users and access keys have of tenants in their own sessions, through the API. */

type Seen = Record<string, string[]>;

const memberships = ({ userTenants }: { userTenants: { tenantId: string }[] }) =>
  userTenants.map(({ tenantId }) => tenantId);

export function atSignIn({ sessionJwt, user }: Answer['body']): Seen {
  return {
    'sign-in: session JWT': tenantsIn(claimsOf(sessionJwt)),
    'sign-in: user.userTenants': memberships(user),
  };
}

/** Looks at a session that runs. Uses its token up. */
export async function lookAtSession({ latchkey, manage }: World, way: Way, token: string): Promise<Seen> {
  let refreshJwt = token;
  const call = (method: string, path: string, body?: object) =>
    withToken(latchkey, method, `/v1/auth/${path}`, refreshJwt, body);
  async function renew(path: string, body: object = {}): Promise<Answer> {
    const answer = await call('POST', path, body);
    refreshJwt = answer.body.refreshJwt ?? refreshJwt;
    return answer;
  }
  const refreshed = must(await renew('refresh'));
  const tried = must(await renew('try-refresh'));
  const updated = await manage('jwt/update', { jwt: tried.sessionJwt, customClaims: { plan: 'pro' } });
  const listed = must(await call('POST', 'me/tenants', {})).tenants;
  const seen: Seen = {
    'refresh: session JWT': tenantsIn(claimsOf(refreshed.sessionJwt)),
    'refresh: user.userTenants': memberships(refreshed.user),
    'try-refresh': tenantsIn(claimsOf(tried.sessionJwt)),
    'me: userTenants': memberships(must(await call('GET', 'me'))),
    'me/tenants': listed.map(({ id }: { id: string }) => id),
    'management: jwt/update': tenantsIn(claimsOf(updated.jwt)),
    'tenant/select': await filterTenants(async (tenant) => {
      const { status, body } = await renew('tenant/select', { tenant });
      return status === 200 && claimsOf(body.sessionJwt).dct === tenant;
    }),
  };
  if (way.column === 'impersonation') return seen;
  const consent = (tenantId: string) =>
    call('POST', 'me/consent/impersonation', { expiresInSeconds: 60, tenantId });
  return {
    ...seen,
    'me/consent/impersonation: tenantId': await filterTenants(
      async (tenant) => (await consent(tenant)).status === 200,
    ),
  };
}

/** Begins a session for each tenant that can be selected, and returns what looks whether it still is. */
export async function selectEach({ latchkey }: World, way: Way) {
  const sessions = new Map<string, string>();
  for (const tenant of tenants) {
    const { refreshJwt } = must(await way.signIn());
    const answer = await withToken(latchkey, 'POST', '/v1/auth/tenant/select', refreshJwt, { tenant });
    if (answer.status === 200) sessions.set(tenant, answer.body.refreshJwt);
  }
  return (): Promise<string[]> =>
    filterTenants(async (tenant) => {
      const token = sessions.get(tenant);
      if (!token) return false;
      const { sessionJwt } = must(await withToken(latchkey, 'POST', '/v1/auth/refresh', token, {}));
      return claimsOf(sessionJwt).dct === tenant;
    });
}

/** Looks at an access key. `name`: how the table calls it. */
export async function lookAtKey(world: World, name: string, cleartext: string): Promise<Seen> {
  const { latchkey, projectId } = world;
  const exchange = (loginOptions: object = {}) =>
    withToken(latchkey, 'POST', '/v1/auth/accesskey/exchange', cleartext, { loginOptions });
  const client = { grant_type: 'client_credentials', client_id: projectId, client_secret: cleartext };
  const { body } = await world.post('/oauth2/v1/token', client);
  return {
    [`${name}: client_credentials`]: tenantsIn(claimsOf(body.access_token)),
    [`${name}: session JWT`]: tenantsIn(claimsOf(must(await exchange()).sessionJwt)),
    [`${name}: selectedTenant`]: await filterTenants(async (selectedTenant) => {
      const { status, body } = await exchange({ selectedTenant });
      return status === 200 && claimsOf(body.sessionJwt).dct === selectedTenant;
    }),
  };
}

/** Looks at impersonations that begin now. */
export async function lookAtImpersonation({ latchkey }: World, impersonatorId: string, loginId: string) {
  const begin = (path: string, selectedTenant: string): Promise<Answer> =>
    latchkey.manage('POST', `/v1/mgmt/${path}`, {
      impersonatorId,
      loginId,
      validateConsent: false,
      selectedTenant,
    });
  return {
    'impersonate: selectedTenant': await filterTenants(
      async (tenant) => (await begin('impersonate', tenant)).status === 200,
    ),
    'impersonate/stepup: session JWT': tenantsIn(claimsOf(must(await begin('impersonate/stepup', '')).jwt)),
  };
}

/** Looks at the session that the impersonator gets back. */
export async function lookAtStop({ latchkey, manage }: World, impersonatorId: string, loginId: string) {
  const begin = async () =>
    (await manage('impersonate', { impersonatorId, loginId, validateConsent: false })).jwt as string;
  const stop = (jwt: string, selectedTenant = '') =>
    latchkey.manage('POST', '/v1/mgmt/stop/impersonation', { jwt, selectedTenant });
  const { jwt } = must(await stop(await begin()));
  const refreshed = must(await withToken(latchkey, 'POST', '/v1/auth/refresh', jwt, {}));
  let running = await begin();
  return {
    'stop/impersonation: refreshed session JWT': tenantsIn(claimsOf(refreshed.sessionJwt)),
    'stop/impersonation: selectedTenant': await filterTenants(async (tenant) => {
      const { status } = await stop(running, tenant);
      if (status === 200) running = await begin();
      return status === 200;
    }),
  };
}
