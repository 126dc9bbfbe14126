import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import {
  claimsOf,
  createPasswordUser,
  enrolTotp,
  type PasswordUser,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example/metadata');
  await connectTenant(latchkey, 'corp', idp);
});
afterAll(() => latchkey.close());

let user: PasswordUser;
let code: () => string;
/** The refresh JWT of a session started by password. */
let refreshJwt: string;

beforeEach(async () => {
  user = await createPasswordUser(latchkey);
  const { body } = await signInByPassword(latchkey, user);
  code = await enrolTotp(latchkey, user, body.refreshJwt);
  refreshJwt = (await signInByPassword(latchkey, user)).body.refreshJwt;
});

const totp = (loginOptions: Record<string, unknown>, token?: string) =>
  verifyTotp(latchkey, { loginId: user.loginId, code: code(), loginOptions }, token);
const password = (loginOptions: Record<string, unknown>, token?: string) =>
  signInByPassword(latchkey, user, loginOptions, token);

describe('MFA', () => {
  test('by password and then TOTP creates a session of both, which replaces the first', async () => {
    const { status, body } = await totp({ mfa: true }, refreshJwt);
    expect(status).toBe(200);
    expect(body.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
    expect(body.claims.su).toBeUndefined();
    expect(claimsOf(body.refreshJwt).amr).toEqual(['pwd', 'totp', 'mfa']);
    expect(body.claims.sid).not.toBe(claimsOf(refreshJwt).sid);
    expect((await refresh(latchkey, refreshJwt)).body.errorCode).toBe('E064001');
    expect((await refresh(latchkey, body.refreshJwt)).body.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('by TOTP and then password lists the factors in their order', async () => {
    const { body: first } = await totp({});
    const { body } = await password({ mfa: true }, first.refreshJwt);
    expect(body.claims.amr).toEqual(['totp', 'pwd', 'mfa']);
  });

  test('with the same factor twice does not count as two', async () => {
    const { body } = await password({ mfa: true }, refreshJwt);
    expect(body.claims.amr).toEqual(['pwd']);
  });

  test('keeps the custom claims and the tenant of the session that it continues', async () => {
    const { body: before } = await password({ customClaims: { cart: 'c1', plan: 'free' } });
    const { body } = await totp({ mfa: true, customClaims: { plan: 'pro' } }, before.refreshJwt);
    expect(body.claims).toMatchObject({ nsec: { cart: 'c1', plan: 'pro' } });
  });

  test('is refused without changes if the custom claims of both are too large together', async () => {
    const claims = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${prefix}${i}`, 'x'.repeat(450)]));
    const { body: before } = await password({ customClaims: claims('a') });
    const { status, body } = await totp({ mfa: true, customClaims: claims('b') }, before.refreshJwt);
    expect([status, body.errorCode]).toEqual([400, 'E011003']);
    expect((await refresh(latchkey, before.refreshJwt)).status).toBe(200);
  });

  test('does not result from requesting it: the options of a plain sign-in prove nothing', async () => {
    const answer = await password({ mfa: true });
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'E064002']);
    expect((await totp({ stepup: true })).body.errorCode).toBe('E064002');
    expect((await totp({ mfa: true }, 'a.b.c')).body.errorCode).toBe('E064002');
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
  });

  test('of an ended session is refused', async () => {
    await withToken(latchkey, 'POST', '/v1/auth/logout', refreshJwt, {});
    expect((await totp({ mfa: true }, refreshJwt)).body.errorCode).toBe('E064001');
  });

  test("applies to the signed-in user only: another user's factor changes nothing", async () => {
    const other = await createPasswordUser(latchkey);
    const answer = await signInByPassword(latchkey, other, { mfa: true }, refreshJwt);
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'E064002']);
    const { body } = await refresh(latchkey, refreshJwt);
    expect(body.claims).toMatchObject({ sub: user.userId, amr: ['pwd'] });
    const sessions = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: other.loginId });
    expect(sessions.body.sessions).toEqual([]);
  });

  test('of one session, requested several times concurrently, happens once', { tags: 'race' }, async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => password({ mfa: true }, refreshJwt)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 401, 401, 401]);
  });
});

describe('step-up', () => {
  test('lasts ten minutes, whether or not tokens are refreshed', async () => {
    const { body } = await totp({ stepup: true }, refreshJwt);
    expect(body.claims).toMatchObject({ su: true, amr: ['pwd', 'totp', 'mfa'] });
    expect(claimsOf(body.refreshJwt).su).toBeUndefined();
    const steppedUpAt = claimsOf(body.sessionJwt).iat;
    latchkey.advance(5 * 60_000);
    const during = await refresh(latchkey, body.refreshJwt);
    expect(during.body.claims.su).toBe(true);
    // The token must not outlive the step-up.
    expect(during.body.claims.exp - steppedUpAt).toBeLessThanOrEqual(600);
    latchkey.advance(5 * 60_000);
    const after = await refresh(latchkey, during.body.refreshJwt);
    expect(after.body.claims.su).toBeUndefined();
    expect(after.body.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('with a factor that the session already has proves presence, but is not a second factor', async () => {
    const { body } = await password({ stepup: true }, refreshJwt);
    expect(body.claims).toMatchObject({ su: true, amr: ['pwd'] });
  });

  test('is not passed on by a later MFA', async () => {
    const { body: raised } = await password({ stepup: true }, refreshJwt);
    const { body } = await totp({ mfa: true }, raised.refreshJwt);
    expect(body.claims.su).toBeUndefined();
  });
});

describe('revokeOtherSessions', () => {
  test('ends every session except the new one', async () => {
    const { body: second } = await password({});
    const { body } = await totp({ revokeOtherSessions: true });
    for (const token of [refreshJwt, second.refreshJwt]) {
      expect((await refresh(latchkey, token)).body.errorCode).toBe('E064001');
    }
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  });

  test('ends no session if the sign-in fails', async () => {
    const wrong = { loginId: user.loginId, password: 'not this one' };
    const answer = await signInByPassword(latchkey, wrong, { revokeOtherSessions: true });
    expect(answer.status).toBe(401);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
  });
});

describe('through SSO', () => {
  let person = 0;

  /** Returns the URL of a browser after signing in as `nameId`. */
  async function signIn(nameId: string, loginOptions?: Record<string, unknown>, token?: string) {
    const browser = new SsoBrowser(latchkey);
    const started = await latchkey.request('POST', '/v1/auth/sso/authorize?tenant=corp', {
      bearer: [latchkey.projectId, token].filter(Boolean).join(':'),
      body: loginOptions ?? {},
    });
    if (started.status !== 200) return started;
    const request = await browser.open(started.body.url);
    const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId }));
    return latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } });
  }

  test('step-up raises the session that started it if the same user returns', async () => {
    const nameId = `person${++person}@corp.example`;
    const { body: before } = await signIn(nameId, { customClaims: { cart: 'c1' } });
    const { status, body } = await signIn(nameId, { stepup: true }, before.refreshJwt);
    expect(status).toBe(200);
    expect(body.claims).toMatchObject({ su: true, amr: ['fed'], nsec: { cart: 'c1' }, dct: 'corp' });
    expect((await refresh(latchkey, before.refreshJwt)).body.errorCode).toBe('E064001');
  });

  test('and then TOTP is MFA', async () => {
    const nameId = `person${++person}@corp.example`;
    const { body: before } = await signIn(nameId);
    const loginId = before.user.loginIds[0];
    const nextCode = await enrolTotp(latchkey, { loginId }, before.refreshJwt);
    const { body } = await verifyTotp(
      latchkey,
      { loginId, code: nextCode(), loginOptions: { mfa: true } },
      before.refreshJwt,
    );
    expect(body.claims).toMatchObject({ amr: ['fed', 'totp', 'mfa'], dct: 'corp' });
  });

  test('raises nothing if another user returns', async () => {
    const { body: before } = await signIn(`person${++person}@corp.example`);
    const answer = await signIn(`person${++person}@corp.example`, { stepup: true }, before.refreshJwt);
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'E064002']);
    expect((await refresh(latchkey, before.refreshJwt)).status).toBe(200);
  });

  test('requires the session at the start and at the end', async () => {
    const nameId = `person${++person}@corp.example`;
    expect((await signIn(nameId, { stepup: true })).body.errorCode).toBe('E064002');
    const { body: before } = await signIn(nameId);
    const browser = new SsoBrowser(latchkey);
    const { body } = await latchkey.request('POST', '/v1/auth/sso/authorize?tenant=corp', {
      bearer: `${latchkey.projectId}:${before.refreshJwt}`,
      body: { stepup: true },
    });
    const request = await browser.open(body.url);
    await withToken(latchkey, 'POST', '/v1/auth/logout', before.refreshJwt, {});
    const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId }));
    const exchanged = await latchkey.request('POST', '/v1/auth/sso/exchange', {
      body: { code: codeOf(answer) },
    });
    expect(exchanged.body.errorCode).toBe('E064001');
  });
});

test('the public SDK performs MFA and step-up', async () => {
  const sdk = latchkey.sdk();
  const mfa = await sdk.totp.verify(user.loginId, code(), { mfa: true }, refreshJwt);
  expect(mfa.data?.claims?.['amr']).toEqual(['pwd', 'totp', 'mfa']);
  const raised = await sdk.totp.verify(user.loginId, code(), { stepup: true }, mfa.data?.refreshJwt);
  expect(raised.data?.claims?.['su']).toBe(true);
  const refused = await sdk.totp.verify(user.loginId, code(), { mfa: true });
  expect([refused.ok, refused.code]).toEqual([false, 401]);
});
