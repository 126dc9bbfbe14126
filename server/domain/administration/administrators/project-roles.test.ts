import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAdministrator,
  type SignedInAdministrator,
  startConsole,
} from '../../../../test/administrators.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { administrationProjectId } from '../../../core/administration.ts';
import { createProject } from '../instance/create-project.ts';
import { deleteProject } from '../instance/delete-project.ts';

let latchkey: Latchkey;
let owner: SignedInAdministrator;
let pia: SignedInAdministrator;
let piaId: string;
let shop: string;
let club: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  owner = await startConsole(latchkey);
  pia = await addAdministrator(latchkey, owner, { loginId: 'pia@example.com', role: 'auditor' });
  piaId = (await pia.request('GET', '/v1/console')).body.administrator.userId;
  shop = latchkey.projectId;
  club = (await latchkey.addProject()).projectId;
});
afterAll(() => latchkey.close());

const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const setRoles = (role: string, projects: object[], page = owner, userId = piaId) =>
  page.request('POST', '/v1/console/administrator/roles', { body: { userId, role, projects } });
const read = (projectId: string) => pia.request('GET', '/v1/mgmt/project/settings', { projectId });
const invite = (projectId: string, loginId: string, more = {}) =>
  pia.request('POST', '/v1/mgmt/user/create', { projectId, body: { loginId, ...more } });
const seen = async () => {
  const { projects } = (await pia.request('GET', '/v1/console')).body;
  return projects.map(({ id, role }: { id: string; role: string }) => [id, role]);
};

test('a role in all projects holds in every project, as before', async () => {
  expect(await seen()).toEqual([
    [shop, 'auditor'],
    [club, 'auditor'],
  ]);
  expect((await read(club)).status).toBe(200);
});

test('a role in a project holds there, and other projects are neither seen nor reached', async () => {
  expect((await setRoles('', [{ projectId: shop, role: 'support' }])).status).toBe(200);
  expect(await seen()).toEqual([[shop, 'support']]);
  expect((await read(shop)).status).toBe(200);
  expect((await invite(shop, 'ann@example.com')).status).toBe(200);
  expect(refusal(await invite(shop, 'bob@example.com', { roleNames: ['x'] }))).toEqual([403, 'E064010']);
  expect(refusal(await read(club))).toEqual([403, 'E064010']);
  expect(refusal(await invite(club, 'ann@example.com'))).toEqual([403, 'E064010']);
  const administrators = await pia.request('POST', '/v2/mgmt/user/search', { body: {} });
  expect(refusal(administrators)).toEqual([403, 'E064010']);
  expect(refusal(await setRoles('owner', [], pia))).toEqual([403, 'E064010']);
});

test('the higher of two roles counts, and a new role holds in an open session', async () => {
  await setRoles('auditor', [{ projectId: club, role: 'administrator' }]);
  expect(await seen()).toEqual([
    [shop, 'auditor'],
    [club, 'administrator'],
  ]);
  const role = { projectId: club, body: { name: 'editor' } };
  expect((await pia.request('POST', '/v1/mgmt/role/create', role)).status).toBe(200);
  expect(refusal(await invite(shop, 'eve@example.com'))).toEqual([403, 'E064010']);
  await setRoles('', []);
  expect(await seen()).toEqual([]);
  expect(refusal(await read(shop))).toEqual([403, 'E064010']);
});

test('roles that cannot be are refused, and nothing changes', async () => {
  await setRoles('', [{ projectId: shop, role: 'auditor' }]);
  const ownerId = (await owner.request('GET', '/v1/console')).body.administrator.userId;
  const attempts: [Answer, number, string][] = [
    [await setRoles('', [{ projectId: shop, role: 'owner' }]), 400, 'E011003'],
    [await setRoles('', [{ projectId: 'Punknown', role: 'auditor' }]), 400, 'E011004'],
    [await setRoles('', [{ projectId: administrationProjectId, role: 'administrator' }]), 400, 'E011004'],
    [
      await setRoles(
        '',
        [1, 2].map(() => ({ projectId: shop, role: 'auditor' })),
      ),
      400,
      'E011004',
    ],
    [await setRoles('', [], owner, 'Uunknown'), 404, 'E112102'],
    [await setRoles('administrator', [], owner, ownerId), 403, 'E064010'],
  ];
  for (const [answer, status, code] of attempts) expect(refusal(answer)).toEqual([status, code]);
  expect(await seen()).toEqual([[shop, 'auditor']]);
});

test('a deleted project takes its roles along, also when another one gets its ID', async () => {
  const brief = (await latchkey.addProject()).projectId;
  await setRoles('', [{ projectId: brief, role: 'administrator' }]);
  expect((await read(brief)).status).toBe(200);
  const operator = {
    actor: { type: 'commandLine' as const, id: 'test' },
    request: { id: 'x', remoteAddress: '', userAgent: '' },
  };
  await deleteProject(latchkey.service, operator, brief);
  expect(await seen()).toEqual([]);
  await createProject(latchkey.service, { id: brief, name: 'Another' });
  expect(refusal(await read(brief))).toEqual([403, 'E064010']);
});

test('only an owner gives a key rights over the instance, and the key of an administrator can give them to no other', async () => {
  await setRoles('', [{ projectId: shop, role: 'administrator' }]);
  const create = (page: SignedInAdministrator, reBac: object) =>
    page.request('PUT', '/v1/mgmt/managementkey', { projectId: shop, body: { name: 'key', reBac } });
  const inProject = { projectRoles: [{ projectIds: [shop], roles: ['project-full-access'] }] };
  const overInstance = { companyRoles: ['company-full-access'] };
  for (const reBac of [overInstance, { ...inProject, ...overInstance }])
    expect(refusal(await create(pia, reBac))).toEqual([403, 'E064010']);
  const ofPia: string = (await create(pia, inProject)).body.cleartext;
  const ofOwner: string = (await create(owner, overInstance)).body.cleartext;

  const manage = (key: string, method: string, path: string, body: object) =>
    latchkey.request(method, path, { bearer: `${shop}:${key}`, body });
  const more = { name: 'more', reBac: overInstance };
  expect(refusal(await manage(ofPia, 'PUT', '/v1/mgmt/managementkey', more))).toEqual([403, 'E064012']);
  expect(refusal(await manage(ofPia, 'POST', '/v1/mgmt/project/clone', { name: 'Mine' }))).toEqual([
    403,
    'E064012',
  ]);
  expect((await manage(ofOwner, 'PUT', '/v1/mgmt/managementkey', more)).status).toBe(200);
  expect((await manage(ofOwner, 'POST', '/v1/mgmt/project/clone', { name: 'Copy' })).status).toBe(200);
});
