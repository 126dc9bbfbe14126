import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, newEmail, newPhone } from '../../../../../test/codes.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { codeSentTo, newestMessageTo, secretOf, secretSentTo } from '../../../../../test/messages.ts';
import {
  claimsOf,
  createPasswordUser,
  enrolTotp,
  refresh,
  signInByPassword,
  verifyTotp,
} from '../../../../../test/signed-in.ts';

let latchkey: Latchkey;
let codes: ReturnType<typeof codesOf>;
const redirectUrl = 'https://app.example/welcome';
beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { redirectUrls: [redirectUrl] });
  codes = codesOf(latchkey);
});
afterAll(() => latchkey.close());

const hostile = { isAdmin: true, email: 'chief@corp.example', organization: 'other', roles: ['Root'] };
const kept = { isAdmin: true, email: 'chief@corp.example', organization: 'other' };

/** Returns the top-level names of a token that a sign-in without custom claims does not have. */
const foreign = (jwt: string) => Object.keys(claimsOf(jwt)).filter((name) => name in kept);

/** Returns the secret of the link with this number in the newest mail. */
async function linkWithNumber(email: string, linkId: string): Promise<string> {
  const { text, links } = await newestMessageTo(latchkey, email);
  const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
  return secretOf(links[numbers.indexOf(linkId)]);
}

const updateJwt = (jwt: string, customClaims: object) =>
  latchkey.manage('POST', '/v1/mgmt/jwt/update', { jwt, customClaims });

describe('claims requested by a caller of /v1/auth', () => {
  test('are under nsec of both tokens for every sign-in method', async () => {
    const user = await createPasswordUser(latchkey);
    const { body } = await signInByPassword(latchkey, user, { customClaims: hostile });
    const code = await enrolTotp(latchkey, user, body.refreshJwt);
    const byTotp = await verifyTotp(latchkey, {
      loginId: user.loginId,
      code: code(),
      loginOptions: { customClaims: hostile },
    });
    const signedUp = await latchkey.request('POST', '/v1/auth/password/signup', {
      body: { loginId: newEmail(), password: user.password, loginOptions: { customClaims: hostile } },
    });
    for (const answer of [body, byTotp.body, signedUp.body]) {
      for (const jwt of [answer.sessionJwt, answer.refreshJwt]) {
        expect(claimsOf(jwt)).toMatchObject({ nsec: kept });
        expect(foreign(jwt)).toEqual([]);
      }
      expect(claimsOf(answer.sessionJwt)).toMatchObject({ roles: [] });
      expect(claimsOf(answer.sessionJwt).nsec).toEqual(kept);
    }
  });

  test('survive refreshes, and step-up and MFA add to them', async () => {
    const user = await createPasswordUser(latchkey);
    const first = await signInByPassword(latchkey, user, { customClaims: { cart: 'c1', plan: 'free' } });
    const code = await enrolTotp(latchkey, user, first.body.refreshJwt);
    const refreshed = await refresh(latchkey, first.body.refreshJwt);
    expect(refreshed.body.claims.nsec).toEqual({ cart: 'c1', plan: 'free' });
    const loginOptions = { mfa: true, stepup: true, customClaims: { plan: 'max' } };
    const raised = await verifyTotp(
      latchkey,
      { loginId: user.loginId, code: code(), loginOptions },
      refreshed.body.refreshJwt,
    );
    expect(raised.body.claims).toMatchObject({ su: true, nsec: { cart: 'c1', plan: 'max' } });
  });

  test('never replace claims that a back end set, neither at a step-up nor by the same name', async () => {
    const user = await createPasswordUser(latchkey);
    const managed = await latchkey.manage('POST', '/v1/mgmt/auth/signin', {
      loginId: user.loginId,
      customClaims: { plan: 'free' },
    });
    expect(managed.body.claims).toMatchObject({ plan: 'free' });
    expect(managed.body.claims.nsec).toBeUndefined();
    const written = await updateJwt(managed.body.refreshJwt, { isAdmin: false });
    const options = { stepup: true, customClaims: { plan: 'max', isAdmin: true } };
    const { body } = await signInByPassword(latchkey, user, options, written.body.jwt);
    const expected = { plan: 'free', isAdmin: false, nsec: { plan: 'max', isAdmin: true } };
    expect(body.claims).toMatchObject(expected);
    expect((await refresh(latchkey, body.refreshJwt)).body.claims).toMatchObject(expected);
  });

  test('survive jwt/update of either token, which changes only the top level', async () => {
    const user = await createPasswordUser(latchkey);
    const { body } = await signInByPassword(latchkey, user, { customClaims: { cart: 'c1' } });
    const added = { plan: 'pro', cart: 'back end', nsec: { cart: 'forged' } };
    const bySession = await updateJwt(body.sessionJwt, added);
    const twice = await updateJwt(bySession.body.jwt, { more: 1 });
    expect(claimsOf(twice.body.jwt)).toMatchObject({
      plan: 'pro',
      cart: 'back end',
      more: 1,
      nsec: { cart: 'c1' },
    });
    const byRefresh = await updateJwt(body.refreshJwt, added);
    expect(claimsOf(byRefresh.body.jwt)).toMatchObject({ plan: 'pro', nsec: { cart: 'c1' } });
    const refreshed = await refresh(latchkey, byRefresh.body.jwt);
    expect(refreshed.body.claims).toMatchObject({ plan: 'pro', cart: 'back end', nsec: { cart: 'c1' } });
  });

  test("count together with a back end's claims towards the size limit of a token", async () => {
    const user = await createPasswordUser(latchkey);
    const claims = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${prefix}${i}`, 'x'.repeat(450)]));
    const { body } = await signInByPassword(latchkey, user, { customClaims: claims('a') });
    expect((await updateJwt(body.refreshJwt, claims('b'))).body.errorCode).toBe('E011003');
    expect((await updateJwt(body.sessionJwt, claims('b'))).body.errorCode).toBe('E011003');
  });
});

describe('claims in a request for a code or link', () => {
  const customClaims = hostile;

  test('do not reach the token of the user who proves the address', async () => {
    const { email } = await codes.register();
    for (const way of ['signin', 'signup-in'] as const) {
      // Another test covers the limit for one recipient.
      latchkey.advance(60_000);
      await codes.begin(way, 'email', { loginId: email, loginOptions: { customClaims } });
      const byCode = await codes.verify('email', email, await codeSentTo(latchkey, email));
      await latchkey.request('POST', `/v1/auth/magiclink/${way}/email`, {
        body: { loginId: email, URI: redirectUrl, loginOptions: { customClaims } },
      });
      const token = await secretSentTo(latchkey, email);
      const byLink = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
      for (const { status, body } of [byCode, byLink]) {
        expect([status, claimsOf(body.sessionJwt).nsec]).toEqual([200, undefined]);
        expect([...foreign(body.sessionJwt), ...foreign(body.refreshJwt)]).toEqual([]);
      }
    }
  });

  test('do not reach the token of a user who signs up by it', async () => {
    const email = newEmail();
    await codes.begin('signup', 'email', { loginId: email, loginOptions: { customClaims } });
    const { body } = await codes.verify('email', email, await codeSentTo(latchkey, email));
    expect([body.firstSeen, body.claims.nsec, foreign(body.sessionJwt)]).toEqual([true, undefined, []]);
  });

  test('are used if the verifying party sends them', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email, loginOptions: { customClaims: { from: 'x' } } });
    const loginOptions = { customClaims: { cart: 'c1', sub: 'U0' } };
    const code = await codeSentTo(latchkey, email);
    const byCode = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      body: { loginId: email, code, loginOptions },
    });
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', {
      body: { loginId: email, URI: redirectUrl },
    });
    const token = await secretSentTo(latchkey, email);
    const byLink = await latchkey.request('POST', '/v1/auth/magiclink/verify', {
      body: { token, loginOptions },
    });
    for (const { status, body } of [byCode, byLink]) {
      expect([status, body.claims?.nsec]).toEqual([200, { cart: 'c1' }]);
      expect(claimsOf(body.sessionJwt).sub).toBe(body.user.userId);
    }
  });

  test('are used if they were requested within the session that the code continues', async () => {
    const { email, refreshJwt } = await codes.register();
    const phone = newPhone();
    await latchkey.manage('POST', '/v1/mgmt/user/update/phone', { loginId: email, phone, verified: true });
    const loginOptions = { mfa: true, customClaims: { cart: 'c1' } };
    await codes.begin('signin', 'sms', { loginId: email, loginOptions }, refreshJwt);
    const { body } = await latchkey.request('POST', '/v1/auth/otp/verify/sms', {
      bearer: `${latchkey.projectId}:${refreshJwt}`,
      body: { loginId: email, code: await codeSentTo(latchkey, phone) },
    });
    expect(body.claims.nsec).toEqual({ cart: 'c1' });
  });

  test('are used on the device that requested an enchanted link, because it gets the session', async () => {
    const { email } = await codes.register();
    const { body: begun } = await latchkey.request('POST', '/v1/auth/enchantedlink/signin/email', {
      body: { loginId: email, URI: redirectUrl, loginOptions: { customClaims: { cart: 'c1', sub: 'U0' } } },
    });
    const token = await linkWithNumber(email, begun.linkId);
    await latchkey.request('POST', '/v1/auth/enchantedlink/verify', { body: { token } });
    const { body } = await latchkey.request('POST', '/v1/auth/enchantedlink/pending-session', {
      body: { pendingRef: begun.pendingRef },
    });
    expect(body.claims.nsec).toEqual({ cart: 'c1' });
  });
});

describe('claims of management calls', () => {
  test('are at the top level: embedded links, and codes of test users', async () => {
    const { loginId } = await createPasswordUser(latchkey);
    const customClaims = { plan: 'gold' };
    const embedded = await latchkey.manage('POST', '/v1/mgmt/user/signin/embeddedlink', {
      loginId,
      customClaims,
    });
    const byLink = await latchkey.request('POST', '/v1/auth/magiclink/verify', {
      body: { token: embedded.body.token, loginOptions: { customClaims: { plan: 'mine' } } },
    });
    expect(byLink.body.claims).toMatchObject({ plan: 'gold', nsec: { plan: 'mine' } });
    const email = newEmail();
    await latchkey.manage('POST', '/v1/mgmt/user/create/test', { loginId: email, email });
    const otp = await latchkey.manage('POST', '/v1/mgmt/tests/generate/otp', {
      loginId: email,
      deliveryMethod: 'email',
      loginOptions: { customClaims },
    });
    const byCode = await codes.verify('email', email, otp.body.code);
    expect(byCode.body.claims).toMatchObject({ plan: 'gold' });
    expect(byCode.body.claims.nsec).toBeUndefined();
  });
});
