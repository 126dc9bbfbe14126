import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../counterparts/program.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

let source: Latchkey;
let target: { projectId: string; managementKey: string };
let folder: string;
beforeAll(async () => {
  source = await startLatchkey();
  target = await source.addProject();
  folder = temporaryFolder('from-descope');
});
afterAll(async () => {
  await source?.close();
  rmSync(folder, { recursive: true, force: true });
});

const copy = () =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../examples/from-descope.mjs')], {
    cwd: folder,
    env: {
      ...process.env,
      FROM_BASE_URL: source.baseUrl,
      FROM_PROJECT_ID: source.projectId,
      FROM_MANAGEMENT_KEY: source.managementKey,
      BASE_URL: source.baseUrl,
      PROJECT_ID: target.projectId,
      MANAGEMENT_KEY: target.managementKey,
    },
  });

const load = async (loginId: string) => {
  const bearer = `${target.projectId}:${target.managementKey}`;
  const path = `/v1/mgmt/user?loginid=${encodeURIComponent(loginId)}`;
  return (await source.request('GET', path, { bearer })).body.user;
};

test('the example copies users with their roles, tenants and status, names what it could not copy, and can be repeated', async () => {
  const { management } = source.sdk();
  await management.permission.create('read');
  await management.role.create('reader', 'Reads', ['read']);
  await management.tenant.createWithId('acme', 'Acme');
  await management.role.create('lead', '', ['read'], 'acme');
  await management.user.create('ada@example.com', {
    email: 'ada@example.com',
    displayName: 'Ada',
    roles: ['reader'],
    verifiedEmail: false,
    additionalLoginIds: ['ada'],
  });
  await management.user.create('bob', { userTenants: [{ tenantId: 'acme', roleNames: ['lead'] }] });
  await management.user.deactivate('bob');

  const { stdout } = await copy();
  expect(stdout).toContain('2 of 2 users');
  const ada = await load('ada');
  expect(ada).toMatchObject({ name: 'Ada', roleNames: ['reader'], verifiedEmail: false });
  expect(ada.loginIds.toSorted()).toEqual(['ada', 'ada@example.com']);
  expect(await load('bob')).toMatchObject({
    status: 'disabled',
    userTenants: [{ tenantId: 'acme', roleNames: ['lead'] }],
  });
  const { data } = await management.user.load('ada@example.com');
  const ids = JSON.parse(readFileSync(join(folder, 'user-ids.json'), 'utf8'));
  expect(ids[data!.userId]).toBe(ada.userId);

  const { stderr } = await copy();
  expect(stderr).toContain('ada@example.com: ');
  expect(JSON.parse(readFileSync(join(folder, 'user-ids.json'), 'utf8'))).toEqual(ids);
});
