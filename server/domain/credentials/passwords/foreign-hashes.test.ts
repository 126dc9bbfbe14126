import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password as extremePassword, extremes } from '../../../../test/extreme-hashes.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { loggedLines } from '../../../../test/server-log.ts';
import vectors from '../../../protocols/password-hashes/vectors.json' with { type: 'json' };

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey({}, { hashesAtFullCost: true });
});
afterAll(() => latchkey.close());

function create(loginId: string, more: Record<string, unknown>) {
  return latchkey.manage('POST', '/v1/mgmt/user/create', { loginId, ...more });
}

function signIn(loginId: string, password: string, on = latchkey) {
  return on.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });
}

async function stored(userId: string) {
  return latchkey.service.db
    .selectFrom('passwords')
    .select(['scheme', 'hash'])
    .where('projectId', '=', latchkey.projectId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
}

test.each(vectors.map((vector, index) => [index, vector.source, vector] as const))(
  'hash %i (%s) signs in, is replaced by ours, and signs in again',
  async (index, _source, { password, hashedPassword }) => {
    const loginId = `foreign${index}`;
    const { status, body } = await create(loginId, { hashedPassword });
    expect(status).toBe(200);
    const before = await stored(body.user.userId);
    // The hash is sealed: a copy of the database contains nothing to guess at.
    expect(before.hash).toMatch(/^v2\.[0-9a-f]{12}\.[\w-]+$/);
    expect((await signIn(loginId, `?${password}`)).body.errorCode).toBe('E062903');
    expect((await signIn(loginId, password)).status).toBe(200);
    expect((await stored(body.user.userId)).hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(loginId, password)).status).toBe(200);
  },
);

describe('a hash that cannot be verified here', () => {
  test.each([
    ['a kind that is not supported', { buddyauth: { hash: 'bcrypt+sha512$abc' } }, 501, 'buddyauth'],
    ['another one', { bach: { hash: 'abc', key: 'def' } }, 501, 'bach'],
    ['an unbearable cost', { bcrypt: { hash: `$2b$31$${'a'.repeat(53)}` } }, 400, 'cost'],
    [
      'two kinds at once',
      { md5: { hash: 'a'.repeat(32) }, sha: { hash: 'a'.repeat(40), type: 'sha1' } },
      400,
      'one kind',
    ],
    ['none', {}, 400, 'one kind'],
  ])('is refused when the user is created: %s', async (_name, hashedPassword, expected, reason) => {
    const { status, body } = await create('nobody', { hashedPassword });
    expect(status).toBe(expected);
    expect(body.errorMessage).toContain(reason);
    expect((await latchkey.manage('GET', '/v1/mgmt/user?loginId=nobody')).status).toBe(404);
  });
});

describe('a hash with extreme parameters', () => {
  // Some of each format; the rest are verified beside the formats.
  const sample = extremes().filter(({ kind }, index) => index % (kind === 'costly' ? 50 : 12) === 0);

  test('is refused by create and import alike, or signs in with its password only', {
    timeout: 120_000,
  }, async () => {
    const rows = sample.map(({ hashed }, index) => ({ loginId: `imported${index}`, hashedPassword: hashed }));
    const imported = await latchkey.manage('POST', '/v1/mgmt/user/import', {
      source: 'latchkey',
      users: JSON.stringify(rows),
    });
    const failed = new Set(imported.body.failures.map(({ user }: { user: string }) => user));
    const seen = new Set<string>();
    for (const [index, { name, hashed, kind }] of sample.entries()) {
      const loginId = `extreme${index}`;
      const { status, body } = await create(loginId, { hashedPassword: hashed });
      expect(failed.has(`imported${index}`), name).toBe(status !== 200);
      if (status !== 200) expect(body, name).toMatchObject({ errorCode: 'E011003' });
      seen.add(`${kind} ${status}`);
      if (status !== 200 || kind === 'costly') continue;
      expect((await signIn(loginId, `${extremePassword}!`)).body.errorCode, name).toBe('E062903');
      expect((await signIn(loginId, extremePassword)).status, name).toBe(200);
    }
    expect([...seen].sort()).toEqual(['costly 200', 'costly 400', 'impossible 400', 'real 200']);
  });
});

test('a stored hash that no program can verify is a wrong password, and is logged once without the hash', async () => {
  const salted = 'c2FsdHNhbHRzYWx0c2FsdA$MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE';
  const parts = { salt: 'c2FsdA==', hash: 'MDEyMzQ1Njc4OTAxMjM0NQ==' };
  const rows: [string, object][] = [
    ['argon2', { scheme: 'argon2', hash: `$argon2id$v=19$m=8,t=1,p=2$${salted}` }],
    ['scrypt', { scheme: 'scrypt', cost: 65_536, blockSize: 1, parallelization: 1, ...parts }],
    ['pbkdf2', { scheme: 'pbkdf2', digest: 'sha1', iterations: 0, ...parts }],
    ['digest', { scheme: 'digest', digest: 'md5', salt: '', hash: 'abc' }],
    ['unheard-of', { scheme: 'unheard-of' }],
  ];
  const unknown = await signIn('nobody at all', 'plain harbor ceiling 93');
  for (const [scheme, foreign] of rows) {
    const loginId = `stored ${scheme}`;
    const { userId } = (await create(loginId, { password: 'plain harbor ceiling 93' })).body.user;
    const { projectId, context } = latchkey;
    const hash = context.sealer.seal(JSON.stringify(foreign), `password:${projectId}:${userId}`);
    await latchkey.service.db
      .updateTable('passwords')
      .set({ scheme, hash })
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      .execute();
    for (const _ of [1, 2]) {
      const { status, body } = await signIn(loginId, 'plain harbor ceiling 93');
      expect({ status, body }, scheme).toEqual({ status: unknown.status, body: unknown.body });
    }
  }
  const warnings = loggedLines()
    .split('\n')
    .filter((line) => line.includes('cannot be verified'));
  expect(warnings.map((line) => JSON.parse(line).scheme)).toEqual(['argon2', 'scrypt', 'pbkdf2', 'digest']);
  expect(warnings.join()).not.toContain('c2FsdHN');
});

test('a batch by the public SDK accepts hashes, clear passwords and TOTP secrets, and refuses weak ones', async () => {
  const vector = vectors.find(({ hashedPassword }) => 'pbkdf2' in hashedPassword);
  const result = await latchkey.sdk().management.user.createBatch([
    { loginId: 'batch1', hashedPassword: vector?.hashedPassword as never },
    { loginId: 'batch2', password: 'plain harbor ceiling 93' },
    { loginId: 'batch3', password: 'password1234567' },
  ]);
  expect(result.data?.createdUsers.map((user) => user.password)).toEqual([true, true]);
  expect(result.data?.failedUsers.map(({ failure }) => failure)).toEqual([
    expect.stringContaining('most common passwords'),
  ]);
  expect((await signIn('batch1', vector?.password as string)).status).toBe(200);
  expect((await signIn('batch2', 'plain harbor ceiling 93')).status).toBe(200);
});

test('four correct sign-ins at once, on two instances, all succeed while the hash is replaced once', async () => {
  const vector = vectors.find(({ hashedPassword }) => 'bcrypt' in hashedPassword) as (typeof vectors)[number];
  const { password, hashedPassword } = vector;
  const { body } = await create('parallel', { hashedPassword });
  const other = await latchkey.startAnother();
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => signIn('parallel', password, index % 2 ? other : latchkey)),
  );
  await other.close();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const after = await stored(body.user.userId);
  expect(after.scheme).toBe('argon2id');
  expect((await signIn('parallel', `?${password}`)).status).toBe(401);
  expect((await signIn('parallel', password)).status).toBe(200);
  expect(await stored(body.user.userId)).toEqual(after);
});
