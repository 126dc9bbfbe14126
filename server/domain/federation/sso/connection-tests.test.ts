import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
  startTestIn,
} from '../../../../test/identity-provider.ts';
import type { IdpResponseInput } from '../../../protocols/saml/idp-response.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  tenant = `tenant-${++counter}`;
  await connectTenant(latchkey, tenant, idp);
});

/** Tests the connection, with `changes` to the identity provider's answer. */
async function testConnection(changes: Partial<IdpResponseInput> = {}): Promise<void> {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.open(await startTestIn(browser, latchkey, tenant));
  await browser.post(request.acsUrl, await idp.respond(request, changes));
}

async function events(): Promise<object[]> {
  const body = { tenants: [tenant], excludedActions: ['TenantCreated', 'SsoModified'] };
  return (await latchkey.manage('POST', '/v1/mgmt/audit/search', body)).body.audits;
}

async function count(action: string): Promise<number> {
  const body = { actions: [action], tenants: [tenant] };
  const answer = await latchkey.manage('POST', '/v1/mgmt/analytics/search', body);
  return Number(answer.body.analytics[0].cnt);
}

test('a failed test of a connection is an event of its own, and no failed sign-in', async () => {
  await testConnection({ audience: 'https://other.example' });
  expect(await events()).toMatchObject([
    {
      action: 'SsoTested',
      type: 'info',
      method: 'saml',
      tenants: [tenant],
      names: { [tenant]: expect.any(String) },
      data: { succeeded: false, cause: 'connection', kind: 'audience', reason: expect.any(String) },
    },
  ]);
  expect(await count('LoginFailed')).toBe(0);
  expect(await count('SsoTested')).toBe(1);
});

test('a test that succeeds is recorded, and signs nobody in', async () => {
  await testConnection();
  expect(await events()).toMatchObject([
    { action: 'SsoTested', data: { succeeded: true, ssoId: defaultConnectionId } },
  ]);
  expect(await count('LoginSucceed')).toBe(0);
});

test('a test of an identity provider that was replaced meanwhile says nothing about the new one', async () => {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.open(await startTestIn(browser, latchkey, tenant));
  // The browser has not come back to our own page yet.
  const posted = await new SsoBrowser(latchkey).post(request.acsUrl, await idp.respond(request));
  expect(errorOf(posted)).toMatch(/another browser/);
  const settings = {
    idpUrl: 'https://new.example/sso',
    entityId: 'https://new.example',
    idpCert: idp.certificatePem,
  };
  await latchkey.manage('POST', '/v1/mgmt/sso/saml', { tenantId: tenant, settings });
  await browser.get(`/v1/auth/saml/finish?projectId=${latchkey.projectId}&request=${request.id}`);
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/test?tenantId=${tenant}`);
  expect(body.test).toMatchObject({ succeeded: false, kind: 'connection' });
  const loaded = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
  expect(loaded.body.saml.lastSuccessTestTime ?? 0).toBe(0);
});

test('only the browser that starts a test goes through it, and other tenants do not see it', async () => {
  const [tester, lured] = [new SsoBrowser(latchkey), new SsoBrowser(latchkey)];
  const url = await startTestIn(tester, latchkey, tenant);
  const answer = await lured.get(url);
  expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('opened in another browser') });
  const request = await tester.open(url);
  await tester.post(request.acsUrl, await idp.respond(request));
  const resultOf = async (id: string) =>
    (await latchkey.manage('GET', `/v1/mgmt/sso/test?tenantId=${id}`)).body.test;
  expect(await resultOf(tenant)).toMatchObject({ succeeded: true, name: 'Alice' });
  const other = `${tenant}-other`;
  await connectTenant(latchkey, other, idp);
  expect(await resultOf(other)).toMatchObject({ time: 0, succeeded: false, findings: [] });
});

test('the same answer to a sign-in is a failed sign-in', async () => {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(tenant);
  await browser.post(request.acsUrl, await idp.respond(request, { audience: 'https://other.example' }));
  expect(await events()).toMatchObject([{ action: 'LoginFailed', type: 'warn', data: { kind: 'audience' } }]);
  expect(await count('LoginFailed')).toBe(1);
});
