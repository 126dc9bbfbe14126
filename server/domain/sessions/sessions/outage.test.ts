import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';
import { databaseOn } from '../../../storage/executor.ts';
import { postgresEngine } from '../../../storage/postgres/driver.ts';
import { openPostgres } from '../../../storage/postgres/pool.ts';
import type { Db } from '../../../storage/tables.ts';

let latchkey: Latchkey;
/** Another instance on the same database, which stays reachable for it. */
let other: Latchkey;
let db: Db;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  other = await latchkey.startAnother();
  db = latchkey.service.db;
});
afterAll(async () => {
  await other.close();
  await latchkey.close();
});

// No server listens on this port, so every query fails as if the database were down.
const nowhere = databaseOn(postgresEngine(openPostgres('postgres://127.0.0.1:9/none')), []);
afterAll(() => nowhere.destroy());
afterEach(() => {
  latchkey.service.db = db;
});

/** Cuts the instance off, and lets the five seconds pass for which it would use the project without asking. */
function loseDatabase() {
  latchkey.service.db = nowhere;
  latchkey.advance(6_000);
}

interface Tokens {
  sessionJwt: string;
  refreshJwt: string;
}

let loginId: string;
let tokens: Tokens;
beforeEach(async () => {
  const user = await createPasswordUser(latchkey);
  loginId = user.loginId;
  tokens = (await signInByPassword(latchkey, user)).body;
});

async function signInElsewhere(): Promise<Tokens> {
  const key = `${other.projectId}:${other.managementKey}`;
  return (await other.request('POST', '/v1/mgmt/auth/signin', { bearer: key, body: { loginId } })).body;
}

/** Returns the status of `validate`, and whether the answer is marked as stale. */
async function validate({ sessionJwt }: Tokens) {
  const { status, headers, body } = await withToken(latchkey, 'POST', '/v1/auth/validate', sessionJwt, {});
  return { status, isStale: headers.get('latchkey-stale') === 'true', code: body.errorCode };
}

const stale = { status: 200, isStale: true, code: undefined };
const unavailable = expect.objectContaining({ status: 503, code: 'E500002' });

test('the JWKS is answered from memory, marked as stale', async () => {
  const paths = (id: string) => [`/v2/keys/${id}`, `/v1/keys/${id}`, `/${id}/.well-known/jwks.json`];
  const before = await Promise.all(paths(latchkey.projectId).map((path) => latchkey.request('GET', path)));
  for (const { headers } of before) expect(headers.get('latchkey-stale')).toBeNull();
  loseDatabase();
  for (const [index, path] of paths(latchkey.projectId).entries()) {
    const { status, headers, body } = await latchkey.request('GET', path);
    expect({ status, body }).toEqual({ status: 200, body: before[index]?.body });
    expect(headers.get('latchkey-stale')).toBe('true');
  }
  for (const path of paths(`P${'0'.repeat(27)}`))
    expect((await latchkey.request('GET', path)).status).toBe(503);
});

test('a page of an allowed origin can read the stale answers', async () => {
  const origin = 'https://app.example.com';
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { allowedOrigins: [origin] });
  const ask = () =>
    latchkey.request('POST', '/v1/auth/validate', {
      bearer: `${latchkey.projectId}:${tokens.sessionJwt}`,
      headers: { origin },
      body: {},
    });
  expect((await ask()).status).toBe(200);
  loseDatabase();
  const { status, headers } = await ask();
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  expect(headers.get('access-control-expose-headers')).toContain('Latchkey-Stale');
});

describe('while the database cannot be reached, a session JWT', () => {
  test('is valid if this instance started the session, and the answer is marked as stale', async () => {
    expect(await validate(tokens)).toEqual({ ...stale, isStale: false });
    loseDatabase();
    expect(await validate(tokens)).toEqual(stale);
    latchkey.service.db = db;
    expect(await validate(tokens)).toEqual({ ...stale, isStale: false });
  });

  test('is valid if this instance saw the session of another one alive, and only then', async () => {
    const seen = await signInElsewhere();
    const unseen = await signInElsewhere();
    expect((await withToken(latchkey, 'GET', '/v1/auth/me', seen.refreshJwt)).status).toBe(200);
    loseDatabase();
    expect(await validate(seen)).toEqual(stale);
    expect(await validate(unseen)).toEqual(unavailable);
  });

  test('is not valid when it has expired', async () => {
    loseDatabase();
    latchkey.advance(11 * 60_000);
    expect((await validate(tokens)).status).toBe(401);
  });

  test.each([
    ['logging out', () => withToken(latchkey, 'POST', '/v1/auth/logout', tokens.refreshJwt, {})],
    [
      'logging out everywhere',
      () => withToken(latchkey, 'POST', '/v1/auth/logoutall', tokens.refreshJwt, {}),
    ],
    ['an administrator', () => latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId })],
    [
      'the loss of the account',
      () => latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ],
  ])('is not valid after its session was ended here by %s', async (_, end) => {
    expect((await end()).status).toBe(200);
    loseDatabase();
    expect(await validate(tokens)).toEqual(unavailable);
  });

  test('is not valid if this instance saw that another one had ended the session', async () => {
    expect((await withToken(other, 'POST', '/v1/auth/logout', tokens.refreshJwt, {})).status).toBe(200);
    expect((await refresh(latchkey, tokens.refreshJwt)).status).toBe(401);
    loseDatabase();
    expect(await validate(tokens)).toEqual(unavailable);
  });

  test('is all that counts: refresh, exchange and "me" are refused, and nothing else is answered', async () => {
    loseDatabase();
    const answers = [
      await refresh(latchkey, tokens.refreshJwt),
      await withToken(latchkey, 'GET', '/v1/auth/me', tokens.refreshJwt),
      await latchkey.request('POST', '/v1/auth/saml/exchange', { body: { code: 'code' } }),
      await latchkey.request('POST', '/v1/auth/oauth/exchange', { body: { code: 'code' } }),
      await latchkey.request('POST', '/v1/auth/accesskey/exchange', { bearer: `${latchkey.projectId}:key` }),
      await latchkey.manage('POST', '/v1/mgmt/user/search', {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(503));
    for (const { headers } of answers) expect(headers.get('retry-after')).toBe('1');
  });
});
