import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { runModule, Suite } from './suite.ts';

// Runs plans of the OpenID Foundation's conformance suite against a Latchkey. Both run already, behind TLS:
//   npm run test:conformance -- --suite https://localhost:18443 --latchkey https://localhost:18543 --project P… --key K… [plan …]

const plans: Record<string, object> = {
  'oidcc-config-certification-test-plan': {},
  'oidcc-basic-certification-test-plan': {
    server_metadata: 'discovery',
    client_registration: 'static_client',
  },
  'oidcc-formpost-basic-certification-test-plan': {
    server_metadata: 'discovery',
    client_registration: 'static_client',
  },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    client_registration: 'static_client',
    response_type: 'code',
  },
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': {
    client_registration: 'static_client',
    response_type: 'code',
  },
  'oidcc-dynamic-certification-test-plan': { response_type: 'code' },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'https://localhost:18443' },
    latchkey: { type: 'string', default: 'https://localhost:18543' },
    project: { type: 'string' },
    key: { type: 'string' },
  },
});
const { suite: suiteUrl, latchkey, project = '', key = '' } = values;
const password = 'five old violins in the attic';
// Both have certificates of their own making.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

async function manage(method: string, path: string, body?: object): Promise<Record<string, string>> {
  const response = await fetch(`${latchkey}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${project}:${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Record<string, string>>;
}

/** Creates the applications and the user of a plan, and returns its configuration. */
async function prepare(plan: string): Promise<{ config: object; loginId: string }> {
  const alias = `latchkey-${randomBytes(4).toString('hex')}`;
  const at = (path: string) => `${suiteUrl}/test/a/${alias}/${path}`;
  const ids: string[] = [];
  const createClient = async (name: string) => {
    const { id = '' } = await manage('POST', '/v1/mgmt/sso/idp/app/oidc/create', {
      ...{ name: `${alias} ${name}`, loginPageUrl: 'https://localhost/' },
      approvedRedirectUrls: [
        ...[at('callback'), at('callback?dummy1=lorem&dummy2=ipsum'), at('post_logout_redirect')],
      ],
      ...(plan.includes('backchannel') && { backChannelLogoutUrl: at('backchannel_logout') }),
    });
    ids.push(id);
    const app = await manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
    const { clientId } = app['oidcSettings'] as unknown as { clientId: string };
    const { cleartext } = await manage('GET', `/v1/mgmt/sso/idp/app/secret?id=${id}`);
    return { client_id: clientId, client_secret: cleartext };
  };
  const [client, client2, post] = [await createClient('1'), await createClient('2'), await createClient('3')];
  const loginId = `${alias}@example.com`;
  await manage('POST', '/v1/mgmt/user/create', {
    ...{ loginId, email: loginId, verifiedEmail: true, phone: '+4915112345678', verifiedPhone: true },
    ...{ displayName: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace', ssoAppIds: ids },
  });
  await manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
  // Only applications of third parties register themselves.
  const issuer = plan.includes('dynamic') ? `v1/apps/${project}` : project;
  const discoveryUrl = `${latchkey}/${issuer}/.well-known/openid-configuration`;
  const server = { discoveryUrl, login_hint: loginId };
  return {
    loginId,
    config: { alias, description: 'Latchkey', server, client, client2, client_secret_post: post },
  };
}

/** Opens an address and fills in what our pages ask for. */
async function open(page: Page, url: string, loginId: string): Promise<Buffer> {
  await page.goto(url, { waitUntil: 'load' }).catch(() => undefined);
  for (let step = 0; step < 8 && page.url().startsWith(latchkey); step += 1) {
    const secret = page.locator('input[type=password]:visible').first();
    const name = page.locator('input[name=loginId]:visible').first();
    const signOut = page.getByRole('button', { name: 'Sign out' });
    if (await secret.count()) await secret.fill(password);
    else if (await name.count()) await name.fill(loginId);
    else if ((await signOut.count()) === 0) break;
    const before = page.url();
    await page.locator('main button:not(.link):visible').first().click();
    await page.waitForURL((now) => now.href !== before, { waitUntil: 'load' }).catch(() => undefined);
  }
  await page.waitForLoadState('load');
  return page.screenshot();
}

await manage('POST', '/v1/mgmt/project/settings', {
  unlimitedAddresses: ['127.0.0.0/8', '::1/128'],
  clientRegistration: true,
});
const suite = new Suite(suiteUrl);
const browser = await chromium.launch({
  ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }),
  args: ['--ignore-certificate-errors'],
});
for (const plan of positionals.length > 0 ? positionals : Object.keys(plans)) {
  const { config, loginId } = await prepare(plan);
  const { id, modules } = await suite.createPlan(plan, plans[plan] ?? {}, config);
  console.log(`\n## ${plan}\n\n| module | result |\n|---|---|`);
  for (const module of modules) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { result, remarks } = await runModule(suite, id, module, (url) => open(page, url, loginId));
    console.log(`| ${module.testModule} | ${[result, ...remarks].join('<br>')} |`);
    await context.close();
  }
}
await browser.close();
