import type { FormBrowser, Visited } from '../browser.ts';
import { fieldsOf } from '../saml-applications.ts';
import { claimsOf } from '../signed-in.ts';
import { tenants } from './expected.ts';
import {
  type App,
  authorizePath,
  callback,
  filterTenants,
  tenantsIn,
  verifier,
  type World,
} from './world.ts';

/** The view that users have of tenants in applications, with the session of a browser. */

const own = '/oauth2/v1';
const thirdParties = '/oauth2/v1/apps';
const scope = 'openid tenants offline_access';
const ownScope = 'openid offline_access notes';

const offersOwnScope = ({ html }: Visited) => html.includes('Read your notes');

/** The sessions of single tenants that a browser began before the changes, by the tenant. */
interface Running {
  /** The refresh tokens of the applications that only one tenant grants. */
  ofTenants: Map<string, string>;
  /** The tokens of a third-party application. */
  forTenants: Map<string, { access_token: string; refresh_token: string }>;
}

type Seen = Record<string, string[]>;

const only = 'application that only the tenant grants:';

export function applicationsOf(world: World, browser: FormBrowser) {
  const { latchkey, projectId, granted, shared, pathOf, post } = world;

  const credentials = ({ clientId, secret }: App) => ({
    client_id: clientId,
    ...(secret && { client_secret: secret }),
  });

  async function redeem(app: App, place: string, { location, html }: Visited) {
    const code = location && new URL(location).searchParams.get('code');
    if (!code) throw new Error(`no code for ${app.clientId}: ${location || html.slice(-2_000)}`);
    const grant = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
    const { status, body } = await post(`${place}/token`, { ...credentials(app), ...grant });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  const ask = (app: App, parameters: Record<string, string>, place = own) =>
    browser.get(authorizePath(app, place, parameters));
  const isCode = ({ location }: Visited) => location.startsWith(`${callback}?code=`);
  const tokens = async (app: App, parameters: Record<string, string>) =>
    redeem(app, own, await ask(app, parameters));

  const refresh = (app: App, refresh_token: string, place = own) =>
    post(`${place}/token`, { ...credentials(app), grant_type: 'refresh_token', refresh_token });
  const userInfo = async (accessToken: string, place = own) =>
    (await latchkey.request('GET', `${place}/userinfo`, { bearer: accessToken })).body;

  async function consent(app: App, page: Visited) {
    return redeem(
      app,
      thirdParties,
      await browser.post(`${thirdParties}/finish-authorize`, {
        ...fieldsOf(page),
        answer: 'allow',
      }),
    );
  }

  /** Reports whether the question for a device is shown. */
  async function asksForDevice(app: App): Promise<boolean> {
    const { body } = await post(`${own}/device`, { ...credentials(app), scope });
    const entered = await browser.post(`/device/${projectId}`, { user_code: body.user_code });
    const page = await browser.get(pathOf(entered.location));
    return page.html.includes('name="asked"');
  }

  async function openSaml(url: string): Promise<string> {
    const { html } = await world.open(browser, url);
    const [, response = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(html) ?? [];
    return Buffer.from(response, 'base64').toString();
  }

  const appOf = (tenant: string) => granted.get(tenant)?.oidc as App;
  const linked = (html: string) => tenants.filter((tenant) => html.includes(`https://${tenant}.example/`));

  /** Opens applications that name all tenants at once. Returns what looks at the same places later. */
  async function beginShared(): Promise<() => Promise<Seen>> {
    const running: string = (await tokens(shared.oidc, { scope })).refresh_token;
    return async () => {
      const refreshed = (await refresh(shared.oidc, running)).body;
      const begun = await tokens(shared.oidc, { scope });
      const introspected = await post(`${own}/introspect`, {
        ...credentials(shared.oidc),
        token: begun.access_token,
      });
      const described = await tokens(shared.oidc, { scope: 'openid descope.claims' });
      const project = await tokens({ id: '', clientId: projectId, secret: '' }, { scope: 'openid' });
      const apps = await world.open(browser, `/apps/${projectId}`);
      const account = await world.open(browser, `/account/${projectId}/applications`);
      const exported = await browser.post(`/account/${projectId}/data`, { do: 'export' });
      const page = await ask(shared.all, { scope: 'openid email' }, thirdParties);
      const everything = await consent(shared.all, page);
      const assertion = await openSaml(shared.saml.url);
      return {
        'application, refreshed: access token': tenantsIn(claimsOf(refreshed.access_token)),
        'application, refreshed: userinfo': tenantsIn(await userInfo(refreshed.access_token)),
        'application: access token, scope tenants': tenantsIn(claimsOf(begun.access_token)),
        'application: ID token': tenantsIn(claimsOf(begun.id_token)),
        'application: userinfo': tenantsIn(await userInfo(begun.access_token)),
        'application: introspection': tenantsIn(introspected.body),
        'application: access token, scope descope.claims': tenantsIn(claimsOf(described.access_token)),
        "project's own client: session JWT": tenantsIn(claimsOf(project.access_token)),
        'third party: forceAddAllAuthorizationInfo': tenantsIn(claimsOf(everything.access_token)),
        'SAML: attribute tenants': tenants.filter((tenant) => assertion.includes(`>${tenant}<`)),
        [`${only} /apps`]: linked(apps.html),
        [`${only} account page`]: linked(account.html),
        // With one of their two factors, users must sign in again first.
        ...(exported.status === 200 && {
          'account page: export': JSON.parse(exported.html).organizations.map(
            ({ tenantId }: { tenantId: string }) => tenantId,
          ),
        }),
      };
    };
  }

  async function beginEach(): Promise<Running> {
    const ofTenants: Running['ofTenants'] = new Map();
    const forTenants: Running['forTenants'] = new Map();
    for (const [tenant, { oidc }] of granted) {
      const page = await ask(oidc, { scope });
      if (isCode(page)) ofTenants.set(tenant, (await redeem(oidc, own, page)).refresh_token);
      const asked = await ask(shared.scoped, { scope: ownScope, tenant }, thirdParties);
      if (offersOwnScope(asked)) forTenants.set(tenant, await consent(shared.scoped, asked));
    }
    return { ofTenants, forTenants };
  }

  async function lookAtRunning({ ofTenants, forTenants }: Running): Promise<Seen> {
    return {
      [`${only} refresh`]: await filterTenants(async (tenant) => {
        const token = ofTenants.get(tenant);
        return token !== undefined && (await refresh(appOf(tenant), token)).status === 200;
      }),
      'third party for a tenant, running: userinfo': await filterTenants(async (tenant) => {
        const token = forTenants.get(tenant);
        if (!token) return false;
        const { roles, tenants: named } = await userInfo(token.access_token, thirdParties);
        // Roles of the project were not allowed.
        return Boolean(roles) || named?.[tenant]?.roles.includes('Reader');
      }),
      'third party for a tenant, running: refresh': await filterTenants(async (tenant) => {
        const token = forTenants.get(tenant)?.refresh_token;
        return token !== undefined && (await refresh(shared.scoped, token, thirdParties)).status === 200;
      }),
    };
  }

  /** Looks at the doors that are opened for one tenant at a time. */
  async function lookAtEach(): Promise<Seen> {
    const asked = new Map<string, Visited>();
    for (const tenant of tenants) {
      const parameters = { scope: ownScope, tenant, prompt: 'consent' };
      asked.set(tenant, await ask(shared.scoped, parameters, thirdParties));
    }
    const offered = tenants.filter((tenant) => offersOwnScope(asked.get(tenant) as Visited));
    return {
      'third party: scopes on the consent page': offered,
      'third party: token for the tenant': await filterTenants(async (tenant) => {
        if (!offered.includes(tenant)) return false;
        const token = await consent(shared.scoped, asked.get(tenant) as Visited);
        const claims = claimsOf(token.access_token);
        return claims.dct === tenant && !claims.roles && claims.tenants[tenant]?.roles.includes('Reader');
      }),
      [`${only} authorize`]: await filterTenants(async (tenant) =>
        isCode(await ask(appOf(tenant), { scope })),
      ),
      [`${only} SAML`]: await filterTenants(async (tenant) =>
        (await openSaml(granted.get(tenant)?.saml.url ?? '')).includes('Assertion'),
      ),
      [`${only} device`]: await filterTenants((tenant) => asksForDevice(appOf(tenant))),
    };
  }

  return {
    /** Opens applications. `each`: those of single tenants, too. Returns what looks at all places later. */
    async begin({ each }: { each: boolean }): Promise<() => Promise<Seen>> {
      const lookAtShared = await beginShared();
      const running = each ? await beginEach() : undefined;
      return async () => ({
        ...(await lookAtShared()),
        ...(running && { ...(await lookAtRunning(running)), ...(await lookAtEach()) }),
      });
    },
  };
}
