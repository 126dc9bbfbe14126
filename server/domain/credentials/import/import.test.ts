import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import vectors from '../../../protocols/password-hashes/vectors.json' with { type: 'json' };

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

/** A vector that PHP has hashed. */
const { password, hashedPassword } = vectors[0] as (typeof vectors)[0];
const bcryptHash = hashedPassword.bcrypt?.hash as string;

function importUsers(source: string, users: unknown, more: Record<string, unknown> = {}) {
  return latchkey.manage('POST', '/v1/mgmt/user/import', { source, users, ...more });
}

function lines(records: unknown[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

function signIn(loginId: string, typed = password) {
  return latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password: typed } });
}

describe('users from Auth0', () => {
  const oid = (n: number) => `5f7b1c2d3e4f5a6b7c8d9e0${n}`;
  const users = [
    {
      user_id: `auth0|${oid(1)}`,
      email: 'Ada@Import.example',
      email_verified: true,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      username: 'ada',
      picture: 'https://example.com/ada.png',
      created_at: '2020-02-03T04:05:06.789Z',
      user_metadata: { color: 'green' },
      identities: [{ provider: 'auth0', user_id: oid(1) }],
    },
    { user_id: `auth0|${oid(2)}`, email: 'blocked@import.example', email_verified: false, blocked: true },
    {
      user_id: `sms|${oid(3)}`,
      phone_number: '+12025550123',
      phone_verified: true,
      picture: 'http://x/y.png',
    },
    { user_id: `auth0|${oid(4)}`, email: 'not an address' },
    { user_id: `auth0|${oid(5)}`, email: 'typed@import.example', email_verified: 'yes' },
    { user_id: `auth0|${oid(6)}`, email: 'costly@import.example' },
    { user_id: `auth0|${oid(8)}`, email: 'unknown@import.example', blocked: 'perhaps' },
  ];

  test('arrive with their names, addresses, times and bcrypt hashes, and each failure says why', async () => {
    const hash = bcryptHash;
    const hashes = [
      {
        _id: { $oid: oid(1) },
        email: 'ada@import.example',
        passwordHash: hash,
        tenant: 'x',
        connection: 'y',
      },
      { _id: { $oid: oid(2) }, email: 'blocked@import.example', passwordHash: hash },
      { _id: { $oid: oid(6) }, passwordHash: hash.replace('$05$', '$31$') },
    ];
    const { status, body } = await importUsers('auth0', base64(JSON.stringify(users)), {
      hashes: base64(lines(hashes)),
    });
    expect(status).toBe(200);
    expect(body.users.map((user: { loginIds: string[] }) => user.loginIds[0])).toEqual([
      'Ada@Import.example',
      'blocked@import.example',
      '+12025550123',
      'not an address',
      'typed@import.example',
      'costly@import.example',
    ]);
    expect(body.failures).toEqual([
      { user: 'unknown@import.example', reason: expect.stringContaining('blocked') },
    ]);
    const warnings = Object.fromEntries(
      body.warnings.map(({ user, reason }: { user: string; reason: string }) => [user, reason]),
    );
    expect(warnings).toEqual({
      'Ada@Import.example': expect.stringContaining('color'),
      '+12025550123': expect.stringContaining('picture must be an https URL'),
      'not an address': expect.stringContaining('email'),
      'typed@import.example': expect.stringContaining('email_verified'),
      'costly@import.example': expect.stringContaining('cost'),
    });
    expect(await load('ada')).toMatchObject({
      name: 'Ada Lovelace',
      givenName: 'Ada',
      email: 'ada@import.example',
      verifiedEmail: true,
      status: 'enabled',
      createdTime: 1_580_702_706,
      password: true,
      picture: 'https://example.com/ada.png',
    });
    expect(await load('+12025550123')).toMatchObject({ verifiedPhone: true, picture: '' });
    expect((await signIn('ada@import.example')).status).toBe(200);
    expect((await signIn('blocked@import.example')).body.errorCode).toBe('E062109');
  });

  test('keep their password if their record says that the address is theirs, or they prove it while signed in', async () => {
    const names = ['said@import.example', 'within@import.example', 'by-code@import.example'];
    const records = names.map((email, index) => ({
      user_id: `auth0|${oid(10 + index)}`,
      email,
      password_hash: bcryptHash,
      email_verified: email.startsWith('said'),
    }));
    expect((await importUsers('auth0', JSON.stringify(records))).body.failures).toEqual([]);
    const [inBatch, withHash] = ['in-batch@import.example', { bcrypt: { hash: bcryptHash } }];
    const entry = { loginId: inBatch, email: inBatch, verifiedEmail: false, hashedPassword: withHash };
    expect((await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users: [entry] })).status).toBe(
      200,
    );
    names.push(inBatch);
    const passwordStays: Record<string, boolean> = {};
    for (const loginId of names) {
      const { refreshJwt } = (await signIn(loginId)).body;
      const bearer = [latchkey.projectId, ...(loginId.startsWith('within') ? [refreshJwt] : [])].join(':');
      const ask = (path: string, body: object) =>
        latchkey.request('POST', `/v1/auth/otp/${path}/email`, { bearer, body });
      expect((await ask('signin', { loginId })).status).toBe(200);
      const proof = { loginId, code: await codeSentTo(latchkey, loginId) };
      expect((await ask('verify', proof)).status).toBe(200);
      passwordStays[loginId] = (await signIn(loginId)).status === 200;
    }
    expect(Object.values(passwordStays)).toEqual([true, true, false, false]);
  });

  test('are neither created twice nor changed when the import is sent again', async () => {
    const again = await importUsers('auth0', JSON.stringify(users.slice(0, 3)));
    expect(again.body.users).toEqual([]);
    expect(again.body.failures).toHaveLength(3);
    expect((await signIn('ada@import.example')).status).toBe(200);
  });

  test('can be created from the file of hashes alone', async () => {
    const hashes = [
      {
        _id: { $oid: oid(7) },
        email: 'alone@import.example',
        email_verified: true,
        passwordHash: bcryptHash,
      },
    ];
    expect((await importUsers('auth0', undefined, { hashes: lines(hashes) })).body.users).toHaveLength(1);
    expect((await signIn('alone@import.example')).status).toBe(200);
  });
});

describe('users in our own format', () => {
  test('arrive with every field of user creation, and with TOTP secrets', async () => {
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Importer' });
    const seed = 'JBSWY3DPEHPK3PXP';
    const { body } = await importUsers(
      'latchkey',
      lines(
        [
          { loginId: 'own1', displayName: 'One', roleNames: ['Importer'], password, status: 'enabled' },
          {
            loginId: 'own2',
            email: 'two@import.example',
            seed: 'jbsw y3dp ehpk 3pxp',
            createdTime: 1_500_000_000,
          },
          { loginId: 'own3', roleNames: ['Nobody has this'] },
          { loginId: 'own4', password: 'password1234567' },
          { loginId: 'own5', seed: 'not base32' },
          { loginId: 'OWN1' },
          { displayName: 'Nobody' },
          'no object',
        ].slice(0, 7),
      ),
    );
    expect(body.users.map((user: { loginIds: string[] }) => user.loginIds[0]).sort()).toEqual([
      'own1',
      'own2',
    ]);
    const reasons = Object.fromEntries(
      body.failures.map(({ user, reason }: { user: string; reason: string }) => [user, reason]),
    );
    expect(reasons).toEqual({
      own3: expect.stringContaining('Nobody has this'),
      own4: expect.stringContaining('common'),
      own5: expect.stringContaining('base32'),
      OWN1: expect.stringContaining('own1 is that of record 1'),
      'record 7': expect.stringContaining('loginId'),
    });
    expect(await load('own1')).toMatchObject({ name: 'One', roleNames: ['Importer'], status: 'enabled' });
    expect(await load('own2')).toMatchObject({ TOTP: true, createdTime: 1_500_000_000 });
    expect((await signIn('own1')).status).toBe(200);
    const code = totpCode(seed, latchkey.service.now());
    const verified = await latchkey.request('POST', '/v1/auth/totp/verify', {
      body: { loginId: 'own2', code },
    });
    expect(verified.status).toBe(200);
  });

  test('get the same verdicts in a dry run, and are not created', async () => {
    const users = lines([
      { loginId: 'dry1', hashedPassword: { bcrypt: { hash: bcryptHash } } },
      { loginId: 'dry2', password },
      { loginId: 'dry3', password: 'short' },
      { loginId: 'dry4', roleNames: ['Nobody has this'] },
      { loginId: 'own1' },
    ]);
    const dry = await importUsers('latchkey', users, { dryrun: true });
    expect(dry.body.users.map((user: { loginIds: string[] }) => user.loginIds[0])).toEqual(['dry1', 'dry2']);
    expect(dry.body.users[0]).toMatchObject({ userId: '', password: true });
    expect(await load('dry1')).toBeUndefined();
    const real = await importUsers('latchkey', users);
    expect(real.body.failures).toEqual(dry.body.failures);
    expect(real.body.failures.map(({ user }: { user: string }) => user).sort()).toEqual([
      'dry3',
      'dry4',
      'own1',
    ]);
    expect((await signIn('dry2')).status).toBe(200);
  });

  test('can be sent by the public SDK, as text and as bytes', async () => {
    const sdk = latchkey.sdk();
    const text = lines([{ loginId: 'sdk1' }]);
    const fromText = await sdk.management.user.import('latchkey', text);
    expect(fromText.data?.users).toHaveLength(1);
    const bytes = new TextEncoder().encode(
      lines([{ loginId: 'sdk2', displayName: `${'Zoë '.repeat(200)}!` }, { loginId: 'sdk3' }]),
    );
    const fromBytes = await sdk.management.user.import('latchkey', bytes, undefined, true);
    expect(fromBytes.data?.failures).toMatchObject([{ user: 'sdk2' }]);
    expect(fromBytes.data?.users).toHaveLength(1);
    expect(await load('sdk3')).toBeUndefined();
  });

  test('arrive a thousand at once, and only the bad ones fail', async () => {
    const records = Array.from({ length: 1_000 }, (_, index) => ({
      loginId: `many${index}@import.example`,
      ...(index % 250 === 7 && { picture: 'javascript:alert(1)' }),
    }));
    const { status, body } = await importUsers('latchkey', base64(lines(records)));
    expect(status).toBe(200);
    expect(body.users).toHaveLength(996);
    expect(body.failures.map(({ user }: { user: string }) => user)).toEqual([
      'many7@import.example',
      'many257@import.example',
      'many507@import.example',
      'many757@import.example',
    ]);
  });

  test('can be many in many tenants, with more rows than one statement has parameters for', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `import-tenant-${index}`);
    for (const id of ids) await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
    const records = Array.from({ length: 150 }, (_, index) => ({
      loginId: `member${index}@import.example`,
      userTenants: ids.map((tenantId) => ({ tenantId })),
    }));
    const { status, body } = await importUsers('latchkey', lines(records));
    expect([status, body.failures]).toEqual([200, []]);
    expect((await load('member149@import.example')).userTenants).toHaveLength(50);
  });

  test('are found by their attributes, whether they share a value or have their own', async () => {
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
      attributes: [
        { name: 'team', type: 1 },
        { name: 'badge', type: 2 },
      ],
    });
    const records = Array.from({ length: 600 }, (_, index) => ({
      loginId: `worker${index}@import.example`,
      customAttributes: { team: `team ${index % 3}`, badge: index },
    }));
    expect((await importUsers('latchkey', lines(records))).body.failures).toEqual([]);
    const total = async (customAttributes: object) =>
      (await latchkey.manage('POST', '/v2/mgmt/user/search', { customAttributes })).body.total;
    expect(await total({ team: 'team 1' })).toBe(200);
    expect(await total({ badge: 599 })).toBe(1);
    expect(await total({ team: 'team 1', badge: 599 })).toBe(0);
  });
});

describe('an import is refused as a whole', () => {
  test.each([
    ['from an unknown source', 'okta', '[]', 'source'],
    ['when the file is neither JSON nor base64', 'latchkey', 'a,b,c', 'base64'],
    ['when the file is not text', 'latchkey', '////', 'UTF-8'],
    ['when a line is not JSON', 'latchkey', '{"loginId":"a"}\n{', 'line 2'],
    ['when the bytes are not bytes', 'latchkey', { 0: 256 }, 'bytes'],
    ['when the file is a number', 'latchkey', 7, 'bytes'],
    ['when a record has a key twice', 'latchkey', '{"loginId":"a","loginId":"b"}', 'twice'],
    ['with more than 10,000 rows', 'latchkey', '{}\n'.repeat(10_001), '10000'],
    [
      'with more than 1,000 clear passwords',
      'latchkey',
      lines(Array.from({ length: 1_001 }, (_, n) => ({ loginId: `c${n}`, password }))),
      'plaintext passwords',
    ],
  ])('%s', async (_name, source, users, reason) => {
    const { status, body } = await importUsers(source, users);
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(reason);
  });

  test('without a management key', async () => {
    const body = { source: 'latchkey', users: lines([{ loginId: 'a' }]) };
    expect((await latchkey.request('POST', '/v1/mgmt/user/import', { body })).status).toBe(401);
  });

  test('when it is larger than 8 MiB', async () => {
    const users = 'x'.repeat(8 * 1024 * 1024);
    expect((await importUsers('latchkey', users)).body.errorCode).toBe('E011007');
  });
});
