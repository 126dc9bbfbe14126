import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { describeStricterRules } from '../../../commands/database/doctor-database.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const manage = async (path: string, body: object) => {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const concerned = async () => {
  latchkey.advance(61_000);
  const { body } = await latchkey.manage('GET', '/v1/mgmt/project/stricter-rules');
  return Object.fromEntries(
    body.rules.map(({ name, count }: { name: string; count: number }) => [name, count]),
  );
};

test('a project without such users and keys is told that the rules concern nobody', async () => {
  expect(new Set(Object.values(await concerned()))).toEqual(new Set([0]));
  expect(await describeStricterRules(latchkey.context.db)).toBe('');
});

test('members and keys of disabled tenants are counted, and those who inherit a role where a policy applies', async () => {
  await manage('tenant/create', { id: 'closed', name: 'Closed', disabled: true });
  await manage('user/create', { loginId: 'ann', userTenants: [{ tenantId: 'closed' }] });
  await manage('accesskey/create', { name: 'robot', expireTime: 0, keyTenants: [{ tenantId: 'closed' }] });
  await manage('role/create', { name: 'Manager' });
  await manage('tenant/create', { id: 'above', name: 'Above' });
  await manage('tenant/create', { id: 'below', name: 'Below', parent: 'above' });
  await manage('user/create', {
    loginId: 'ben',
    userTenants: [{ tenantId: 'above', roleNames: ['Manager'] }],
  });
  await setPolicy(latchkey, { when: 'always', methods: ['totp'] }, { tenantId: 'below' });
  expect(await concerned()).toMatchObject({
    disabledTenantMembers: 1,
    disabledTenantKeys: 1,
    inheritedPolicies: 1,
  });
  expect(await describeStricterRules(latchkey.context.db)).toContain('users: 1. They lose a disabled tenant');
});
