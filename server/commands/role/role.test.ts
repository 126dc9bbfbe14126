import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { newPlace, type Place, whileServed } from '../../../test/latchkey-process.ts';

let place: Place;
let project: string;

beforeAll(async () => {
  place = await newPlace();
  await whileServed(place, async ({ projectId, manage }) => {
    project = projectId;
    await manage('POST', '/v1/mgmt/permission/create', { name: 'Read' });
    await manage('POST', '/v1/mgmt/role/create', { name: 'Clerk', permissionNames: ['Read'], default: true });
    await manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
    await manage('POST', '/v1/mgmt/role/create', { name: 'Boss', tenantId: 'acme' });
  });
});

afterAll(() => place.remove());

const list = (...args: string[]) => runCommandHere(place, ['role', 'list', '--project', project, ...args]);

test('the roles of the project and of its tenants are listed', async () => {
  const { code, stdout, stderr } = await list();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^ROLE +TENANT .*\nTenant Admin +none +no .*\nClerk +none +yes +Read\nBoss +acme +no\n$/,
  );
  expect(JSON.parse((await list('--json')).stdout)).toMatchObject([
    { name: 'Tenant Admin', tenantId: '' },
    { name: 'Clerk', tenantId: '', permissionNames: ['Read'], default: true },
    { name: 'Boss', tenantId: 'acme' },
  ]);
  expect(JSON.parse((await list('--tenant', 'acme', '--json')).stdout)).toMatchObject([{ name: 'Boss' }]);
  expect((await list('--text', 'x')).stdout).toBe('No role matches.\n');
  const unknown = await list('--tenant', 'nowhere');
  expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nowhere') });
});
