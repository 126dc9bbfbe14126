import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAdministrator, openConsole, startConsole } from '../../../../test/administrators.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

test('the first link leads to an owner who administers every project, and adds others', async () => {
  const owner = await startConsole(latchkey);
  const { body } = await owner.request('GET', '/v1/console');
  expect(body).toMatchObject({
    administrator: { loginId: 'owner@example.com', name: 'Olivia Owner', role: 'owner' },
    hasPassword: true,
    hasTotp: true,
    hasPasskey: false,
    isComplete: true,
    mode: 'development',
    projects: [{ id: latchkey.projectId, name: 'Test project' }],
  });
  const { projectId } = latchkey;
  const made = await owner.request('POST', '/v1/mgmt/user/create', { projectId, body: { loginId: 'ada' } });
  expect(made).toMatchObject({ status: 200, body: { user: { loginIds: ['ada'] } } });
  const audit = await owner.request('POST', '/v1/mgmt/audit/search', {
    projectId,
    body: { actions: ['UserCreated'] },
  });
  expect(audit.body.audits).toMatchObject([{ actorType: 'administrator', actorId: 'owner@example.com' }]);
  const created = await owner.request('POST', '/v1/console/project', { body: { name: 'Second' } });
  expect(created).toMatchObject({ status: 200, body: { project: { name: 'Second' } } });

  const auditor = await addAdministrator(latchkey, owner, { loginId: 'audrey@example.com', role: 'auditor' });
  const read = await auditor.request('POST', '/v2/mgmt/user/search', { projectId, body: {} });
  expect(read).toMatchObject({ status: 200, body: { users: [{ loginIds: ['ada'] }] } });
  const refused = await auditor.request('POST', '/v1/mgmt/user/create', {
    projectId,
    body: { loginId: 'x' },
  });
  expect(refused).toMatchObject({ status: 403, body: { errorCode: 'E064010' } });
  expect((await (await auditor.signIn()).request('GET', '/v1/console')).body.isComplete).toBe(true);
  expect((await openConsole(latchkey).request('GET', '/v1/console')).status).toBe(401);
});
