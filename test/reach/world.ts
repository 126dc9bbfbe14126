import { createHash, randomBytes } from 'node:crypto';
import { sp } from '../../server/protocols/saml/fixture.ts';
import { FormBrowser, type Visited } from '../browser.ts';
import { type Answer, type Latchkey, startLatchkey } from '../harness.ts';
import { createIdentityProvider } from '../identity-provider.ts';
import { connectSimulator } from '../oauth-browser.ts';
import { startOpenIdProvider } from '../openid-provider.ts';
import { tenants } from './expected.ts';

export const callback = 'https://app.example/callback';
export const domains = { a: 'corp-a.example', b: 'corp-b.example' };

export type World = Awaited<ReturnType<typeof createWorld>>;

/** An application with the credentials that it sends to the token endpoint. */
export interface App {
  id: string;
  clientId: string;
  secret: string;
}

/** Starts a Latchkey with the tenants of the table, and for each of them applications that only this tenant grants. */
export async function createWorld() {
  const latchkey = await startLatchkey();
  // Passkeys need a name, not an address.
  latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
  const here: Latchkey = { ...latchkey, baseUrl: latchkey.service.baseUrl };
  const { projectId } = latchkey;

  async function manage(path: string, body?: object): Promise<Answer['body']> {
    const answer = await latchkey.manage(body ? 'POST' : 'GET', `/v1/mgmt/${path}`, body);
    return must(answer);
  }

  /** Sends a form of a program. */
  const post = (path: string, fields: Record<string, string>): Promise<Answer> =>
    latchkey.request('POST', path, {
      bearer: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: new URLSearchParams(fields).toString(),
    });

  const pathOf = (url: string) => {
    const { pathname, search } = new URL(url, here.baseUrl);
    return pathname + search;
  };
  const isOurs = (url: string) => url.startsWith('/') || url.startsWith(here.baseUrl);

  /** Opens a path and follows redirects on our own pages. Returns the last response. */
  async function open(browser: FormBrowser, url: string): Promise<Visited> {
    let visited = await browser.get(pathOf(url));
    while (visited.location && isOurs(visited.location))
      visited = await browser.get(pathOf(visited.location));
    return visited;
  }

  async function createApp(name: string): Promise<App> {
    const loginPageUrl = `https://${name}.example/`;
    const approvedRedirectUrls = [callback];
    const { id } = await manage('sso/idp/app/oidc/create', { name, loginPageUrl, approvedRedirectUrls });
    const { oidcSettings } = await manage(`sso/idp/app/load?id=${id}`);
    const { cleartext } = await manage(`sso/idp/app/secret?id=${id}`);
    return { id, clientId: oidcSettings.clientId, secret: cleartext };
  }

  async function createSamlApp(name: string): Promise<{ id: string; url: string }> {
    const { id } = await manage('sso/idp/app/saml/create', {
      name: `SAML ${name}`,
      loginPageUrl: 'https://wiki.example/',
      certificate: sp.certificate,
      entityId: `https://wiki.example/${name}`,
      acsUrl: 'https://wiki.example/acs',
      attributeMapping: [{ name: 'tenants', type: '', value: 'tenants' }],
    });
    const { samlSettings } = await manage(`sso/idp/app/load?id=${id}`);
    return { id, url: samlSettings.idpInitiatedUrl };
  }

  async function createThirdParty(settings: object): Promise<App> {
    const app = await manage('thirdparty/app/create', {
      name: `Notes ${randomBytes(4).toString('hex')}`,
      approvedCallbackUrls: [callback],
      ...settings,
    });
    return { id: app.id, clientId: app.clientId, secret: app.cleartext };
  }

  await manage('project/settings', { redirectUrls: [callback] });
  await manage('role/create', { name: 'Reader' });
  await manage('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp-a.example');
  const provider = await startOpenIdProvider(latchkey);
  await connectSimulator(here, 'corner');

  /** The applications that only this tenant grants. */
  const granted = new Map<string, { oidc: App; saml: { id: string; url: string } }>();
  for (const id of tenants) {
    const parent = id.startsWith('below-') ? id.slice('below-'.length) : undefined;
    await manage('tenant/create', { id, name: id, ...(parent && { parent }) });
    const apps = { oidc: await createApp(id), saml: await createSamlApp(id) };
    granted.set(id, apps);
    await change(id, { federatedAppIds: [apps.oidc.id, apps.saml.id] });
  }
  await manage('sso/saml', {
    tenantId: 'a',
    redirectUrl: 'http://127.0.0.1:9/app',
    domains: [domains.a],
    settings: { idpUrl: 'https://idp.example/sso', entityId: idp.entityId, idpCert: idp.certificatePem },
  });
  await manage('sso/oidc', {
    tenantId: 'b',
    domains: [domains.b],
    settings: {
      name: 'Corp',
      clientId: 'latchkey',
      clientSecret: 'secret',
      issuer: provider.issuer,
      redirectUrl: 'http://127.0.0.1:9/app',
    },
  });

  function change(id: string, changes: object): Promise<Answer['body']> {
    return manage('tenant/update', { id, name: id, ...changes });
  }

  return {
    latchkey,
    here,
    projectId,
    manage,
    change,
    post,
    open,
    pathOf,
    idp,
    provider,
    granted,
    shared: {
      oidc: await createApp('shared'),
      saml: await createSamlApp('shared'),
      scoped: await createThirdParty({
        permissionsScopes: [{ name: 'notes', description: 'Read your notes', values: ['Reader'] }],
      }),
      all: await createThirdParty({ forceAddAllAuthorizationInfo: true }),
    },
    browser: () => new FormBrowser(latchkey),
    enforce: (tenantId: string, enforceSSOExclusions: string[] = []) =>
      manage('tenant/settings', { tenantId, enforceSSO: true, enforceSSOExclusions }),
    async close() {
      provider.close();
      await latchkey.close();
    },
  };
}

/** Returns the body of a response, which must be a success. */
export function must({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** The tenants in the claims of a token. */
export const tenantsIn = (claims: { tenants?: object }): string[] => Object.keys(claims.tenants ?? {});

export async function filterTenants(isIn: (tenant: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const tenant of tenants) if (await isIn(tenant)) found.push(tenant);
  return found;
}

/** One proof for all requests is enough: these tests are not about codes that others steal. */
export const verifier = 'x'.repeat(43);

/** Returns the path that asks for a code. */
export function authorizePath(
  { clientId }: Pick<App, 'clientId'>,
  place: string,
  parameters: Record<string, string>,
): string {
  return `${place}/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  })}`;
}
