import { expect, test } from 'vitest';
import { createClient } from './client.ts';

/** Every management operation in the interface, with its parameters in call order. */
const operations: Record<string, string[]> = {
  'user.create': [
    'loginId',
    'email',
    'phone',
    'displayName',
    'roleNames',
    'userTenants',
    'customAttributes',
    'picture',
    'verifiedEmail',
    'verifiedPhone',
    'additionalLoginIds',
  ],
  'user.inviteBatch': ['users', 'inviteUrl', 'sendMail', 'sendSMS'],
  'user.invite': [
    'loginId',
    'email',
    'phone',
    'displayName',
    'roleNames',
    'userTenants',
    'customAttributes',
    'templateOptions',
    'picture',
    'verifiedEmail',
    'verifiedPhone',
    'inviteUrl',
    'sendMail',
    'sendSMS',
    'additionalLoginIds',
  ],
  'user.update': [
    'loginId',
    'email',
    'phone',
    'displayName',
    'roleNames',
    'userTenants',
    'customAttributes',
    'picture',
    'verifiedEmail',
    'verifiedPhone',
    'additionalLoginIds',
  ],
  'user.load': ['loginId'],
  'user.loadByUserId': ['userId'],
  'user.getProviderToken': ['loginId', 'provider'],
  'user.searchAll': [
    'tenantIds',
    'roleNames',
    'limit',
    'page',
    'testUsersOnly',
    'withTestUser',
    'customAttributes',
    'statuses',
    'emails',
    'phones',
  ],
  'user.updateEmail': ['loginId', 'email', 'verified'],
  'user.updateLoginId': ['loginId', 'newLoginId'],
  'user.updatePhone': ['loginId', 'phone', 'verified'],
  'user.updateCustomAttribute': ['loginId', 'attributeKey', 'attributeValue'],
  'user.setTemporaryPassword': ['loginId', 'password'],
  'user.setActivePassword': ['loginId', 'password'],
  'user.addRoles': ['loginId', 'roleNames'],
  'user.setRoles': ['loginId', 'roles'],
  'user.removeRoles': ['loginId', 'roleNames'],
  'user.addTenant': ['loginId', 'tenantId'],
  'user.removeTenant': ['loginId', 'tenantId'],
  'user.addTenantRoles': ['loginId', 'tenantId', 'roleNames'],
  'user.setTenantRoles': ['loginId', 'tenantId', 'roles'],
  'user.removeTenantRoles': ['loginId', 'tenantId', 'roleNames'],
  'user.addSSOapps': ['loginId', 'ssoAppIds'],
  'user.setSSOapps': ['loginId', 'ssoAppIds'],
  'user.removeSSOapps': ['loginId', 'ssoAppIds'],
  'user.delete': ['loginId'],
  'jwt.impersonate': ['impersonatorId', 'loginId', 'validateConsent'],
};

/** The names of parameters in requests, where they differ. */
const wireNames: Record<string, string> = { roles: 'roleNames' };

/** Fields that the client sends in addition to the parameters. */
const alwaysSent: Record<string, object> = {
  'user.invite': { invite: true },
  'user.inviteBatch': { invite: true },
};

type Operation = (...values: (string | object)[]) => Promise<unknown>;

function operationOf(management: unknown, name: string): Operation | undefined {
  const [group = '', operation = ''] = name.split('.');
  return (management as Record<string, Record<string, Operation>>)[group]?.[operation];
}

/** Calls the method with these arguments, and returns the fields that arrive. */
async function sentBy(name: string, given: (string | object)[]): Promise<Record<string, unknown>> {
  let sent: Record<string, unknown> = {};
  const client = createClient({
    projectId: 'P1',
    managementKey: 'K1',
    baseUrl: 'http://localhost',
    fetch: async (url, { body }) => {
      sent = typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(new URL(url).searchParams);
      return Response.json({});
    },
  });
  await operationOf(client.management, name)?.(...given);
  return sent;
}

test.each(Object.entries(operations))(
  '%s sends its parameters in the order of the interface: %j',
  async (name, parameters) => {
    const expected = Object.fromEntries(
      parameters.map((parameter) => [wireNames[parameter] ?? parameter, parameter]),
    );
    const { management } = createClient({ projectId: 'P1', baseUrl: 'http://localhost' });
    expect(operationOf(management, name)).toBeTypeOf('function');
    expect(await sentBy(name, parameters)).toEqual({ ...expected, ...alwaysSent[name] });
  },
);

test.each(['user.create', 'user.invite', 'user.update'])(
  '%s accepts its parameters by name, and other fields beside them',
  async (name) => {
    const parameters = (operations[name] ?? []).map((parameter) => [parameter, parameter]);
    const input = { ...Object.fromEntries(parameters), givenName: 'Ann' };
    expect(await sentBy(name, [input])).toEqual({ ...input, ...alwaysSent[name] });
  },
);

test('the types of both forms require the login ID', async () => {
  const fetch = async () => Response.json({ user: {} });
  const { management } = createClient({ projectId: 'P1', baseUrl: 'http://localhost', fetch });
  const { user } = management;
  await user.create('ann');
  await user.create('ann', undefined, null, 'Ann');
  await user.create({ loginId: 'ann', email: 'ann@example.com', givenName: 'Ann' });
  await user.invite({ loginId: 'ann', inviteUrl: 'https://app.example.com/accept' });
  await user.update({ loginId: 'ann', picture: '' });
  // @ts-expect-error: the login ID is missing.
  await user.create({ email: 'ann@example.com' });
  // @ts-expect-error: no such field.
  await user.update({ loginId: 'ann', nickname: 'Ann' });
  // @ts-expect-error: an invitation is always sent.
  await user.invite({ loginId: 'ann', invite: false });
  // @ts-expect-error: one form excludes the other.
  await user.create({ loginId: 'ann' }, 'ann@example.com');
});
