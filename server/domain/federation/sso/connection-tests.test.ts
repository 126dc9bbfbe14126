import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import type { IdpResponseInput } from '../../../protocols/saml/idp-response.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { startTest } from './start-sso.ts';

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
  const returnUrl = `${latchkey.baseUrl}/setup`;
  const url = await startTest(latchkey.context, {
    tenantId: tenant,
    connectionId: defaultConnectionId,
    returnUrl,
  });
  const request = await browser.open(url);
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

test('the same answer to a sign-in is a failed sign-in', async () => {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(tenant);
  await browser.post(request.acsUrl, await idp.respond(request, { audience: 'https://other.example' }));
  expect(await events()).toMatchObject([{ action: 'LoginFailed', type: 'warn', data: { kind: 'audience' } }]);
  expect(await count('LoginFailed')).toBe(1);
});
