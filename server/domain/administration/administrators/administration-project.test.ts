import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type SignedInAdministrator, startConsole } from '../../../../test/administrators.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { administrationProjectId, administratorRoles } from '../../../core/administration.ts';
import { findNamedProject, loadProject, loadProjects } from '../../project/projects/load-project.ts';
import { createProject } from '../instance/create-project.ts';
import { enterAdministration, prepareAdministration } from './administration-project.ts';

let latchkey: Latchkey;
let owner: SignedInAdministrator;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const others = await Promise.all([latchkey.startAnother(), latchkey.startAnother()]);
  // Run like processes that start together on one database.
  await Promise.all([latchkey, ...others].map(({ service }) => prepareAdministration(service)));
  for (const other of others) await other.close();
  owner = await startConsole(latchkey);
});
afterAll(() => latchkey.close());

const refusal = ({ status, body }: Answer) => [status, body.errorCode];

test('several instances that start at once create one administration project with the four roles', async () => {
  const { body } = await owner.request('GET', '/v1/mgmt/role/all');
  const names = (body.roles as { name: string }[]).map(({ name }) => name).sort();
  expect(names).toEqual([...administratorRoles].sort());
});

test('it is in no list, cannot be named or created, and is not the first project', async () => {
  const { service } = latchkey;
  expect((await loadProjects(service)).map(({ id }) => id)).toEqual([latchkey.projectId]);
  expect(await loadProject(service, administrationProjectId)).toBeUndefined();
  expect(await findNamedProject(service, administrationProjectId)).toBeUndefined();
  expect(await createProject(service, { id: administrationProjectId, name: 'Mine' })).toBeUndefined();
  const { body } = await owner.request('GET', '/v1/console');
  expect(body.projects).toHaveLength(1);

  const empty = await startLatchkey();
  await prepareAdministration(empty.service);
  expect(await createProject(empty.service, { name: 'x', onlyAsFirst: true })).toBeUndefined();
  await empty.close();
});

test('no page is served for it', async () => {
  const id = administrationProjectId;
  const pages = [
    `/v2/keys/${id}`,
    `/${id}/.well-known/jwks.json`,
    `/login/${id}?redirectUrl=http://127.0.0.1/`,
    `/login/${id}`,
    `/v1/auth/saml/metadata?projectId=${id}&tenant=x`,
    `/oauth2/v1/callback?projectId=${id}&state=x&code=y`,
  ];
  for (const path of pages) {
    const known = await latchkey.request('GET', path, { bearer: null });
    const unknown = await latchkey.request('GET', path.replace(id, `P${'x'.repeat(27)}`), { bearer: null });
    expect(known.status, path).toBeGreaterThanOrEqual(400);
    expect(known.status, path).toBe(unknown.status);
  }
});

test('its settings are fixed, whatever is stored', async () => {
  const request = { id: 'test', remoteAddress: '', userAgent: '' };
  const { project } = await enterAdministration(latchkey.service, request);
  expect(project.settings).toMatchObject({
    tokenDelivery: 'cookies',
    cookieSameSite: 'strict',
    cookieDomain: '',
    allowedOrigins: [],
    refreshLifetimeSeconds: 12 * 3_600,
    refreshIdleSeconds: 30 * 60,
  });
  const body = { refreshIdleSeconds: 86_400 };
  const changed = await owner.request('POST', '/v1/mgmt/project/settings', { body });
  expect(refusal(changed)).toEqual([401, 'E111119']);
});

test.each([
  { password: 'a long enough passphrase' },
  { hashedPassword: { bcrypt: { hash: 'x' } } },
  { verifiedEmail: true },
  { invite: true, sendMail: true },
  { status: 'enabled' },
  { test: true },
  { userTenants: [] },
  { additionalLoginIds: ['y'] },
  { ssoAppIds: [] },
  { customAttributes: {} },
])('an owner cannot create an administrator with %j', async (more) => {
  const body = { loginId: 'new', roleNames: ['auditor'], ...more };
  const { status } = await owner.request('POST', '/v1/mgmt/user/create', { body });
  expect([400, 403]).toContain(status);
  expect((await owner.request('GET', '/v1/mgmt/user?loginId=new')).status).toBe(404);
});

test('an owner can assign the four roles only, and nothing bypasses the second factor', async () => {
  const roles = { loginId: 'new', roleNames: ['superuser'] };
  expect((await owner.request('POST', '/v1/mgmt/user/create', { body: roles })).status).toBe(400);
  await owner.request('POST', '/v1/mgmt/user/create', { body: { loginId: 'new', roleNames: ['auditor'] } });
  const closed = [
    ...['role/create', 'role/update', 'role/delete', 'permission/create', 'tenant/create'],
    ...['user/password/set', 'user/password/set/active', 'user/password/set/temporary', 'user/update'],
    ...['user/import', 'user/create/batch', 'user/create/test', 'user/delete/batch', 'user/update/loginid'],
    ...['accesskey/create', 'impersonate', 'jwt/update', 'auth/signin', 'auth/signup', 'auth/anonymous'],
    ...['user/signup/embeddedlink', 'tests/generate/otp', 'tests/generate/magiclink', 'connector/email/smtp'],
    ...['webhook/create', 'oauth/provider', 'sso/settings', 'password/settings', 'project/update/name'],
  ];
  for (const path of closed) {
    const answer = await owner.request('POST', `/v1/mgmt/${path}`, { body: { loginId: 'new' } });
    expect(refusal(answer), path).toEqual([401, 'E111119']);
  }
  for (const [method, path] of [
    ['PUT', 'managementkey'],
    ['PATCH', 'user/patch'],
    ['PATCH', 'user/patch/batch'],
  ] as const) {
    const answer = await owner.request(method, `/v1/mgmt/${path}`, { body: { loginId: 'new' } });
    expect(refusal(answer), path).toEqual([401, 'E111119']);
  }
  const claims = { loginId: 'new', customClaims: { amr: ['webauthn'] } };
  const link = await owner.request('POST', '/v1/mgmt/user/signin/embeddedlink', { body: claims });
  expect(refusal(link)).toEqual([403, 'E064010']);
});

test('custom claims of a sign-in grant nothing', async () => {
  const { loginId, password } = owner;
  const page = openConsole(latchkey);
  const loginOptions = { customClaims: { role: 'owner', isComplete: true } };
  await page.request('POST', '/v1/auth/password/signin', { body: { loginId, password, loginOptions } });
  expect((await page.request('GET', '/v1/console')).body).toMatchObject({ isComplete: false });
});

test('a project user with the login ID of an owner has no access to the console', async () => {
  const { projectId } = latchkey;
  const create = { loginId: owner.loginId, password: 'a passphrase of the project' };
  await latchkey.manage('POST', '/v1/mgmt/user/create', create);
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'cookies' });
  const page = openConsole(latchkey);
  const body = { loginId: create.loginId, password: create.password };
  const signedIn = await page.request('POST', '/v1/auth/password/signin', { projectId, body });
  const token = /DSR=([^;]+)/.exec(signedIn.headers.getSetCookie().join())?.[1] ?? '';
  expect(token).not.toBe('');
  page.setCookie(token);
  expect((await page.request('GET', '/v1/console')).status).toBe(401);
  const search = await page.request('POST', '/v2/mgmt/user/search', { projectId, body: {} });
  expect(refusal(search)).toEqual([401, 'E111119']);
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'body' });
});

test('no project can use the cookie names of the console', async () => {
  for (const name of ['latchkey-console', '__Host-latchkey', '__host-Latchkey', 'latchkey']) {
    for (const settings of [{ cookieName: name }, { sessionCookieName: name }]) {
      const answer = await latchkey.manage('POST', '/v1/mgmt/project/settings', settings);
      expect(refusal(answer)).toEqual([400, 'E011004']);
    }
  }
});

test('the audit log of the administration project says who did what', async () => {
  const { body } = await owner.request('POST', '/v1/mgmt/audit/search', { body: { limit: 1_000 } });
  const events = body.audits as { action: string; actorType: string; actorId: string }[];
  expect(events).toContainEqual(
    expect.objectContaining({ action: 'UserCreated', actorType: 'setupLink', actorId: 'first-owner' }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ action: 'UserCreated', actorType: 'administrator', actorId: owner.loginId }),
  );
});
