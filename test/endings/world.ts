import { callback, discover, type Provider, prepare, startProvider } from '../applications.ts';
import type { FormBrowser, Visited } from '../browser.ts';
import type { Answer } from '../harness.ts';
import { password } from '../hosted-pages.ts';
import { createIdentityProvider, type IdentityProvider } from '../identity-provider.ts';
import { connectSimulator } from '../oauth-browser.ts';

/** A user in a tenant of their own, with everything by which an event finds what it ends. */
export interface Subject {
  loginId: string;
  userId: string;
  password: string;
  tenantId: string;
  /** A sub-tenant, in which the subject has the roles of the tenant. */
  subTenantId?: string;
  /** The refresh JWT of a session; of one with two factors if the subject has an authenticator. */
  refreshJwt: string;
  /** The secret of the authenticator. */
  totpKey?: string;
  appId?: string;
  inboundAppId?: string;
  provider?: string;
  accessKeyId?: string;
  managementKeyId?: string;
  /** The tenant is connected to the identity provider and enforces it. */
  enforcesSso?: boolean;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One project in which each case has a user and a tenant of its own. */
export async function createWorld() {
  const provider: Provider = await startProvider();
  const { latchkey } = provider;
  const idp: IdentityProvider = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  let count = 0;

  const manage = async (path: string, body: object): Promise<Answer['body']> =>
    must(await latchkey.manage('POST', `/v1/mgmt/${path}`, body));
  const post = (path: string, body: object, refreshJwt?: string): Promise<Answer> =>
    latchkey.request('POST', `/v1/auth/${path}`, {
      bearer: [latchkey.projectId, refreshJwt].filter(Boolean).join(':'),
      body,
    });

  await manage('project/settings', { securityNotices: ['factorAdded'] });
  await manage('role/create', { name: 'Reader' });
  await manage('role/create', { name: 'Member' });
  await manage('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
  await manage('permission/create', { name: 'Tenant Consent' });
  await manage('role/create', { name: 'Head', permissionNames: ['Tenant Consent'] });
  await manage('role/create', { name: 'Two factors' });
  await manage('project/sign-in-policy/set', {
    roleName: 'Two factors',
    secondFactor: { when: 'newDevice', methods: ['totp'] },
  });
  await manage('user/create', { loginId: 'support', roleNames: ['Support'] });
  await manage('user/create', { loginId: 'visited' });
  await manage('tenant/create', { id: 'common', name: 'Common' });

  /** Creates a subject whose address is proven, or one who has signed up with an address that nobody has proven. */
  async function newSubject({ isPlanted }: { isPlanted: boolean }): Promise<Subject> {
    count += 1;
    const [tenantId, loginId] = [`tenant-${count}`, `subject@domain${count}.example`];
    await manage('tenant/create', { id: tenantId, name: `Tenant ${count}` });
    if (isPlanted) {
      const { user, refreshJwt } = must(await post('password/signup', { loginId, password }));
      await give({ loginId, tenantId });
      return { loginId, userId: user.userId, password, tenantId, refreshJwt };
    }
    const { user } = await manage('user/create', {
      loginId,
      email: loginId,
      password,
      userTenants: [{ tenantId, roleNames: ['Member'] }],
    });
    await manage('user/update/role/add', { loginId, roleNames: ['Reader'] });
    const { refreshJwt } = await manage('auth/signin', { loginId });
    return { loginId, userId: user.userId, password, tenantId, refreshJwt };
  }

  /** Makes a user a member of the tenant, with roles there and in the project. */
  async function give({ loginId, tenantId }: Pick<Subject, 'loginId' | 'tenantId'>): Promise<void> {
    await manage('user/update/tenant/add', { loginId, tenantId });
    await manage('user/update/role/add', { loginId, tenantId, roleNames: ['Member'] });
    await manage('user/update/role/add', { loginId, roleNames: ['Reader'] });
  }

  /** Creates a third-party application, and an openid-client for it. */
  async function createThirdParty() {
    const { id, clientId, cleartext } = await manage('thirdparty/app/create', {
      name: `Notes ${Math.random()}`,
      approvedCallbackUrls: [callback],
    });
    const issuer = `v1/apps/${latchkey.projectId}`;
    return { id: id as string, config: await discover(latchkey, issuer, clientId, cleartext) };
  }

  /** Signs a subject in to an application, and allows a third-party application what it asks for. Returns the address with the code. */
  async function enterApp(subject: Subject, config: Parameters<typeof prepare>[0], parameters = {}) {
    const browser = provider.browser();
    const { url, checks } = await prepare(config, parameters);
    const page = await provider.signInAt(browser, url, subject.loginId, subject.password);
    const { location } = page.location ? page : await allow(browser, page);
    return { url: new URL(location), checks, browser };
  }

  function allow(browser: FormBrowser, page: Visited): Promise<Visited> {
    const fields = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    return browser.post('/oauth2/v1/apps/finish-authorize', {
      ...Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
      answer: 'allow',
      // Has no effect without the permission.
      everyone: 'yes',
    });
  }

  return {
    latchkey,
    provider,
    idp,
    manage,
    post,
    newSubject,
    give,
    createThirdParty,
    enterApp,
    /** Connects a provider, which the next one takes over once it was deleted. */
    async connectProvider(): Promise<string> {
      const { status } = await latchkey.manage('GET', '/v1/mgmt/oauth/provider?provider=shop');
      if (status !== 200) await connectSimulator(latchkey, 'shop');
      return 'shop';
    },
    async load({ userId }: Subject): Promise<Answer['body']> {
      return (await latchkey.manage('GET', `/v1/mgmt/user?userId=${userId}`)).body.user;
    },
  };
}

export function must({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
