import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { byteOrderMark } from '../../../console/components/csv.ts';
import { headerLine, userLine } from '../../../console/screens/users/export/user-lines.ts';
import { totpCode } from '../../../test/authenticator-app.ts';
import { runCommandHere } from '../../../test/command-line.ts';
import { temporaryFolder } from '../../../test/counterparts/program.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { latchkey as command, newPlace, type Place, runLatchkey } from '../../../test/latchkey-process.ts';
import { inNewProject } from '../../../test/new-project.ts';
import { requireIndexed } from '../../../test/search-index.ts';
import { signInByPassword } from '../../../test/signed-in.ts';
import type { Outcome } from '../../domain/credentials/import/import-source.ts';
import vectors from '../../protocols/password-hashes/vectors.json' with { type: 'json' };

/** Made by Keycloak 26.3: `kc.sh export --users same_file`, without the parts that are not about users. */
const folder = temporaryFolder('import-users');
const keycloakFile = join(folder, 'keycloak-export.json');
copyFileSync(
  fileURLToPath(new URL('../../domain/credentials/import/sources/keycloak-export.json', import.meta.url)),
  keycloakFile,
);
const { password, hashedPassword } = vectors[0] as (typeof vectors)[0];
const bcryptHash = hashedPassword.bcrypt?.hash as string;

let place: Place;
let server: Latchkey;
let latchkey: Latchkey;

beforeAll(async () => {
  place = await newPlace();
  server = await startLatchkey(place.env);
});
beforeEach(async () => {
  latchkey = await inNewProject(server);
});
afterAll(async () => {
  // An import logs all users whom it creates or changes.
  await requireIndexed(server.service);
  await server.close();
  await place.remove();
  rmSync(folder, { recursive: true });
});

function run(from: string, path: string, more: string[] = []) {
  const decided =
    more.includes('--second-factor') || more.includes('undecided') ? [] : ['--second-factor', 'drop'];
  const options = more.filter((one) => one !== 'undecided');
  return runCommandHere(place, [
    ...['import', path, '--from', from, '--project', latchkey.projectId],
    ...decided,
    ...options,
  ]);
}

async function outcomes(from: string, path: string, more: string[] = []): Promise<Outcome[]> {
  return JSON.parse((await run(from, path, [...more, '--json'])).stdout).users;
}

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const lines = (records: unknown[]) => records.map((record) => JSON.stringify(record)).join('\n');

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

async function signIn(loginId: string, typed = password): Promise<number> {
  return (await signInByPassword(latchkey, { loginId, password: typed })).status;
}

test('from Descope: users keep tenants and hashes, and the summary names each kind of hash that is left out', async () => {
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'descope-one', name: 'One' });
  const users = [
    {
      userId: 'U2a',
      loginIds: ['ada-descope'],
      status: 'enabled',
      password: true,
      userTenants: [{ tenantId: 'descope-one', roleNames: [] }],
      hashedPassword,
    },
    { userId: 'U2b', loginIds: ['bob-descope'], status: 'enabled', password: true },
    {
      userId: 'U2c',
      loginIds: ['cleo-descope'],
      status: 'enabled',
      hashedPassword: { werkzeug: { hash: 'scrypt:3:8:1$salt$00' } },
    },
  ];
  const path = fileOf('descope.json', JSON.stringify({ users }));
  const { stdout } = await run('descope', path, ['--json']);
  const { counts, leftOut } = JSON.parse(stdout);
  expect(counts).toMatchObject({ created: 3, failed: 0 });
  expect(Object.keys(leftOut)).toEqual([
    'the password is left out: Descope’s API does not export hashes',
    expect.stringMatching(/^the password is left out: .*scrypt/),
  ]);
  expect(await signIn('ada-descope')).toBe(200);
  expect(await load('ada-descope')).toMatchObject({
    userTenants: [expect.objectContaining({ tenantId: 'descope-one' })],
  });
});

describe('a project of Descope', () => {
  const responses = [
    {
      permissions: [
        { name: 'Impersonate', systemDefault: true },
        { name: 'edit', description: 'Edits' },
      ],
    },
    {
      tenants: [
        { id: 'dt-sub', name: 'Sub', parent: 'dt-one' },
        { id: 'dt-one', name: 'One Ltd', disabled: true },
      ],
    },
    { tenants: [{ id: '.bad', name: 'Bad' }] },
    {
      roles: [
        { name: 'd-editor', permissionNames: ['edit', 'unheard-of'] },
        { name: 'd-default', default: true },
        { name: 'd-owner', tenantId: 'dt-one', permissionNames: ['Impersonate'], private: true },
        { name: 'd-lost', tenantId: 'nowhere' },
      ],
    },
    {
      data: [
        { name: 'd-plan', type: 4, options: [{ label: 'Pro', value: 'pro' }] },
        { name: 'd-seats', type: 2 },
      ],
      total: 2,
    },
  ];
  const users = [
    {
      userId: 'U2one',
      loginIds: ['d-ada'],
      status: 'enabled',
      roleNames: ['d-editor', 'ghost'],
      userTenants: [
        { tenantId: 'dt-one', roleNames: ['d-owner', 'd-editor', 'd-none'] },
        { tenantId: 'dt-sub', roleNames: [] },
        { tenantId: 'dt-gone', roleNames: ['d-editor'] },
      ],
      customAttributes: { 'd-plan': 'pro', 'd-seats': 5, 'd-other': 'x' },
    },
    { userId: 'U2two', loginIds: ['d-bob'], status: 'disabled', roleNames: [], userTenants: [] },
  ];
  const pages = [{ users: users.slice(0, 1), total: 2 }, ...responses, { users: users.slice(1), total: 2 }];

  test.each([
    ['one after the other', pages.map((one) => JSON.stringify(one)).join('\n')],
    ['as a list', JSON.stringify(pages, null, 2)],
    [
      'joined to one object',
      JSON.stringify({
        ...responses[0],
        tenants: [...responses[1]!.tenants!, ...responses[2]!.tenants!],
        ...responses[3],
        attributes: responses[4]!.data,
        users,
      }),
    ],
  ])('is created with what users refer to, and the rest is named: responses %s', async (form, text) => {
    const path = fileOf(`descope-${form.length}.json`, text);
    const dry = JSON.parse((await run('descope', path, ['--dry-run', '--json'])).stdout);
    expect(await load('d-ada')).toBeUndefined();
    expect((await latchkey.manage('GET', '/v1/mgmt/tenant/all')).body.tenants).toEqual([]);
    const { stdout, code } = await run('descope', path, ['--json']);
    const real = JSON.parse(stdout);
    expect({ ...real, dryRun: true, report: undefined }).toEqual(dry);
    expect(real.definitions.created).toEqual({ permissions: 1, tenants: 2, roles: 3, attributes: 2 });
    expect(real.definitions.problems).toEqual([
      expect.stringContaining('tenants, .bad'),
      'roles, d-editor: without unknown permissions: unheard-of',
      expect.stringContaining('roles, d-lost'),
    ]);
    expect([code, real.counts.created]).toEqual([1, 2]);
    expect(real.users[0].warnings).toEqual([
      'roles that this project does not have left out: ghost',
      'tenants that this project does not have left out: dt-gone',
      'roles that a tenant of this project does not have left out: d-none in dt-one',
      'attributes that this project does not define left out: d-other',
    ]);
    expect(await load('d-ada')).toMatchObject({
      roleNames: ['d-editor'],
      customAttributes: { 'd-plan': 'pro', 'd-seats': 5 },
      userTenants: [
        expect.objectContaining({ tenantId: 'dt-one', roleNames: ['d-owner', 'd-editor'] }),
        expect.objectContaining({ tenantId: 'dt-sub', roleNames: [] }),
      ],
    });
    // Not even a role that new users get.
    expect(await load('d-bob')).toMatchObject({ roleNames: [], status: 'disabled' });
    const { tenants } = (await latchkey.manage('GET', '/v1/mgmt/tenant/all')).body;
    expect(tenants).toMatchObject([
      { id: 'dt-one', disabled: true },
      { id: 'dt-sub', parent: 'dt-one' },
    ]);

    const ids = readFileSync(real.report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ sourceId }) => sourceId);
    expect(ids.map(({ sourceId, userId }) => [sourceId, userId])).toEqual([
      ['U2one', (await load('d-ada')).userId],
      ['U2two', (await load('d-bob')).userId],
    ]);
    const again = JSON.parse((await run('descope', path, ['--json'])).stdout);
    expect(again.definitions.created).toEqual({ permissions: 0, tenants: 0, roles: 0, attributes: 0 });
    expect(again.counts).toMatchObject({ created: 0, exists: 2 });
  });
});

test('from Latchkey: the CSV of the console, the search and entries of a batch give the same user', async () => {
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'lk-one', name: 'One' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'lk-writer' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'lk-new', default: true });
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
    attributes: [
      { name: 'lk-count', type: 2 },
      { name: 'lk-tags', type: 5, options: ['a', 'b', 'c; d'].map((value) => ({ value, label: value })) },
    ],
  });
  const expected = {
    name: '=Ada',
    email: 'ada@own-export.example',
    verifiedEmail: true,
    phone: '+12025550177',
    verifiedPhone: false,
    status: 'disabled',
    roleNames: ['lk-writer'],
    userTenants: [expect.objectContaining({ tenantId: 'lk-one', roleNames: ['lk-writer'] })],
    customAttributes: { 'lk-count': 7, 'lk-tags': ['a', 'b'] },
    createdTime: 1_500_000_000,
  };
  const user = {
    loginIds: ['ada-own-export', 'ada@own-export.example'],
    ...expected,
    userTenants: [{ tenantId: 'lk-one', tenantName: 'One', roleNames: ['lk-writer'] }],
    userId: 'U2own',
    modifiedTime: 1_600_000_000,
    givenName: 'Ada',
    middleName: '',
    familyName: '',
    picture: '',
    password: false,
    test: false,
  };
  const attributes = ['lk-count', 'lk-tags'].map((name) => ({ name })) as never;
  const csv = byteOrderMark + headerLine(attributes) + userLine(user as never, attributes);
  const { loginIds: _, name: displayName, password: __, ...entry } = user;
  const batch = {
    ...entry,
    loginId: 'ada-own-export',
    additionalLoginIds: ['ada@own-export.example'],
    displayName,
  };
  const forms: [string, string][] = [
    ['own.csv', csv],
    ['own.json', JSON.stringify({ users: [user], total: 1 })],
    ['own.ndjson', `${JSON.stringify(user)}\n`],
    ['batch.ndjson', `${JSON.stringify({ ...batch, hashedPassword })}\n`],
    ['batch.json', JSON.stringify([{ ...batch, seed: 'JBSWY3DPEHPK3PXP' }])],
  ];
  for (const [name, text] of forms) {
    const [found] = await outcomes('latchkey', fileOf(name, text));
    expect([name, found]).toEqual([name, expect.objectContaining({ outcome: 'created', warnings: [] })]);
    expect(await load('ada@own-export.example')).toMatchObject(expected);
    expect((await load('ada-own-export')).TOTP).toBe(name === 'batch.json');
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId: 'ada-own-export' });
  }
});

test('users who were changed in any way stay when their import is undone, and a dry run of it deletes nobody', async () => {
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'undo-t', name: 'Undo' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'undo-r' });
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
    attributes: [{ name: 'undoText', type: 1 }],
  });
  const changes: Record<string, (loginId: string, userId: string) => [path: string, body: object]> = {
    status: (loginId) => ['user/update/status', { loginId, status: 'disabled' }],
    email: (loginId) => ['user/update/email', { loginId, email: 'new@undo-kinds.example' }],
    role: (loginId) => ['user/update/role/add', { loginId, roleNames: ['undo-r'] }],
    tenant: (loginId) => ['user/update/tenant/add', { loginId, tenantId: 'undo-t' }],
    attribute: (loginId) => [
      'user/update/customAttribute',
      { loginId, attributeKey: 'undoText', attributeValue: 'x' },
    ],
    password: (loginId) => ['user/password/set/active', { loginId, password: 'argon lantern 17' }],
    name: (loginId) => ['user/update/loginid', { loginId, newLoginId: 'other-name' }],
    key: (_, userId) => ['accesskey/create', { name: 'bound', userId }],
    embedded: (loginId) => ['user/signin/embeddedlink', { loginId }],
  };
  const kinds = Object.keys(changes);
  const users = [...kinds, 'untouched', 'pruned'].map((kind) => ({
    user_id: `auth0|undo-${kind}`,
    username: `undo-${kind}`,
  }));
  const { report, counts } = JSON.parse(
    (await run('auth0', fileOf('undo-kinds.ndjson', lines(users)), ['--json'])).stdout,
  );
  expect(counts.created).toBe(users.length);
  const idOf: Record<string, string> = {};
  for (const { username } of users) idOf[username] = (await load(username)).userId;
  for (const kind of kinds) {
    const [path, body] = changes[kind]!(`undo-${kind}`, idOf[`undo-${kind}`]!);
    expect([kind, (await latchkey.manage('POST', `/v1/mgmt/${path}`, body)).status]).toEqual([kind, 200]);
  }
  // As the retention of the audit log does, or a move without it.
  await latchkey.service.db
    .deleteFrom('auditEvents')
    .where('projectId', '=', latchkey.projectId)
    .where('userId', '=', idOf['undo-pruned']!)
    .execute();
  const undo = async (...more: string[]) => {
    const { stdout } = await runCommandHere(place, ['import', '--undo', report, '--json', ...more]);
    return JSON.parse(stdout);
  };
  const total = async () =>
    (await latchkey.manage('POST', '/v2/mgmt/user/search', { limit: 100 })).body.total;
  const dry = await undo('--dry-run');
  expect([dry.deleted, await total()]).toEqual([1, users.length]);
  const real = await undo();
  expect({ ...real, dryRun: true }).toEqual(dry);
  expect(await total()).toBe(users.length - 1);
  expect(await load('undo-untouched')).toBeUndefined();
  expect(real.kept.map(({ userId }: { userId: string }) => userId).sort()).toEqual(
    [...kinds, 'pruned'].map((kind) => idOf[`undo-${kind}`]).sort(),
  );
});

test('a report that was tampered with undoes nothing', async () => {
  const created = await outcomes('auth0', fileOf('mine.ndjson', lines([{ username: 'tampered-one' }])));
  expect(created).toMatchObject([{ outcome: 'created' }]);
  const own = readFileSync(join(folder, 'mine.ndjson.report.ndjson'), 'utf8');
  const header = JSON.parse(own.split('\n')[0]!);
  const other = await inNewProject(server);
  const foreign = JSON.stringify({ ...header, project: other.projectId });
  const unknown = JSON.stringify({ ...header, project: 'P0000000000000000000000000000' });
  const line = JSON.stringify(header);
  for (const [text, reason] of [
    ['', 'is empty'],
    ['{"users":[]}\n', 'is not the report of an import'],
    [`{"place":"line 1"}\n${line}`, 'is not the report of an import'],
    [`${line}\n{"import":"cut o`, 'damaged line'],
    [`${line}\n{"import":7,"project":"x"}`, 'damaged line'],
    [`${line}\n${unknown}`, 'No project has the ID'],
    [`${unknown}\n${line}`, 'No project has the ID'],
  ] as const) {
    const path = fileOf('tampered.ndjson', text);
    const { code, stderr, stdout } = await runCommandHere(place, ['import', '--undo', path]);
    expect([text, code > 0, stderr]).toEqual([text, true, expect.stringContaining(reason)]);
    expect(stdout).toBe('');
  }
  const moved = await runCommandHere(place, ['import', '--undo', fileOf('moved.ndjson', foreign), '--json']);
  expect(JSON.parse(moved.stdout)).toMatchObject({ deleted: 0, kept: [] });
  const path = fileOf('own.ndjson', own);
  for (const more of [
    ['--project', other.projectId],
    ['--from', 'auth0', '--project', latchkey.projectId],
  ])
    expect((await runCommandHere(place, ['import', '--undo', path, ...more])).code).toBe(2);
  expect((await runCommandHere(place, ['import', 'file', '--undo', path])).code).toBe(2);
  expect((await runCommandHere(place, ['import', '--undo', join(folder, 'missing')])).stderr).toContain(
    'cannot be read',
  );
  expect(await load('tampered-one')).toBeDefined();
});

test('imports that run at the same time create each user once, and find those of each other', async () => {
  const users = Array.from({ length: 60 }, (_, n) => ({
    user_id: `auth0|twin${n}`,
    email: `twin${n}@twins.example`,
    email_verified: n % 2 === 0,
    username: `twin-${n}`,
  }));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      latchkey.manage('POST', '/v1/mgmt/user/import', { source: 'auth0', users: lines(users) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.flatMap(({ body }) => body.users)).toHaveLength(users.length);
  const reasons: string[] = answers.flatMap(({ body }) =>
    body.failures.map(({ reason }: { reason: string }) => reason),
  );
  expect(reasons).toHaveLength(3 * users.length);
  expect(reasons.filter((reason) => !reason.startsWith('The record was imported before'))).toEqual([]);
});

test('a user name that is the ID of another user goes to its user, the same in a dry run, in either order', async () => {
  const victim = { sub: 'f3a1c2d4e5', email: 'both@ids.example', email_verified: 'false' };
  const owner = { sub: 'a9b8c7d6', email: 'both@ids.example', email_verified: 'true' };
  const record = ({ sub, ...more }: { sub: string }, Username: string) => ({
    Username,
    Attributes: Object.entries({ sub, ...more }).map(([Name, Value]) => ({ Name, Value })),
  });
  const generated = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
  const rival = record({ sub: 'e1e2e3e4' }, 'f3a1c2d4e5');
  const people = [record(victim, generated(1)), record(owner, generated(2)), rival];
  for (const [n, order] of [people, people.toReversed()].entries()) {
    const path = fileOf(`ids-${n}.json`, JSON.stringify({ Users: order }));
    const dry = await outcomes('cognito', path, ['--dry-run']);
    const real = await outcomes('cognito', path);
    expect(real).toEqual(dry);
    const of = (one: (typeof people)[0]) => real[order.indexOf(one)];
    expect(of(rival)).toMatchObject({ outcome: 'created', loginId: 'f3a1c2d4e5' });
    expect(of(people[0]!)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('both@ids.example is that of'),
    });
    await runCommandHere(place, ['import', '--undo', `${path}.report.ndjson`]);
    expect(await load('f3a1c2d4e5')).toBeUndefined();
  }
});

test('an address that an administrator has given to an imported user stays theirs', async () => {
  const first = { user_id: 'auth0|given1', email: 'was@given.example' };
  await outcomes('auth0', fileOf('given-1.ndjson', lines([first])));
  const change = { loginId: 'was@given.example', newLoginId: 'now@given.example' };
  expect((await latchkey.manage('POST', '/v1/mgmt/user/update/loginid', change)).status).toBe(200);
  const second = {
    user_id: 'auth0|given2',
    email: 'now@given.example',
    email_verified: true,
    username: 'given-two',
  };
  const [found] = await outcomes('auth0', fileOf('given-2.ndjson', lines([second])));
  expect(found).toMatchObject({ outcome: 'created', loginId: 'given-two' });
  expect(found?.changed).toBeUndefined();
  expect((await load('now@given.example')).userId).not.toBe((await load('given-two')).userId);
});

test('an imported user whose ID has become another’s name still leaves an address to its owner', async () => {
  const first = { user_id: 'auth0|spare1', email: 'spare@spare.example' };
  await outcomes('auth0', fileOf('spare-1.ndjson', lines([first])));
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'auth0|spare1' });
  const owner = { user_id: 'auth0|spare2', email: 'spare@spare.example', email_verified: true };
  const [found] = await outcomes('auth0', fileOf('spare-2.ndjson', lines([owner])));
  expect(found).toMatchObject({ outcome: 'created', loginId: 'spare@spare.example' });
  expect(await load('spare@spare.example')).toMatchObject({ verifiedEmail: true });
});

test.each([
  ['the line ends of old Macs', 'id,username\rm1,mac-one\r"m2","mac\rtwo"\r', ['mac-one', 'm2']],
  [
    'a file that ends within a line',
    'id,username\r\nm3,mac-three\r\nm4,mac-four\r',
    ['mac-three', 'mac-four'],
  ],
])('a CSV file with %s is read', async (_, text, expected) => {
  const found = await outcomes('clerk', fileOf('mac.csv', text));
  expect(found.map(({ loginId, outcome }) => (outcome === 'created' ? loginId : outcome))).toEqual(expected);
});

describe('from Keycloak', () => {
  test('users sign in with their passwords and authenticators', async () => {
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'editor' });
    const dry = await outcomes('keycloak', keycloakFile, ['--dry-run']);
    expect(await load('ada')).toBeUndefined();
    const real = await outcomes('keycloak', keycloakFile);
    expect(real).toEqual(dry);
    expect(real.map(({ loginId, outcome }) => [loginId, outcome])).toEqual(
      ['ada', 'dora', 'grace', 'linus', 'nomail', 'otto'].map((loginId) => [loginId, 'created']),
    );
    expect(real[0]?.warnings).toEqual([
      'groups left out: /Engineering/Core',
      'roles that this project does not have left out: shop:buyer',
    ]);
    expect(real[3]?.warnings).toEqual([expect.stringContaining(': google')]);
    expect(await signIn('ada', 'argon lantern 17')).toBe(200);
    expect(await signIn('grace@acme.example', 'grace meadow 28')).toBe(200);
    expect(await signIn('linus', 'linus harbor 64')).toBe(200);
    expect(await signIn('otto', 'otto window 55')).toBe(200);
    expect(await load('ada')).toMatchObject({
      name: 'Ada Lovelace',
      roleNames: ['editor'],
      verifiedEmail: true,
    });
    expect(await load('grace')).toMatchObject({ verifiedEmail: false });
    expect(await load('dora')).toMatchObject({ status: 'disabled', password: true });
    const code = totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', latchkey.service.now());
    const verified = await latchkey.request('POST', '/v1/auth/totp/verify', {
      body: { loginId: 'otto', code },
    });
    expect(verified.status).toBe(200);

    const again = await outcomes('keycloak', keycloakFile);
    expect(again.map(({ outcome }) => outcome)).toEqual(Array(6).fill('exists'));
    expect(await load('ada')).toMatchObject({ roleNames: ['editor'] });
  });

  test('what cannot be used is left out, and named', async () => {
    const credential = (secret: object, data: object, type = 'password') => ({
      type,
      secretData: JSON.stringify(secret),
      credentialData: JSON.stringify(data),
    });
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
      attributes: [{ name: 'team', type: 1 }],
    });
    const users = [
      { username: 'service-account-shop', serviceAccountClientId: 'shop' },
      {
        username: 'old',
        attributes: { team: ['red'], hobby: ['chess'], phoneNumber: ['+12025550123'] },
        requiredActions: ['UPDATE_PASSWORD'],
        credentials: [
          credential({ value: 'AAAA', salt: 'AAAA' }, { hashIterations: 1, algorithm: 'md5' }),
          credential(
            { value: 'x' },
            { subType: 'totp', digits: 8, period: 30, algorithm: 'HmacSHA1' },
            'otp',
          ),
          credential({}, {}, 'webauthn'),
        ],
      },
      { email: 'nobody@acme.example' },
    ];
    const path = fileOf('realm.json', JSON.stringify({ realm: 'x', users }));
    const [service, old, nobody] = await outcomes('keycloak', path);
    expect(service).toMatchObject({ outcome: 'skipped', reason: 'the service account of a client' });
    expect(old).toMatchObject({ place: 'user 2', outcome: 'created', loginId: 'old' });
    expect(old?.warnings).toEqual([
      expect.stringContaining('md5'),
      expect.stringContaining('authenticator is left out'),
      expect.stringContaining('webauthn'),
      'required actions left out: UPDATE_PASSWORD',
      'attributes that this project does not define left out: hobby',
    ]);
    expect(nobody).toMatchObject({
      place: 'user 3',
      outcome: 'failed',
      reason: expect.stringContaining('username'),
    });
    expect(await load('old')).toMatchObject({ customAttributes: { team: 'red' }, phone: '+12025550123' });
    expect((await run('keycloak', path)).code).toBe(1);
  });
});

describe('from Auth0', () => {
  const users = lines([
    { user_id: 'auth0|1', email: 'ada@auth0.example', email_verified: true, user_metadata: { team: 'red' } },
    { user_id: 'google-oauth2|2', email: 'bo@auth0.example', identities: [{ provider: 'google-oauth2' }] },
    { user_id: 'auth0|3', email: 'cy@auth0.example', multifactor: ['guardian'] },
  ]);
  const hashes = lines([
    { _id: { $oid: '1' }, email: 'ada@auth0.example', passwordHash: bcryptHash },
    { _id: { $oid: '3' }, email: 'cy@auth0.example', passwordHash: '$2a$31$broken' },
  ]);

  test('a bad line stops no other', async () => {
    const path = fileOf('users.ndjson', `${users}\n{"email": \n\n{"email_verified":true}\n`);
    const options = ['--hashes', fileOf('hashes.ndjson', hashes)];
    const dry = await outcomes('auth0', path, [...options, '--dry-run']);
    const real = await outcomes('auth0', path, options);
    expect(real).toEqual(dry);
    expect(real.map(({ place, outcome }) => [place, outcome])).toEqual([
      ['line 1', 'created'],
      ['line 2', 'created'],
      ['line 3', 'created'],
      ['line 4', 'failed'],
      ['line 6', 'failed'],
    ]);
    expect(real[0]?.warnings).toEqual(['attributes that this project does not define left out: team']);
    expect(real[1]?.warnings).toEqual([expect.stringContaining('google-oauth2')]);
    expect(real[2]?.warnings).toEqual([
      'second factors left out: guardian',
      expect.stringContaining('the password is left out'),
    ]);
    expect(await signIn('ada@auth0.example')).toBe(200);
    const { code, stdout } = await run('auth0', path, options);
    expect(code).toBe(1);
    expect(stdout).toContain('0 created, 3 already exist, 0 skipped, 2 failed.');
    expect(stdout).toMatch(/line 4 +failed +The line is not JSON/);
  });

  test('a user who is in the file twice is created once, with the same outcome in a dry run', async () => {
    const twice = Array.from({ length: 1_100 }, (_, n) => ({ email: `n${n % 600}@twice.example` }));
    const path = fileOf('twice.ndjson', lines(twice));
    const dry = await outcomes('auth0', path, ['--dry-run']);
    expect(await outcomes('auth0', path)).toEqual(dry);
    expect(dry.filter(({ outcome }) => outcome === 'created')).toHaveLength(600);
    expect(dry.filter(({ outcome }) => outcome === 'exists')).toHaveLength(500);
  });
});

test('users of Firebase, Clerk and Supabase sign in with their passwords', async () => {
  const { password: ofFirebase, hashedPassword } = vectors.find(
    (one) => one.hashedPassword.firebase,
  ) as (typeof vectors)[0];
  const { hash, salt, ...parameters } = hashedPassword.firebase as never as Record<string, string>;
  const { saltSeparator, signerKey, memory, rounds } = parameters;
  const user = { localId: '1', email: 'fire@other.example', passwordHash: hash, salt };
  const config = `base64_signer_key: ${signerKey}, base64_salt_separator: ${saltSeparator}, rounds: ${rounds}, mem_cost: ${memory}`;
  const options = ['--hash-config', fileOf('config', config)];
  const firebaseFile = fileOf('firebase.json', JSON.stringify({ users: [user] }));
  expect((await outcomes('firebase', firebaseFile))[0]?.reason).toContain('--hash-config is needed');
  expect(await outcomes('firebase', firebaseFile, options)).toMatchObject([{ outcome: 'created' }]);
  expect(await signIn('fire@other.example', ofFirebase)).toBe(200);

  const heading = 'id,primary_email_address,password_digest,password_hasher,first_name';
  const csv = fileOf('clerk.csv', `${heading}\n1,clerk@other.example,${bcryptHash},bcrypt,"Ada, ""A"""\n`);
  expect(await outcomes('clerk', csv)).toMatchObject([{ place: 'line 2', outcome: 'created' }]);
  expect(await signIn('clerk@other.example')).toBe(200);
  expect(await load('clerk@other.example')).toMatchObject({ name: 'Ada, "A"' });

  const row = { id: '1', email: 'supa@other.example', encrypted_password: bcryptHash };
  const rows = fileOf('supabase.ndjson', lines([row]));
  expect(await outcomes('supabase', rows)).toMatchObject([{ outcome: 'created' }]);
  expect(await signIn('supa@other.example')).toBe(200);
});

test.each([
  ['clerk', 'bad.csv', 'a,b\n1,2,3\n', 'none of the columns id'],
  ['keycloak', 'not.json', 'not json', 'is not JSON. Export the realm'],
  ['keycloak', 'none.json', '{"realm":"x"}', 'no list of users in users'],
  ['keycloak', 'cut.json', '{"users":[{"username":"cut-off"},{"username":"b', 'cut off'],
  ['keycloak', 'empty.json', ' ', 'is empty'],
  ['auth0', 'users.gz', '\u001f\u008b', 'gunzip'],
  ['clerk', 'users.xlsx', 'PK\u0003\u0004', 'CSV UTF-8'],
  ['clerk', 'twice.csv', 'id,username,id\n1,ada,2\n', 'the column id twice'],
  ['clerk', 'quote.csv', 'id,"username\n1,ada\n', 'none of the columns id'],
  ['clerk', 'latin1.csv', 'id,username\n1,ren\u00e9\n', 'line 2, is not UTF-8'],
  ['firebase', 'users.csv', '1,a@fire.example\n', '--format=json'],
])('a file of %s that is something else (%s) says so, with a summary', async (from, name, text, reason) => {
  const path = join(folder, name);
  writeFileSync(path, text, 'latin1');
  const shown = await run(from, path);
  expect(shown).toMatchObject({ code: 1 });
  expect(shown.stderr + shown.stdout).toContain(reason);
  expect(shown.stdout).toMatch(/\d created, 0 already exist, 0 skipped, \d failed\./);
  const { counts, problem = '', users } = JSON.parse((await run(from, path, ['--json'])).stdout);
  expect(problem + JSON.stringify(users)).toContain(reason);
  expect(counts).toHaveProperty('created');
});

test('a command that fails is not over before its reader has all of the output', async () => {
  const users = Array.from({ length: 2_000 }, (_, n) => ({ username: `slow-${n}-${'x'.repeat(230)}` }));
  const path = fileOf('slow.ndjson', `${lines(users)}\n{"email":`);
  const args = ['import', path, '--from', 'auth0', '--project', latchkey.projectId, '--dry-run'];
  const child = spawn(process.execPath, [command, ...args], { env: place.env });
  onTestFinished(() => void child.kill());
  const ended = once(child, 'close');
  const failedRecords = `${path}.failed.ndjson`;
  // They are written right before the summary.
  await expect
    .poll(() => existsSync(failedRecords) && statSync(failedRecords).size, { timeout: 120_000 })
    .toBeTruthy();
  const shown = await text(child.stdout);
  expect(shown).toContain('2000 created, 0 already exist, 0 skipped, 1 failed.');
  expect(await ended).toEqual([1, null]);
});

test.each(['SIGKILL', 'SIGINT'] as const)(
  'an import that is ended by %s goes on when it is run again, and can be undone as a whole',
  async (signal) => {
    // The names are long, so that the process waits for its reader instead of writing all of them into the pipe's buffer.
    const users = Array.from({ length: 3_000 }, (_, n) => ({
      user_id: `auth0|${signal}${n}`,
      username: `${signal}-${n}-${'x'.repeat(200)}`,
    }));
    const path = fileOf(`${signal}.ndjson`, lines(users));
    const args = ['import', path, '--from', 'auth0', '--project', latchkey.projectId];
    const child = spawn(process.execPath, [command, ...args], { env: place.env });
    let [shown, complaints] = ['', ''];
    const ended = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      // A second Ctrl+C would end the process at once.
      if (shown.includes('created') && !child.killed) child.kill(signal);
    });
    const [code, by] = await ended;
    const total = async () =>
      (await latchkey.manage('POST', '/v2/mgmt/user/search', { limit: 1, loginIds: [] })).body.total;
    const before = await total();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(3_000);
    if (signal === 'SIGINT') {
      const ending = `${shown.slice(-500)} ${complaints} code ${code}, signal ${by}`;
      expect(ending).toMatch(/\n\d+ created, 0 already exist/);
    }
    const { counts, report } = JSON.parse((await run('auth0', path, ['--json'])).stdout);
    expect(counts).toMatchObject({ created: 3_000 - before, exists: before, failed: 0 });
    expect(await total()).toBe(3_000);
    const undone = await runCommandHere(place, ['import', '--undo', report]);
    expect(undone.stdout).toContain('3000 deleted, 0 kept.');
    expect(await total()).toBe(0);
  },
);

test('a file of all realms says which there are, and one of them can be chosen', async () => {
  const realm = (name: string) => ({
    realm: name,
    roles: {},
    users: [{ id: name, username: `of-${name}` }],
    clients: [],
  });
  const path = fileOf('realms.json', JSON.stringify([realm('master'), realm('acme')]));
  const refused = await run('keycloak', path);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('master, acme. Choose one with --realm'),
  });
  const chosen = await outcomes('keycloak', path, ['--realm', 'acme']);
  expect(chosen).toMatchObject([{ loginId: 'of-acme', outcome: 'created' }]);
  expect((await run('keycloak', path, ['--realm', 'other'])).stderr).toContain('no users of the realm other');
});

test('the CSV file of Cognito is read', async () => {
  const header = 'name,email,email_verified,phone_number,custom:plan,cognito:mfa_enabled,cognito:username';
  const path = fileOf('cognito.csv', `${header}\nAda,ada@own.example,TRUE,,pro,FALSE,ada-own\n`);
  expect(await outcomes('cognito', path)).toMatchObject([{ loginId: 'ada-own', outcome: 'created' }]);
  expect(await load('ada@own.example')).toMatchObject({ name: 'Ada', verifiedEmail: true });
});

test('values are converted to the types of the attributes, and left out if they do not fit', async () => {
  const types = { count: 2, plan: 1, vip: 3, level: 4, tags: 5, born: 6 };
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
    attributes: Object.entries(types).map(([name, type]) => ({
      name,
      type,
      ...((type === 4 || type === 5) && {
        options: [
          { label: 'A', value: 'a' },
          { label: 'B', value: 'b' },
        ],
      }),
    })),
  });
  const users = [
    { count: ['42'], plan: ['7'], vip: ['true'], level: ['a'], tags: ['b'], born: ['2000-02-03'] },
    { count: ['many'], plan: ['x', 'y'], vip: ['perhaps'], level: ['c'], tags: ['a', 'c'], born: ['soon'] },
  ].map((attributes, n) => ({ username: `typed${n}`, attributes }));
  const [fitting, other] = await outcomes('keycloak', fileOf('typed.json', JSON.stringify({ users })));
  expect(fitting?.warnings).toEqual([]);
  expect((await load('typed0')).customAttributes).toMatchObject({
    count: 42,
    plan: '7',
    vip: true,
    level: 'a',
    tags: ['b'],
  });
  expect(other).toMatchObject({ outcome: 'created' });
  expect(other?.warnings.join()).toContain(
    'attributes whose values do not fit their type left out: count, plan, vip',
  );
});

test('a server that runs asks imported users for their second factor from the first sign-in on', async () => {
  // The server reads the project before the import.
  await latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId: 'nobody', password } });
  const user = { user_id: 'auth0|first', email: 'first@factor.example', email_verified: true };
  const path = fileOf(
    'first.ndjson',
    lines([{ ...user, password_hash: bcryptHash, multifactor: ['guardian'] }]),
  );
  const args = ['import', path, '--from', 'auth0', '--project', latchkey.projectId];
  const { code } = await runLatchkey(place, [...args, '--second-factor', 'keep']);
  expect([code, await signIn('first@factor.example')]).toEqual([0, 403]);
});

test('wrong use is explained', async () => {
  const importing = (...args: string[]) => runCommandHere(place, ['import', 'x', ...args]);
  expect((await importing('--from', 'auth0')).stderr).toContain('--project');
  expect((await importing('--from', 'nothing')).stderr).toContain('keycloak, auth0');
  expect((await importing()).stderr).toContain('--passphrase-file is missing');
  expect((await run('auth0', join(folder, 'missing'))).stderr).toContain('ENOENT');
});
