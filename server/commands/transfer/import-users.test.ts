import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../test/authenticator-app.ts';
import { runCommandHere } from '../../../test/command-line.ts';
import { temporaryFolder } from '../../../test/counterparts/program.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { latchkey as command, newPlace, type Place } from '../../../test/latchkey-process.ts';
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
let latchkey: Latchkey;

beforeAll(async () => {
  place = await newPlace();
});
beforeEach(async () => {
  latchkey = await startLatchkey(place.env);
  return () => latchkey.close();
});
afterAll(async () => {
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

test.each(['SIGKILL', 'SIGINT'] as const)(
  'an import that is ended by %s goes on when it is run again, and can be undone as a whole',
  async (signal) => {
    const users = Array.from({ length: 3_000 }, (_, n) => ({
      user_id: `auth0|${signal}${n}`,
      username: `${signal}-${n}`,
    }));
    const path = fileOf(`${signal}.ndjson`, lines(users));
    const args = ['import', path, '--from', 'auth0', '--project', latchkey.projectId];
    const child = spawn(process.execPath, [command, ...args], { env: place.env });
    let shown = '';
    const ended = once(child, 'close');
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      // A second Ctrl+C would end the process at once.
      if (shown.includes('created') && !child.killed) child.kill(signal);
    });
    await ended;
    const total = async () =>
      (await latchkey.manage('POST', '/v2/mgmt/user/search', { limit: 1, loginIds: [] })).body.total;
    const before = await total();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(3_000);
    if (signal === 'SIGINT') expect(shown).toMatch(/\n\d+ created, 0 already exist/);
    const { counts, report } = JSON.parse((await run('auth0', path, ['--json'])).stdout);
    expect(counts).toMatchObject({ created: 3_000 - before, exists: before, failed: 0 });
    expect(await total()).toBe(3_000);
    const undone = await runCommandHere(place, ['import', '--undo', report]);
    expect(undone.stdout).toContain('3000 deleted, 0 stay.');
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

test('wrong use is explained', async () => {
  const importing = (...args: string[]) => runCommandHere(place, ['import', 'x', ...args]);
  expect((await importing('--from', 'auth0')).stderr).toContain('--project');
  expect((await importing('--from', 'nothing')).stderr).toContain('keycloak, auth0');
  expect((await importing()).stderr).toContain('--passphrase-file is missing');
  expect((await run('auth0', join(folder, 'missing'))).stderr).toContain('ENOENT');
});
