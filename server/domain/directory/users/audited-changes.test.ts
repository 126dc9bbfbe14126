import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

async function lastChanges(action: string) {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: [action], limit: 1 });
  return body.audits[0].data.changes;
}

test('the event of a change of a user has the old and the new values, except personal ones', async () => {
  const { loginId } = await createPasswordUser(latchkey);
  await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
  expect(await lastChanges('UserModified')).toEqual({ status: { from: 'invited', to: 'disabled' } });
  await latchkey.manage('POST', '/v1/mgmt/user/update/name', { loginId, displayName: 'Ann Example' });
  expect(await lastChanges('UserModified')).toBeUndefined();
});

test('so do the events of tenants and of project settings', async () => {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Acme' });
  await latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: body.id, name: 'Acme Ltd', disabled: true });
  expect(await lastChanges('TenantModified')).toMatchObject({
    name: { from: 'Acme', to: 'Acme Ltd' },
    'settings.disabled': { from: false, to: true },
  });
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'de' });
  const changes = await lastChanges('ProjectModified');
  expect(changes).toMatchObject({ locale: { to: 'de' } });
});
