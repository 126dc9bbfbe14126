import type { FastifyInstance } from 'fastify';
import type { ProjectContext, ServiceContext } from './core/context.ts';
import { ServiceError } from './core/errors.ts';
import type { Project } from './core/project.ts';
import { createTenant } from './domain/directory/tenants/create-tenant.ts';
import { findTenants } from './domain/directory/tenants/load-tenant.ts';
import { listProviders } from './domain/federation/oauth/load-provider.ts';
import { configureProvider } from './domain/federation/oauth/providers/configure-provider.ts';
import { startOAuth } from './domain/federation/oauth/start-oauth.ts';
import { loadConnection } from './domain/federation/sso/load-connection.ts';
import { configureSaml } from './domain/federation/sso/settings/configure-connection.ts';
import { startSso } from './domain/federation/sso/start-sso.ts';
import { enterProject } from './domain/project/projects/load-project.ts';
import { html, type Page, sendPage } from './http/page.ts';
import { requestInfo } from './http/request.ts';

/** The tenant that development mode connects to the identity-provider simulator. */
export const demoTenantId = 'demo';
const demoTenant = { id: demoTenantId, name: 'Demo tenant' };
const demoDomain = 'demo.example';

/** Starts a whole SSO round in the browser, and ends on a page that shows the code. */
export const demoPath = '/dev/demo/sso';
/** Starts the round with the simulator's OpenID Connect provider. */
export const oauthDemoPath = '/dev/demo/oauth';
const demoProviderName = 'simulator';

const callbackPath = '/dev/demo/callback';

/**
 * Ensures that the demo tenant exists and is connected to the simulator of this address. Repeating it changes
 * nothing. The server must be listening, because the metadata is fetched over HTTP.
 */
export async function prepareDemo(service: ServiceContext, project: Project): Promise<void> {
  const ctx: ProjectContext = {
    ...service,
    project,
    actor: { type: 'system', id: 'demo' },
    request: { id: 'demo', remoteAddress: '', userAgent: '' },
  };
  await ensureDemoProvider(ctx);
  await ensureDemoTenant(ctx);
  const metadataUrl = `${service.baseUrl}/dev/idp/saml/demo/metadata`;
  const { connection } = await loadConnection(ctx, demoTenantId);
  if (connection.settings.idpMetadataUrl === metadataUrl) return;
  const details = { redirectUrl: `${service.baseUrl}${callbackPath}`, domains: [demoDomain] };
  await configureSaml(ctx, demoTenantId, undefined, { metadataUrl }, details);
}

/** Adds the project's own account at the simulator, whose tokens it stores. */
async function ensureDemoProvider(ctx: ProjectContext): Promise<void> {
  const issuer = `${ctx.baseUrl}/dev/idp/oidc/demo`;
  const known = (await listProviders(ctx)).find(({ id }) => id === demoProviderName);
  if (known?.settings.issuer === issuer) return;
  await configureProvider(ctx, {
    provider: demoProviderName,
    title: 'Simulator',
    issuer,
    clientId: 'latchkey-demo',
    clientSecret: 'latchkey-demo-secret',
    manageProviderTokens: true,
  });
}

async function ensureDemoTenant(ctx: ProjectContext): Promise<void> {
  if ((await findTenants(ctx, [demoTenantId])).length > 0) return;
  try {
    await createTenant(ctx, demoTenant);
  } catch (error) {
    // Another instance that starts on the same database created it first.
    if (!(error instanceof ServiceError && error.code === 'E111201')) throw error;
  }
}

/** Serves the integrator's side of the demo: a page that starts the sign-in, and its return page. */
export function mountDemo(app: FastifyInstance, service: ServiceContext, projectId: string): void {
  app.get(demoPath, async (request, reply) => {
    const ctx = await enterProject(service, projectId, requestInfo(request));
    const redirectUrl = `${service.baseUrl}${callbackPath}`;
    return reply.redirect(await startSso(ctx, { tenant: demoTenantId, redirectUrl }), 303);
  });
  app.get(oauthDemoPath, async (request, reply) => {
    const ctx = await enterProject(service, projectId, requestInfo(request));
    const redirectUrl = `${service.baseUrl}${callbackPath}`;
    return reply.redirect(
      await startOAuth(ctx, 'signUpOrIn', { provider: demoProviderName, redirectUrl }),
      303,
    );
  });
  app.get<{ Querystring: { code?: string; err?: string } }>(callbackPath, async (request, reply) => {
    const { code, err } = request.query;
    return sendPage(reply, code ? codePage(service.baseUrl, projectId, code) : refusedPage(err));
  });
}

function codePage(baseUrl: string, projectId: string, code: string): Page {
  return {
    title: 'Signed in',
    body: html`<p class="place">Latchkey · development · demo application</p>
<h1>Signed in</h1>
<p class="lead">Your application would be here, and would exchange the code for a session.</p>
<section aria-labelledby="exchange"><h2 id="exchange">Exchange it yourself</h2>
<p>The code can be used once, within 60 seconds.</p>
<pre><code>curl ${baseUrl}/v1/auth/sso/exchange \\
  -H 'Authorization: Bearer ${projectId}' \\
  -H 'Content-Type: application/json' \\
  -d '{"code":"${code}"}'</code></pre></section>
<p><a class="button" href="${demoPath}">Sign in with SAML</a>
<a class="button" href="${oauthDemoPath}">Sign in with OpenID Connect</a></p>`,
  };
}

function refusedPage(reason: string | undefined): Page {
  return {
    title: 'Not signed in',
    body: html`<p class="place">Latchkey · development · demo application</p>
<h1>Not signed in</h1>
<p class="error" role="alert">${reason ?? 'The address contains no code.'}</p>
<p><a class="button" href="${demoPath}">Sign in with SAML</a>
<a class="button" href="${oauthDemoPath}">Sign in with OpenID Connect</a></p>`,
  };
}
