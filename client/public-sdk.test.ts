import descope from '@descope/node-sdk';
import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** Compares what our client and the public SDK for Node.js send for the same call. */

const projectId = 'P2aaaaaaaaaaaaaaaaaaaaaaaaaa';

interface Sent {
  method: string;
  path: string;
  fields: Record<string, unknown>;
}

let sent: Sent | undefined;

const record = async (url: unknown, init: RequestInit = {}) => {
  const { pathname, searchParams } = new URL(String(url));
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
  sent = {
    method: init.method ?? 'GET',
    path: pathname,
    fields: { ...Object.fromEntries(searchParams), ...body },
  };
  // The SDK converts only successful responses.
  return Response.json({}, { status: 400 });
};

const options = { projectId, managementKey: 'K1', baseUrl: 'http://localhost' };
const client = createClient({ ...options, fetch: record });
const sdk = descope({ ...options, fetch: record as typeof fetch });

type Operation = (...given: unknown[]) => Promise<unknown>;

function operationOf(of: object, name: string): Operation | undefined {
  const found = name
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown>)?.[key], of as unknown);
  return typeof found === 'function' ? (found as Operation) : undefined;
}

async function sentBy(operation: Operation | undefined, given: unknown[]): Promise<Sent | undefined> {
  sent = undefined;
  await operation?.(...given);
  return sent;
}

/** The methods whose order of parameters the interface fixes (`interface.test.ts`). */
const ordered = ['create', 'invite', 'update', 'createTestUser'].map((name) => `management.user.${name}`);

const inBoth = Object.entries(routes).filter(
  ([name]) => name.startsWith('management.') && operationOf(sdk, name) && !ordered.includes(name),
);

const samples: Record<string, (name: string) => unknown> = {
  string: (name) => name,
  number: () => 7,
  boolean: () => true,
  list: (name) => [{ loginId: name }],
  object: (name) => ({ [name]: 'x' }),
  any: (name) => name,
};

/** Options of the methods that send only the options that they know. Others send all. */
const rest: Record<string, object> = {
  'management.user.patch': { givenName: 'Ann' },
  'management.user.getProviderToken': { withRefreshToken: true, forceRefresh: true },
};

function parametersOf(name: string, route: Route): { values: unknown[]; fields: Record<string, unknown> } {
  const fields = Object.entries(route.fields ?? {}).map(([field, kind]): [string, unknown] => [
    field,
    samples[/^\w+/.exec(kind)?.[0] ?? '']?.(field),
  ]);
  const named = Object.fromEntries(fields);
  if (!route.positional) return { values: [named], fields: named };
  const further = route.rest === undefined ? undefined : (rest[name] ?? { customClaims: { a: 1 } });
  return {
    values: [...Object.values(named), ...(further ? [further] : [])],
    fields: { ...named, ...further },
  };
}

/** Fields that only the SDK sends: defaults, and properties that it adds to each user of a list. */
const defaults: Record<string, unknown> = { enabled: true, testUsersOnly: true, withTestUser: true };

function withoutDefaults(sent: Sent | undefined): Sent | undefined {
  if (!sent) return undefined;
  const kept = Object.entries(sent.fields).filter(([name, value]) => defaults[name] !== value);
  return { ...sent, fields: Object.fromEntries(kept) };
}

test('the public SDK and our client have these many methods of the management API in common', () => {
  expect(inBoth.length).toBeGreaterThan(160);
});

test.each(inBoth)('%s sends the same for the same parameters, in order or by name', async (name, route) => {
  const { values, fields } = parametersOf(name, route);
  // The SDK has fewer parameters where the server knows more.
  const ofSdk = operationOf(sdk, name) as Operation;
  const common = values.slice(0, Math.max(ofSdk.length, 0));
  const expected = withoutDefaults(await sentBy(ofSdk, common));
  expect(expected).toBeDefined();
  expect(withoutDefaults(await sentBy(operationOf(client, name), common))).toEqual(expected);
  if (!route.acceptsObject || common.length < values.length) return;
  expect(withoutDefaults(await sentBy(operationOf(client, name), [fields]))).toEqual(expected);
});

const wrongCalls: [string, unknown[], string][] = [
  ['management.role.create', [], '`name` is missing. Its parameters are name, description, '],
  ['management.role.create', [{ description: 'x' }], '`name` is missing'],
  ['management.role.create', [['Editor']], '`name` must be a string, not a list'],
  ['management.role.create', ['Editor', ['p']], '`description` must be a string, not a list'],
  ['management.role.create', ['Editor', '', {}], '`permissionNames` must be a list, not an object'],
  ['management.role.delete', [{}], '`name` is missing'],
  ['management.role.search', ['Editor'], 'give it one object, not a string'],
  ['management.user.load', [], '`loginId` is missing'],
  ['management.user.patch', ['ann', 'Ann'], '`options` must be an object, not a string'],
  ['management.project.importSnapshot', ['files'], 'give it one object, not a string'],
  ['password.signUp', [{ loginId: 'ann' }], '`password` is missing'],
  ['totp.update', [{ loginId: 'ann' }, { jwt: 'x' }], '`refreshJwt` must be a string, not an object'],
];

test.each(wrongCalls)('%s(%j) says what is wrong, and sends nothing', async (name, given, message) => {
  sent = undefined;
  const result = await operationOf(client, name)?.(...given);
  expect(result).toMatchObject({ ok: false, code: 0, error: { errorCode: 'argument' } });
  expect((result as { error: { errorMessage: string } }).error.errorMessage).toContain(`${name}: ${message}`);
  expect(sent).toBeUndefined();
});

test.each([
  ['management.role.delete', [{ id: 'R1' }], { id: 'R1' }],
  ['management.user.load', [{ loginId: 'ann' }], { loginId: 'ann' }],
  ['management.user.load', ['ann', 0, ['ann']], { loginId: 'ann' }],
  ['management.tenant.searchAll', [], {}],
  ['management.role.search', [], {}],
  ['password.signUp', [{ loginId: 'ann', password: 'x' }], { loginId: 'ann', password: 'x' }],
])('%s(%j) is a valid call', async (name, given, fields) => {
  expect(await sentBy(operationOf(client, name), given)).toMatchObject({ fields });
});

test('the helpers for roles and permissions decide like those of the public SDK', () => {
  const token = {
    roles: ['Reader', 'Editor'],
    permissions: ['Read'],
    tenants: { acme: { roles: ['Owner'], permissions: ['Pay', 'Read'] }, empty: {} },
  };
  const claims = { ...token, sub: 'U1', iss: projectId, exp: 1, drn: 'DS' as const };
  const info = { jwt: '', token };
  for (const wanted of [[], ['Reader'], ['Reader', 'Editor'], ['Owner'], ['Read', 'Pay'], ['Pay', 'Other']]) {
    expect(client.validateRoles(claims, wanted)).toBe(sdk.validateRoles(info, wanted));
    expect(client.getMatchedRoles(claims, wanted)).toEqual(sdk.getMatchedRoles(info, wanted));
    expect(client.validatePermissions(claims, wanted)).toBe(sdk.validatePermissions(info, wanted));
    expect(client.getMatchedPermissions(claims, wanted)).toEqual(sdk.getMatchedPermissions(info, wanted));
    for (const tenant of ['acme', 'empty', 'other']) {
      const given = [tenant, wanted] as const;
      expect(client.validateTenantRoles(claims, ...given)).toBe(
        sdk.validateTenantRoles(info, tenant, wanted),
      );
      expect(client.getMatchedTenantRoles(claims, ...given)).toEqual(
        sdk.getMatchedTenantRoles(info, tenant, wanted),
      );
      expect(client.validateTenantPermissions(claims, ...given)).toBe(
        sdk.validateTenantPermissions(info, tenant, wanted),
      );
      expect(client.getMatchedTenantPermissions(claims, ...given)).toEqual(
        sdk.getMatchedTenantPermissions(info, tenant, wanted),
      );
    }
  }
  expect(client.validateTenantRoles(claims, 'constructor', [])).toBe(false);
  expect(client.validateRoles({ ...claims, roles: undefined } as never, ['Reader'])).toBe(false);
});
