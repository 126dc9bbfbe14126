import { expect, test } from 'vitest';
import { ServiceError } from '../../../../core/errors.ts';
import { verifyForeignHash } from '../../../../protocols/password-hashes/foreign-hash.ts';
import { readHashedPassword } from '../../../../protocols/password-hashes/read-hashed-password.ts';
import vectors from '../../../../protocols/password-hashes/vectors.json' with { type: 'json' };
import clerkDigests from './clerk-digests.json' with { type: 'json' };
import { sources } from './sources.ts';

const extras = { hashOf: () => undefined, hashConfig: '', now: Date.UTC(2026, 0) };
const argon2 = vectors.find(({ hashedPassword }) => hashedPassword.argon2?.hash.startsWith('$'))
  ?.hashedPassword.argon2?.hash as string;
const bcrypt = vectors.find(({ hashedPassword }) => hashedPassword.bcrypt)?.hashedPassword.bcrypt
  ?.hash as string;
const firebase = vectors.find(({ hashedPassword }) => hashedPassword.firebase)?.hashedPassword.firebase as {
  [name: string]: string | number;
};

const read = (name: string, record: unknown, more = {}) =>
  sources[name]?.read(record, { ...extras, ...more });

test('Firebase: the parameters of the hashes come from the text that its console shows', () => {
  const record = {
    localId: 'x',
    email: 'ada@fire.example',
    emailVerified: true,
    displayName: 'Ada',
    createdAt: '1500000000000',
    passwordHash: firebase['hash'],
    salt: firebase['salt'],
    customAttributes: '{"plan":"pro"}',
    providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }],
  };
  const hashConfig = `hash_config {
    algorithm: SCRYPT,
    base64_signer_key: ${firebase['signerKey']},
    base64_salt_separator: ${firebase['saltSeparator']},
    rounds: ${firebase['rounds']},
    mem_cost: ${firebase['memory']},
  }`;
  expect(read('firebase', record, { hashConfig })).toMatchObject({
    id: 'x',
    user: expect.objectContaining({
      loginId: 'ada@fire.example',
      verifiedEmail: true,
      createdAt: 1_500_000_000_000,
      status: 'enabled',
      hashedPassword: { firebase },
      customAttributes: { plan: 'pro' },
    }),
    warnings: [expect.stringContaining('google.com')],
  });
  expect(() => read('firebase', record)).toThrow('--hash-config is needed');
  expect(read('firebase', { localId: 'anonymous' })).toHaveProperty('skipped');
});

test('Cognito: attributes become fields, and generated names are no login IDs', () => {
  const Attributes = [
    { Name: 'email', Value: 'ada@cognito.example' },
    { Name: 'email_verified', Value: 'true' },
    { Name: 'given_name', Value: 'Ada' },
    { Name: 'family_name', Value: 'L' },
    { Name: 'custom:plan', Value: 'pro' },
  ];
  const Username = '11111111-2222-3333-4444-555555555555';
  const user = { Username, Attributes, Enabled: false, UserCreateDate: '2020-02-03T04:05:06.789000+00:00' };
  expect(read('cognito', user)).toMatchObject({
    user: expect.objectContaining({
      loginId: 'ada@cognito.example',
      additionalLoginIds: [],
      name: 'Ada L',
      verifiedEmail: true,
      status: 'disabled',
      customAttributes: { plan: 'pro' },
      createdAt: Date.UTC(2020, 1, 3, 4, 5, 6, 789),
    }),
    warnings: ['the password is left out: Cognito does not export hashes'],
  });
  expect(read('cognito', { Username: 'google_1', UserStatus: 'EXTERNAL_PROVIDER' })).toHaveProperty(
    'skipped',
  );
});

test.each([
  ['clerk', { username: 'ada', password_digest: argon2, password_hasher: 'argon2id' }, argon2],
  ['supabase', { email: 'ada@example.com', encrypted_password: argon2 }, argon2],
  [
    'keycloak',
    {
      username: 'ada',
      credentials: [
        {
          type: 'password',
          secretData: JSON.stringify({
            salt: 'c29tZXNhbHQ=',
            value: '9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ=',
          }),
          credentialData: JSON.stringify({
            hashIterations: 2,
            algorithm: 'argon2',
            additionalParameters: { memory: ['65536'], type: ['i'], version: ['1.0'], parallelism: ['1'] },
          }),
        },
      ],
    },
    '$argon2i$v=16$m=65536,t=2,p=1$c29tZXNhbHQ=$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ=',
  ],
] as const)('%s: Argon2 hashes of each variant and version come along', (name, record, hash) => {
  expect(read(name, { id: 'x', ...record })).toMatchObject({
    user: { hashedPassword: { argon2: { hash } } },
    warnings: [],
  });
});

test('Clerk: bcrypt digests and authenticators come along', () => {
  const row = {
    id: 'user_1',
    first_name: 'Ada',
    last_name: 'L',
    username: '',
    primary_email_address: 'ada@clerk.example',
    verified_email_addresses: 'ada@clerk.example,second@clerk.example',
    primary_phone_number: '',
    totp_secret: 'JBSWY3DPEHPK3PXP',
    password_digest: bcrypt,
    password_hasher: 'bcrypt',
  };
  expect(read('clerk', row)).toMatchObject({
    user: expect.objectContaining({
      loginId: 'ada@clerk.example',
      verifiedEmail: true,
      name: 'Ada L',
      seed: 'JBSWY3DPEHPK3PXP',
      hashedPassword: { bcrypt: { hash: bcrypt } },
    }),
    warnings: ['further addresses left out: second@clerk.example'],
  });
  expect(read('clerk', { ...row, password_hasher: 'other' })).toMatchObject({
    warnings: ['the password is left out: its algorithm is other', expect.anything()],
  });
});

test('Supabase: rows of auth.users', () => {
  const row = {
    id: '1',
    email: 'ada@supa.example',
    email_confirmed_at: '2020-02-03T04:05:06+00:00',
    phone: '12025550123',
    phone_confirmed_at: null,
    encrypted_password: bcrypt,
    banned_until: null,
    deleted_at: null,
    created_at: '2020-02-03T04:05:06+00:00',
    raw_user_meta_data: { full_name: 'Ada' },
    raw_app_meta_data: { providers: ['email', 'github'] },
  };
  expect(read('supabase', row)).toMatchObject({
    user: expect.objectContaining({
      loginId: 'ada@supa.example',
      phone: '+12025550123',
      verifiedEmail: true,
      verifiedPhone: false,
      name: 'Ada',
      status: 'enabled',
      hashedPassword: { bcrypt: { hash: bcrypt } },
    }),
    warnings: [expect.stringContaining('github')],
  });
  expect(read('supabase', { ...row, deleted_at: '2021-01-01T00:00:00Z' })).toEqual({ skipped: 'deleted' });
  expect(read('supabase', { ...row, banned_until: '2999-01-01T00:00:00Z' })).toMatchObject({
    user: { status: 'disabled' },
  });
  expect(read('supabase', { ...row, banned_until: '2020-01-01 00:00:00+00' })).toMatchObject({
    user: { status: 'enabled' },
  });
});

test.each(clerkDigests.digests as [string, string][])(
  'Clerk: a digest of %s verifies its password and no other (%s)',
  async (password_hasher, password_digest) => {
    const found = read('clerk', { id: 'x', username: 'ada', password_hasher, password_digest });
    expect(found).toMatchObject({ warnings: [] });
    const { hashedPassword } = (found as { user: { hashedPassword: object } }).user;
    const foreign = readHashedPassword(hashedPassword);
    expect(await verifyForeignHash(foreign, clerkDigests.password)).toBe(true);
    expect(await verifyForeignHash(foreign, `${clerkDigests.password}?`)).toBe(false);
  },
);

test.each([
  ['awscognito', 'awscognito#pool#client#ada', 'is no hash'],
  ['md5_phpass', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'md5_phpass'],
  ['md5_salted', `salt$${'0'.repeat(32)}`, 'md5_salted'],
  ['sha256_salted', `salt$${'0'.repeat(64)}`, 'sha256_salted'],
  ['hmac_sha256_utf16_b64', 'AAAA$AAAA', 'hmac_sha256_utf16_b64'],
  ['a_new_one', 'x', 'a_new_one'],
  ['', 'x', 'missing'],
  ['pbkdf2_sha512_hex', 'pbkdf2_sha512_hex$2000$not hex$00', 'salt'],
  ['sha512_symfony', 'sha512_symfony$0$salt$AAAA', 'iterations'],
])('Clerk: a digest of %s (%s) is left out by name, and the user comes', (hasher, digest, reason) => {
  const row = { id: 'x', username: 'ada', password_hasher: hasher, password_digest: digest };
  expect(read('clerk', row)).toMatchObject({
    user: { loginId: 'ada' },
    warnings: [expect.stringMatching(`^the password is left out: .*${reason}`)],
  });
});

test.each([
  ['clerk', { id: 'x', username: 'ada', banned: 'true' }, 'disabled'],
  ['clerk', { id: 'x', username: 'ada', banned: 'FALSE' }, 'enabled'],
  ['cognito', { Username: 'ada', Enabled: true, UserStatus: 'COMPROMISED' }, 'disabled'],
  ['cognito', { Username: 'ada', Enabled: true, UserStatus: 'ARCHIVED' }, 'disabled'],
  ['cognito', { Username: 'ada', Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' }, 'enabled'],
  ['descope', { loginIds: ['ada'], status: 'disabled' }, 'disabled'],
  ['descope', { loginIds: ['ada'] }, 'enabled'],
  ['latchkey', { loginId: 'ada', status: 'invited' }, 'invited'],
])('%s: %j is %s here', (name, record, status) => {
  expect(read(name, record)).toMatchObject({ user: { status } });
});

test.each(['descope', 'latchkey'])('%s: a user in a state that is unknown here is not created', (name) => {
  expect(() => read(name, { loginIds: ['ada'], status: 'frozen' })).toThrow('status must be one of');
});

test('Descope: users of the search, with their tenants, roles and hashes', () => {
  const user = {
    userId: 'U2abc',
    loginIds: ['ada@descope.example', 'ada'],
    name: 'Ada',
    email: 'ada@descope.example',
    phone: '',
    verifiedEmail: true,
    status: 'enabled',
    createdTime: 1_500_000_000,
    roleNames: [],
    userTenants: [{ tenantId: 't1', tenantName: 'One', roleNames: ['editor'] }],
    customAttributes: { plan: 'pro' },
    OAuth: { google: true, github: false },
    password: true,
    TOTP: true,
  };
  expect(read('descope', user)).toMatchObject({
    id: 'U2abc',
    user: expect.objectContaining({
      loginId: 'ada@descope.example',
      additionalLoginIds: ['ada'],
      verifiedEmail: true,
      tenants: [{ tenantId: 't1', roleNames: ['editor'] }],
      customAttributes: { plan: 'pro' },
      createdAt: 1_500_000_000_000,
    }),
    warnings: [
      expect.stringContaining('the password is left out'),
      'factors left out: authenticator',
      expect.stringContaining('google'),
    ],
    hadSecondFactor: true,
  });
  const hashedPassword = { bcrypt: { hash: bcrypt } };
  expect(read('descope', { ...user, TOTP: false, hashedPassword })).toMatchObject({
    user: { hashedPassword },
    hadSecondFactor: false,
  });
  expect(read('descope', { ...user, test: true })).toEqual({ skipped: 'a test user' });
});

const werkzeug = vectors.find(({ hashedPassword }) => hashedPassword.werkzeug)?.hashedPassword.werkzeug
  ?.hash as string;

test.each([
  [
    'clerk',
    { password_hasher: 'scrypt_werkzeug', password_digest: werkzeug },
    { werkzeug: { hash: werkzeug } },
  ],
  [
    'clerk',
    {
      password_hasher: 'ldap_ssha',
      password_digest: `{SSHA}${Buffer.from('a'.repeat(28)).toString('base64')}`,
    },
    { sha: { type: 'sha1', hash: '61'.repeat(20), salt: '61'.repeat(8) } },
  ],
  [
    'supabase',
    {
      encrypted_password: `$fbscrypt$v=1,n=${firebase['memory']},r=${firebase['rounds']},p=1,ss=${firebase['saltSeparator']},sk=${firebase['signerKey']}$${firebase['salt']}$${firebase['hash']}`,
    },
    { firebase },
  ],
  [
    'keycloak',
    {
      credentials: [
        {
          type: 'password',
          secretData: JSON.stringify({ value: bcrypt, salt: '' }),
          credentialData: JSON.stringify({ hashIterations: 10, algorithm: 'bcrypt' }),
        },
      ],
    },
    { bcrypt: { hash: bcrypt } },
  ],
])('%s: hashes of other products that it keeps come along', (name, more, hashedPassword) => {
  const email = name === 'clerk' ? {} : { email: 'a@b.example' };
  expect(read(name, { id: 'x', username: 'ada', ...email, ...more })).toMatchObject({
    user: { hashedPassword },
    warnings: [],
  });
});

test.each(Object.keys(sources))(
  '%s: a record of another shape is refused, and never an error of the server',
  (name) => {
    const identified = { username: 'x', email: 'x@y.example', localId: '1', Username: 'x', id: '1' };
    for (const wrong of [null, 7, 'text', [], [1]]) {
      const nested = [
        'identities',
        'multifactor',
        'attributes',
        'clientRoles',
        'raw_app_meta_data',
        'customAttributes',
      ];
      const records: unknown[] = [wrong, ...nested.map((field) => ({ ...identified, [field]: wrong }))];
      records.push({
        ...identified,
        identities: [wrong],
        clientRoles: { a: wrong },
        raw_app_meta_data: { providers: wrong },
      });
      const data = JSON.stringify({ algorithm: 'argon2', additionalParameters: null });
      const password = { type: 'password', secretData: JSON.stringify(wrong), credentialData: data };
      records.push({ ...identified, credentials: [password] });
      for (const record of records) {
        try {
          read(name, record);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }
    }
  },
);
