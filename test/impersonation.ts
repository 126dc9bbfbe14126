import { signUpWithTotp, type Tokens } from './credentials.ts';
import { type Answer, type Latchkey, startLatchkey } from './harness.ts';

export interface Person extends Tokens {
  loginId: string;
  userId: string;
}

export interface Grants {
  roles?: string[];
  /** Role names by tenant. */
  tenants?: Record<string, string[]>;
}

/**
 * Starts a Latchkey with the tenants `acme` and `globex`, the roles `Support` (with Impersonate), `Reader`
 * (read), `Admin` (read, write) and `Label` (nothing), and the calls of impersonation tests.
 */
export async function startWithSupport() {
  const latchkey = await startLatchkey();
  let count = 0;
  const post = (path: string, body: unknown): Promise<Answer> =>
    latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  for (const id of ['acme', 'globex']) await post('tenant/create', { id, name: `Tenant ${id}` });
  for (const name of ['read', 'write']) await post('permission/create', { name });
  await post('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
  await post('role/create', { name: 'Reader', permissionNames: ['read'] });
  await post('role/create', { name: 'Admin', permissionNames: ['read', 'write'] });
  await post('role/create', { name: 'Label' });

  /** Creates a user and signs in. */
  async function makePerson({ roles = [], tenants = {} }: Grants = {}): Promise<Person> {
    count += 1;
    const loginId = `person${count}@example.com`;
    const { refreshJwt, sessionJwt } = await signUpWithTotp(latchkey, loginId);
    for (const [tenantId, roleNames] of Object.entries(tenants)) {
      await post('user/update/tenant/add', { loginId, tenantId });
      if (roleNames.length > 0) await post('user/update/role/add', { loginId, tenantId, roleNames });
    }
    if (roles.length > 0) await post('user/update/role/add', { loginId, roleNames: roles });
    return { loginId, userId: claimsOf(refreshJwt).sub, refreshJwt, sessionJwt };
  }

  const as = (jwt: string, method: string, path: string, body?: unknown): Promise<Answer> =>
    latchkey.request(method, `/v1/auth/${path}`, { bearer: `${latchkey.projectId}:${jwt}`, body });

  return {
    latchkey: latchkey as Latchkey,
    post,
    as,
    makePerson,
    impersonate: (impersonator: string, loginId: string, more: object = {}): Promise<Answer> =>
      post('impersonate', { impersonatorId: impersonator, loginId, validateConsent: false, ...more }),
    refresh: (jwt: string): Promise<Answer> => as(jwt, 'POST', 'refresh', {}),
    give: ({ refreshJwt }: Person, more: object = {}): Promise<Answer> =>
      as(refreshJwt, 'POST', 'me/consent/impersonation', { expiresInSeconds: 3_600, ...more }),
    /** Returns audit events, newest first. */
    async audit(filter: object): Promise<Answer['body']> {
      return (await post('audit/search', filter)).body.audits;
    },
    load: async (loginId: string) =>
      (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user,
  };
}

export function claimsOf(jwt: string) {
  return JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString());
}
