import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askEndpoint, type Caller } from '../../../../test/ask-endpoint.ts';
import { makeAccessKey, signUpWithTotp } from '../../../../test/credentials.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { readRows } from '../../../../test/effects/rows.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import type { Project } from '../../../core/project.ts';
import { endpoints } from '../../../groups.ts';
import { issueManagementKey } from '../../project/management-keys/change-keys.ts';
import { fullAccess } from '../../project/management-keys/management-key.ts';
import { loadProject } from '../../project/projects/load-project.ts';
import { tenantCalls, userCalls } from './allowed-calls.ts';

let latchkey: Latchkey;
let caller: Caller;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['mine', 'other'])
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'editor' });
  const { baseUrl, projectId, managementKey } = latchkey;
  const tokens = await signUpWithTotp(latchkey, 'signed-in@example.com');
  const accessKey = await makeAccessKey(latchkey);
  caller = { baseUrl, agent, projectId, managementKey, accessKey, tokens, consoleCookie: '' };
});

afterAll(async () => {
  agent.destroy();
  await latchkey.close();
});

const grant = (fields: object) => ({
  name: 'limited',
  reBac: { projectRoles: [{ projectIds: [latchkey.projectId], ...fields }] },
});

async function makeKey(roles: string[], tenantIds?: string[]): Promise<string> {
  const body = grant({ roles, tenantIds });
  return (await latchkey.manage('PUT', '/v1/mgmt/managementkey', body)).body.cleartext;
}

const ask = (key: string, method: string, path: string, body?: unknown) =>
  latchkey.request(method, path, { bearer: `${latchkey.projectId}:${key}`, body });

async function makeUser(loginId: string, tenantIds: string[]): Promise<string> {
  const userTenants = tenantIds.map((tenantId) => ({ tenantId }));
  const body = { loginId, email: `${loginId}@example.com`, userTenants };
  return (await latchkey.manage('POST', '/v1/mgmt/user/create', body)).body.user.userId;
}

/** Creates a key with full access to a project, as its administrators can. */
async function fullKey(projectId: string): Promise<string> {
  const ctx = { ...latchkey.context, project: (await loadProject(latchkey.service, projectId)) as Project };
  const key = await issueManagementKey(ctx, { name: 'full', reBac: fullAccess(projectId) });
  return key.cleartext;
}

async function projectsBut(projectId: string): Promise<string[]> {
  const { db } = latchkey.service;
  const rows = await db.selectFrom('projects').selectAll().where('id', '<>', projectId).execute();
  return rows.map((row) => JSON.stringify(row)).sort();
}

const refusal = (right: string) => ({
  status: 403,
  body: { errorCode: 'E064012', errorMessage: expect.stringContaining(right) },
});

/** All rows of a project, by table. */
async function rowsOf(projectId: string): Promise<string[]> {
  const rows = await readRows(latchkey.service.db, 0);
  return [...rows].flatMap(([table, ofTable]) =>
    [...ofTable.values()].filter((row) => row.includes(projectId)).map((row) => `${table} ${row}`),
  );
}

describe('every management endpoint', () => {
  const managed = endpoints.filter(({ auth }) => auth === 'management');
  const asked = (key: string, endpoint: (typeof endpoints)[number]) =>
    askEndpoint(caller, endpoint, { bearer: `${latchkey.projectId}:${key}` });

  test('is refused to a read-only key unless it reads, and then changes nothing', async () => {
    const key = await makeKey(['project-read-only']);
    await effects(latchkey, async () => {
      for (const endpoint of managed) {
        const { status, body } = await asked(key, endpoint);
        expect([endpoint.name, body.errorCode === 'E064012' && status === 403]).toEqual([
          endpoint.name,
          endpoint.role !== 'auditor',
        ]);
      }
      // Refused calls that would have signed a user in.
    }).toBe({ audit: ['LoginFailed', 'LoginFailed'] });
  });

  test('that owners alone may call is refused to a key without rights over the instance, and no other reaches beyond the project', async () => {
    const other = await latchkey.addProject();
    const { projectId } = await latchkey.addProject();
    const key = await fullKey(projectId);
    const beyond = async () => [await projectsBut(projectId), await rowsOf(other.projectId)];
    const before = await beyond();
    for (const endpoint of managed) {
      const { status, body } = await askEndpoint(caller, endpoint, { bearer: `${projectId}:${key}` });
      expect([endpoint.name, body.errorCode === 'E064012' && status === 403]).toEqual([
        endpoint.name,
        endpoint.role === 'owner',
      ]);
    }
    expect(await beyond()).toEqual(before);
    const owned = managed.filter(({ role }) => role === 'owner').map(({ name }) => name);
    expect(owned.sort()).toEqual(
      ['clone', 'delete', 'importSnapshot'].map((name) => `management.project.${name}`),
    );
  });

  test('is refused to a key for users unless it is on the list', async () => {
    const key = await makeKey(['project-users']);
    const limited = await makeKey(['project-users', 'project-read-only'], ['mine']);
    for (const endpoint of managed) {
      const ofUsers = await asked(key, endpoint);
      expect([endpoint.name, ofUsers.body.errorCode === 'E064012']).toEqual([
        endpoint.name,
        !userCalls.has(endpoint.name),
      ]);
      if (Object.hasOwn(tenantCalls, endpoint.name)) continue;
      expect([endpoint.name, await asked(limited, endpoint)]).toMatchObject([endpoint.name, refusal('')]);
    }
  });

  test('that is on a list exists', () => {
    const names = new Set(managed.map(({ name }) => name));
    const listed = [...userCalls, ...Object.keys(tenantCalls)];
    expect(listed.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a key that is limited to tenants', () => {
  let key: string;
  let ids: Record<'mine' | 'both' | 'other' | 'strong', string>;

  beforeAll(async () => {
    key = await makeKey(['project-users', 'project-read-only'], ['mine']);
    ids = {
      mine: await makeUser('mine', ['mine']),
      both: await makeUser('both', ['mine', 'other']),
      other: await makeUser('other', ['other']),
      strong: await makeUser('strong', ['mine']),
    };
    const role = { loginId: 'strong', roleNames: ['editor'] };
    await latchkey.manage('POST', '/v2/mgmt/user/update/role/add', role);
  });

  const userFields = {
    'management.user.patch': { displayName: 'x' },
    'management.user.updateStatus': { status: 'disabled' },
    'management.user.updateDisplayName': { displayName: 'x' },
    'management.user.updatePicture': { picture: 'x' },
    'management.user.updateCustomAttribute': { attributeKey: 'x', attributeValue: 'x' },
    'management.user.updateEmail': { email: 'x@example.com' },
    'management.user.updatePhone': { phone: '+12025550123' },
    'management.user.setTemporaryPassword': { password: 'a long enough passphrase' },
    'management.user.addRoles': { tenantId: 'mine', roleNames: ['editor'] },
    'management.user.setRoles': { tenantId: 'mine', roleNames: ['editor'] },
    'management.user.removeRoles': { tenantId: 'mine', roleNames: ['editor'] },
    'management.user.removeIdentity': { tenantId: 'mine', identityId: 'x' },
    'management.tenant.removeSsoUser': { tenantId: 'mine' },
    'management.user.moveIdentity': { tenantId: 'mine', identityId: 'x', toLoginId: 'mine' },
    'management.user.addTenant': { tenantId: 'mine' },
    'management.user.removeTenant': { tenantId: 'mine' },
  } as Record<string, object>;

  test('reaches nothing of another tenant through any call that names a user', async () => {
    await effects(latchkey, async () => {
      for (const endpoint of endpoints.filter(({ name }) => tenantCalls[name]?.user)) {
        const bearer = `${latchkey.projectId}:${key}`;
        const call = (fields: object) =>
          askEndpoint(caller, endpoint, { bearer, input: { ...userFields[endpoint.name], ...fields } });
        for (const loginId of ['other', ids.other, 'nobody']) {
          expect([endpoint.name, await call({ loginId })]).toMatchObject([
            endpoint.name,
            { status: 404, body: { errorCode: 'E112102' } },
          ]);
        }
        const { user, otherUser } = tenantCalls[endpoint.name] ?? {};
        if (otherUser) {
          for (const named of ['other', ids.other, 'nobody'])
            expect((await call({ loginId: 'mine', [otherUser]: named })).status).toBe(404);
          for (const named of ['both', 'strong'])
            expect(await call({ loginId: 'mine', [otherUser]: named })).toMatchObject(refusal('all tenants'));
        }
        if (user === 'member') continue;
        expect(await call({ loginId: 'both' })).toMatchObject(refusal('belongs to others'));
        expect(await call({ loginId: 'strong' })).toMatchObject(refusal('roles in the project'));
      }
    }).toBe({});
  });

  test('reaches nothing of another tenant through any call that names tenants', async () => {
    await effects(latchkey, async () => {
      for (const endpoint of endpoints.filter(({ name }) => tenantCalls[name]?.tenants)) {
        const { tenants: field = '', user } = tenantCalls[endpoint.name] ?? {};
        const call = (named: string) => {
          const value =
            { userTenants: [{ tenantId: named }], tenantIds: [named], tenants: [named] }[field] ?? named;
          const input = { ...userFields[endpoint.name], loginId: user ? 'mine' : 'new', [field]: value };
          return askEndpoint(caller, endpoint, { bearer: `${latchkey.projectId}:${key}`, input });
        };
        expect([endpoint.name, await call('other')]).toMatchObject([
          endpoint.name,
          refusal('the tenant other'),
        ]);
        expect([endpoint.name, (await call('')).status]).not.toEqual([endpoint.name, 200]);
      }
    }).toBe({});
  });

  test('finds its members only, and sees their other tenants nowhere', async () => {
    const found = await ask(key, 'POST', '/v2/mgmt/user/search', {});
    expect(found.body.users.map(({ userId }: { userId: string }) => userId).sort()).toEqual(
      [ids.mine, ids.both, ids.strong].sort(),
    );
    expect(found.body.total).toBe(3);
    const loaded = await ask(key, 'GET', '/v1/mgmt/user?loginId=both');
    expect(loaded.body.user.userTenants).toMatchObject([{ tenantId: 'mine' }]);
    expect(JSON.stringify([found.body, loaded.body])).not.toContain('"other"');
    for (const fields of [
      { tenantRoleNames: { other: { values: ['editor'] } } },
      { includeSubTenants: true },
      { tenantIds: ['mine', 'other'] },
    ]) {
      expect(await ask(key, 'POST', '/v2/mgmt/user/search', fields)).toMatchObject(refusal(''));
    }
    const tenants = await ask(key, 'POST', '/v1/mgmt/tenant/search', {});
    expect(tenants.body.tenants.map(({ id }: { id: string }) => id)).toEqual(['mine']);
  });

  test('sees no audit events of other tenants', async () => {
    const { audits } = (await ask(key, 'POST', '/v1/mgmt/audit/search', {})).body;
    expect(audits.length).toBeGreaterThan(0);
    for (const { tenants } of audits) expect(tenants).toEqual(['mine']);
    expect(await ask(key, 'POST', '/v1/mgmt/audit/search', { noTenants: true })).toMatchObject(refusal(''));
    expect(await ask(key, 'POST', '/v1/mgmt/audit/search', { text: 'other' })).toMatchObject(refusal(''));
  });

  test('creates and changes users of its tenants, but gives no role in the project', async () => {
    const userTenants = [{ tenantId: 'mine', roleNames: ['editor'] }];
    const created = await ask(key, 'POST', '/v1/mgmt/user/create', { loginId: 'made', userTenants });
    expect(created.body.user.userTenants).toMatchObject(userTenants);
    const change = { loginId: 'made', displayName: 'Changed' };
    expect((await ask(key, 'PATCH', '/v1/mgmt/user/patch', change)).body.user.name).toBe('Changed');
    expect((await ask(key, 'POST', '/v1/mgmt/user/delete', { loginId: 'made' })).status).toBe(200);
    for (const fields of [
      { userTenants: undefined },
      { userTenants: [] },
      { roleNames: ['editor'] },
      { invite: true },
    ]) {
      const body = { loginId: 'both', userTenants, ...fields };
      expect(await ask(key, 'POST', '/v1/mgmt/user/create', body)).toMatchObject(refusal(''));
    }
    const role = { loginId: 'mine', roleNames: ['editor'] };
    expect(await ask(key, 'POST', '/v2/mgmt/user/update/role/add', role)).toMatchObject(refusal('tenantId'));
    const both = { loginId: ids.mine, userId: ids.other };
    expect(await ask(key, 'POST', '/v1/mgmt/user/delete', both)).toMatchObject(refusal('not both'));
    expect((await ask(key, 'POST', '/v1/mgmt/user/delete', {})).status).toBe(404);
  });

  test('loses a tenant that is deleted, also when another one gets its ID', async () => {
    const create = () => latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'brief', name: 'Brief' });
    await create();
    const brief = await makeKey(['project-read-only'], ['brief']);
    expect((await ask(brief, 'GET', '/v1/mgmt/tenant?id=brief')).status).toBe(200);
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: 'brief' });
    await create();
    expect(await ask(brief, 'GET', '/v1/mgmt/tenant?id=brief')).toMatchObject(refusal('deleted'));
    expect(await ask(brief, 'POST', '/v2/mgmt/user/search', {})).toMatchObject(refusal('deleted'));
  });
});

test('a key with less than all rights makes no keys and does not vouch for a user', async () => {
  const key = await makeKey(['project-users', 'project-read-only']);
  const more = grant({ roles: ['project-full-access'] });
  expect(await ask(key, 'PUT', '/v1/mgmt/managementkey', more)).toMatchObject(refusal('project-full-access'));
  await latchkey.manage('POST', '/v1/mgmt/message/template/set', {
    kind: 'otp',
    channel: 'email',
    locale: 'en',
    subject: 'Hello {{options.team}}',
    text: '{{code}}',
  });
  const body = {
    loginId: 'signed-in@example.com',
    loginOptions: { templateOptions: { team: 'Blue' } },
  };
  const send = async (secret: string) =>
    (await ask(secret, 'POST', '/v1/auth/otp/signin/email', body)).status;
  expect(await send(key)).toBe(400);
  expect(await send(latchkey.managementKey)).toBe(200);
});

test.each([
  [
    'tenants of a key with all rights',
    { roles: ['project-full-access'], tenantIds: ['mine'] },
    400,
    'E011004',
  ],
  ['no tenant', { roles: ['project-users'], tenantIds: [] }, 400, 'E011004'],
  ['an unknown tenant', { roles: ['project-users'], tenantIds: ['mine', 'unknown'] }, 404, 'E111202'],
  ['all rights and fewer', { roles: ['project-users', 'project-full-access'] }, 400, 'E011004'],
])('refuses a key for %s', async (_what, fields, status, errorCode) => {
  const answer = await latchkey.request('PUT', '/v1/mgmt/managementkey', {
    bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
    body: grant(fields),
  });
  expect(answer).toMatchObject({ status, body: { errorCode } });
});
