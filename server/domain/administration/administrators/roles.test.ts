import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAdministrator,
  type ConsolePage,
  openConsole,
  type SignedInAdministrator,
  startConsole,
} from '../../../../test/administrators.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let owner: SignedInAdministrator;
let support: SignedInAdministrator;

beforeAll(async () => {
  latchkey = await startLatchkey();
  owner = await startConsole(latchkey);
  support = await addAdministrator(latchkey, owner, { loginId: 'sue@example.com', role: 'support' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Boss' });
});
afterAll(() => latchkey.close());

const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const asSupport = (path: string, body: object) =>
  support.request('POST', `/v1/mgmt/${path}`, { projectId: latchkey.projectId, body });

test.each([
  { roleNames: ['Boss'] },
  { roleNames: [] },
  { userTenants: [] },
  { customAttributes: {} },
  { ssoAppIds: [] },
  { additionalLoginIds: ['boss@example.com'] },
  { password: 'a long enough passphrase' },
  { test: true },
])('support cannot invite a user with %j', async (more) => {
  const answer = await asSupport('user/create', { loginId: 'new@example.com', invite: true, ...more });
  expect(refusal(answer)).toEqual([403, 'E064010']);
});

test('support helps users, but neither grants nor deletes anything', async () => {
  const loginId = 'ada@example.com';
  expect((await asSupport('user/create', { loginId, invite: true, sendMail: true })).status).toBe(200);
  const may: [string, object][] = [
    ['user/update/status', { status: 'disabled' }],
    ['user/update/status', { status: 'enabled' }],
    ['user/update/email', { email: 'ada@new.example', verified: true }],
    ['user/password/set/temporary', { password: 'a temporary passphrase' }],
    ['user/password/expire', {}],
    ['user/totp/delete', {}],
    ['user/passkeys/delete', {}],
    ['user/sessions/revoke', {}],
    ['user/logout', {}],
  ];
  for (const [path, body] of may) {
    const answer = await asSupport(path, { loginId, ...body });
    expect([200, 400], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  }
  const mayNot: [string, object][] = [
    ['user/update/role/set', { roleNames: ['Boss'] }],
    ['user/update/tenant/add', { tenantId: 'x' }],
    ['user/delete', {}],
    ['user/update', { roleNames: ['Boss'] }],
    ['user/password/set/active', { password: 'a long enough passphrase' }],
    ['user/password/set', { password: 'a long enough passphrase', setActive: true }],
    ['user/signin/embeddedlink', {}],
    ['managementkey/delete', { ids: ['x'] }],
    ['accesskey/create', { name: 'x' }],
    ['project/settings', { redirectUrls: ['https://evil.example/'] }],
    ['auth/signin', {}],
  ];
  for (const [path, body] of mayNot) {
    expect(refusal(await asSupport(path, { loginId, ...body })), path).toEqual([403, 'E064010']);
  }
});

test('a field needs the same role under each of its names', async () => {
  for (const more of [{ roles: ['Boss'] }, { ROLENAMES: ['Boss'] }, { additionalIdentifiers: ['x'] }]) {
    const answer = await asSupport('user/create', { loginId: 'alias@example.com', ...more });
    expect(refusal(answer), JSON.stringify(more)).toEqual([403, 'E064010']);
  }
});

test('support impersonates with consent only, and never gets the session of the impersonator', async () => {
  for (const loginId of ['agent@example.com', 'user@example.com']) {
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
  }
  const roleNames = ['Agent'];
  const permissionNames = ['Impersonate'];
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Agent', permissionNames });
  const grant = { loginId: 'agent@example.com', roleNames };
  await latchkey.manage('POST', '/v2/mgmt/user/update/role/add', grant);
  const body = { impersonatorId: 'agent@example.com', loginId: 'user@example.com' };
  const start = (more: object) => asSupport('impersonate', { ...body, ...more });
  // The user has not consented.
  expect(refusal(await start({ validateConsent: true }))).toEqual([403, 'E112202']);
  for (const more of [
    { validateConsent: false },
    { validateConsent: true, customClaims: { admin: true } },
    { validateConsent: true, stepup: true },
  ]) {
    expect(refusal(await start(more)), JSON.stringify(more)).toEqual([403, 'E064010']);
  }
  expect(refusal(await asSupport('stop/impersonation', { jwt: 'a.b.c' }))).toEqual([403, 'E064010']);
  const stepUp = await asSupport('impersonate/stepup', { ...body, validateConsent: true });
  expect(refusal(stepUp)).toEqual([403, 'E064010']);
});

test('every change is in the project’s audit log under the name of the administrator', async () => {
  const { projectId } = latchkey;
  await asSupport('user/create', { loginId: 'grace@example.com' });
  const body = { actions: ['UserCreated'], text: 'sue@example.com' };
  const audit = await owner.request('POST', '/v1/mgmt/audit/search', { projectId, body });
  expect(audit.body.audits[0]).toMatchObject({ actorType: 'administrator', actorId: 'sue@example.com' });
});

test('only owners create projects or administrators', async () => {
  const administrator = await addAdministrator(latchkey, owner, {
    loginId: 'adam@example.com',
    role: 'administrator',
  });
  for (const page of [support, administrator]) {
    expect(refusal(await page.request('POST', '/v1/console/project', { body: { name: 'x' } }))).toEqual([
      ...[403, 'E064010'],
    ]);
    const create = { loginId: 'x', roleNames: ['auditor'] };
    const made = await page.request('POST', '/v1/mgmt/user/create', { body: create });
    expect(refusal(made)).toEqual([403, 'E064010']);
    const raise = { loginId: page.loginId, roleNames: ['owner'] };
    const raised = await page.request('POST', '/v1/mgmt/user/update/role/set', { body: raise });
    expect(refusal(raised)).toEqual([403, 'E064010']);
  }
});

test('a project that an owner creates is ready for use', async () => {
  const { body } = await owner.request('POST', '/v1/console/project', { body: { name: 'New' } });
  const projectId = body.project.id as string;
  const settings = await owner.request('GET', '/v1/mgmt/project/settings', { projectId });
  expect(settings.status).toBe(200);
  const audit = await owner.request('POST', '/v1/mgmt/audit/search', { projectId, body: {} });
  expect(audit.body.audits).toContainEqual(
    expect.objectContaining({ action: 'ProjectCreated', actorId: owner.loginId }),
  );
});

test('an owner chooses the minimum length of passwords with the project', async () => {
  const create = (passwordMinLength?: number) =>
    owner.request('POST', '/v1/console/project', { body: { name: 'New', passwordMinLength } });
  const lengthAfter = async (passwordMinLength?: number) => {
    const projectId = (await create(passwordMinLength)).body.project.id as string;
    const { body } = await owner.request('GET', '/v1/mgmt/password/settings', { projectId });
    return body.minLength;
  };
  expect(await lengthAfter()).toBe(15);
  expect(await lengthAfter(8)).toBe(8);
  expect(refusal(await create(7))).toEqual([400, 'E011003']);
});

test('only administrators learn which operations this server does not support', async () => {
  const { projectId } = latchkey;
  const ask = (page: ConsolePage) => page.request('GET', '/v1/mgmt/list/all', { projectId });
  expect(refusal(await ask(support))).toEqual([501, 'E501001']);
  expect(refusal(await ask(openConsole(latchkey)))).toEqual([401, 'E111119']);
});
