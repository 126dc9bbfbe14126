import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { totpCode as codeOfOathtool } from '../../../../test/counterparts/oathtool.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

let loginId: string;
let counter = 0;
beforeEach(() => {
  counter += 1;
  loginId = `user${counter}@example.com`;
  // If a step ended while a test runs, the code would differ from the one that the test computed.
  latchkey.advance(step - (latchkey.service.now() % step));
});

const step = 30_000;

function codeNow(key: string, offset = 0): string {
  return totpCode(key, latchkey.service.now() + offset);
}

async function signUp(user: Record<string, unknown> = {}, id = loginId): Promise<string> {
  const { status, body } = await latchkey.request('POST', '/v1/auth/totp/signup', {
    body: { loginId: id, user },
  });
  expect(status).toBe(200);
  return body.key;
}

function verify(code: unknown, options: { loginId?: string; on?: Latchkey } = {}) {
  const body = { loginId: options.loginId ?? loginId, code };
  return (options.on ?? latchkey).request('POST', '/v1/auth/totp/verify', { body });
}

/** Signs up, and waits until the code that completed it has expired. */
async function register(user: Record<string, unknown> = {}): Promise<{ key: string; refreshJwt: string }> {
  const key = await signUp(user);
  const { status, body } = await verify(codeNow(key));
  expect(status).toBe(200);
  latchkey.advance(2 * step);
  return { key, refreshJwt: body.refreshJwt };
}

function wrong(key: string): string {
  const valid = [-1, 0, 1].map((steps) => codeNow(key, steps * step));
  return ['000000', '111111', '222222', '333333'].find((code) => !valid.includes(code)) as string;
}

async function load(id = loginId) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(id)}`)).body.user;
}

describe('sign-up', () => {
  test('answers one 160-bit secret as URI, as QR code and as text', async () => {
    const { body } = await latchkey.request('POST', '/v1/auth/totp/signup', { body: { loginId } });
    expect(body.key).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.provisioningURL);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(body.key);
    expect(uri.searchParams.get('issuer')).toBe('Test project');
    expect(decodeURIComponent(uri.pathname)).toContain(`Test project:${loginId}`);
    expect(body.image).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const png = PNG.sync.read(Buffer.from(body.image, 'base64'));
    expect(jsqr.default(new Uint8ClampedArray(png.data), png.width, png.height)?.data).toBe(
      body.provisioningURL,
    );
  });

  describe('the address has one colon in its label and a QR symbol that can be read', () => {
    afterAll(() => latchkey.manage('POST', '/v1/mgmt/project/update/name', { name: 'Test project' }));

    test.each([
      ['Shop: Berlin', 'team:ada', 'Shop Berlin', 'team ada'],
      ['Shop%3ABerlin', 'team%3aada', 'Shop Berlin', 'team ada'],
      ['a:b:c : d', 'x::y', 'a b c d', 'x y'],
      ['Ünïcode & Söhne?#/', 'ada+1@example.com', 'Ünïcode & Söhne?#/', 'ada+1@example.com'],
      [
        '👩‍👩‍👧‍👦'.repeat(20),
        `${'👩‍👩‍👧‍👦'.repeat(8)}`,
        '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…',
        '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…',
      ],
      ['x'.repeat(255), `${'y'.repeat(60)}@${'z.'.repeat(90)}example.com`, 'x'.repeat(255), undefined],
    ])('project %s, login ID %s', async (name, id, issuer, account) => {
      await latchkey.manage('POST', '/v1/mgmt/project/update/name', { name });
      latchkey.advance(120_000);
      const { status, body } = await latchkey.request('POST', '/v1/auth/totp/signup', {
        body: { loginId: id },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      const uri = new URL(body.provisioningURL);
      expect(uri.searchParams.get('issuer')).toBe(issuer);
      const label = body.provisioningURL.slice('otpauth://totp/'.length).split('?')[0];
      expect(decodeURIComponent(label)).toBe(`${issuer}:${account ?? id}`);
      const png = PNG.sync.read(Buffer.from(body.image, 'base64'));
      expect(jsqr.default(new Uint8ClampedArray(png.data), png.width, png.height)?.data).toBe(
        body.provisioningURL,
      );
    });
  });

  test('returns a different secret each time', async () => {
    expect(await signUp()).not.toBe(await signUp());
  });

  test('creates the user only when a code is verified', async () => {
    await signUp();
    expect((await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`)).status).toBe(404);
    const found = await latchkey.manage('POST', '/v2/mgmt/user/search', {
      loginIds: [loginId],
      withTestUser: true,
    });
    expect(found.body.total).toBe(0);
  });

  test('registers the user with the details that were sent, and signs in', async () => {
    const key = await signUp({
      name: 'Ada',
      givenName: 'Ada',
      email: loginId.toUpperCase(),
      phone: '+1 202 555-0123',
    });
    const { status, body } = await verify(codeOfOathtool(key, latchkey.service.now()));
    expect(status).toBe(200);
    expect(body.firstSeen).toBe(true);
    expect(body.claims).toMatchObject({ sub: body.user.userId, amr: ['totp'], drn: 'DS', tenants: {} });
    expect(body.user).toMatchObject({
      loginIds: [loginId],
      name: 'Ada',
      email: loginId,
      phone: '+12025550123',
      status: 'enabled',
      TOTP: true,
    });
  });

  test('cannot set roles, tenants, status, verified flags or the test mark', async () => {
    const key = await signUp({
      email: loginId,
      phone: '+12025550124',
      verifiedEmail: true,
      verifiedPhone: true,
      status: 'disabled',
      test: true,
      roleNames: ['admin'],
      userTenants: [{ tenantId: 'T1' }],
      userId: 'U0000000000000000000000000000',
    });
    await verify(codeNow(key));
    expect(await load()).toMatchObject({
      verifiedEmail: false,
      verifiedPhone: false,
      status: 'enabled',
      test: false,
      roleNames: [],
      userTenants: [],
    });
  });

  test('does not consider an address proven because it is the login ID', async () => {
    await register();
    expect(await load()).toMatchObject({ email: loginId, verifiedEmail: false });
  });

  test('is refused for a registered login ID in any spelling, and changes nothing', async () => {
    const { key } = await register();
    for (const spelling of [loginId, loginId.toUpperCase(), ` ${loginId} `]) {
      const { status, body } = await latchkey.request('POST', '/v1/auth/totp/signup', {
        body: { loginId: spelling },
      });
      expect([status, body.errorCode]).toEqual([400, 'E062107']);
    }
    expect((await verify(codeNow(key))).status).toBe(200);
  });

  test('that is newer replaces an older one for the same login ID', async () => {
    const first = await signUp();
    const second = await signUp();
    expect((await verify(codeNow(first))).status).toBe(401);
    expect((await verify(codeNow(second))).status).toBe(200);
  });

  test('is void when an administrator creates a user with the login ID', async () => {
    const key = await signUp();
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: loginId.toUpperCase() });
    expect((await verify(codeNow(key))).body.errorCode).toBe('E061102');
    expect(await load()).toMatchObject({ TOTP: false, status: 'invited' });
  });

  test('assigns the SSO application that it names, which must exist, so that the user may sign in to it', async () => {
    const path = '/v1/auth/totp/signup';
    const refused = await latchkey.request('POST', path, { body: { loginId, ssoAppId: 'nobody' } });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
    expect(refused.body.errorMessage).toContain('nobody');
    const ssoAppId = 'descope-default-oidc';
    const { body } = await latchkey.request('POST', path, { body: { loginId, ssoAppId } });
    const signedUp = await verify(codeNow(body.key));
    expect(signedUp.body.user.ssoAppIds).toEqual([ssoAppId]);
    const query = `id=${ssoAppId}&loginId=${encodeURIComponent(loginId)}`;
    const preview = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/preview?${query}`);
    expect(preview.body.allowed).toBe(true);
  });

  test('continues without its SSO application if that is deleted meanwhile', async () => {
    const path = '/v1/mgmt/sso/idp/app';
    const { id } = (await latchkey.manage('POST', `${path}/oidc/create`, { name: 'Short-lived' })).body;
    const { body } = await latchkey.request('POST', '/v1/auth/totp/signup', {
      body: { loginId, ssoAppId: id },
    });
    await latchkey.manage('POST', `${path}/delete`, { id });
    const signedUp = await verify(codeNow(body.key));
    expect([signedUp.status, signedUp.body.user.ssoAppIds]).toEqual([200, []]);
  });

  test('ends after ten minutes', async () => {
    const key = await signUp();
    latchkey.advance(10 * 60_000 + 1);
    expect((await verify(codeNow(key))).status).toBe(401);
  });

  test('ends after five wrong codes', async () => {
    const key = await signUp();
    for (let i = 0; i < 5; i++) expect((await verify(wrong(key))).body.errorCode).toBe('E061102');
    expect((await verify(codeNow(key))).body.errorCode).toBe('E061102');
  });

  test('refuses details that no user can have before the user scans a code', async () => {
    for (const user of [{ email: 'nonsense' }, { phone: '12' }, { name: 'x'.repeat(257) }]) {
      const { status } = await latchkey.request('POST', '/v1/auth/totp/signup', { body: { loginId, user } });
      expect(status).toBe(400);
    }
  });

  test('completes once when its code is sent many times at once', { tags: 'race' }, async () => {
    const key = await signUp();
    const other = await latchkey.startAnother();
    const code = codeNow(key);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => verify(code, { on: i % 2 ? other : latchkey })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await other.close();
  });
});

describe('verification', () => {
  test('signs a registered user in', async () => {
    const { key } = await register();
    const { status, body } = await verify(codeNow(key));
    expect(status).toBe(200);
    expect(body.firstSeen).toBe(false);
  });

  test.each([-2, -1, 0, 1, 2])(
    'accepts a code of %i steps from now only if that is one step at most',
    async (steps) => {
      const { key } = await register();
      const { status } = await verify(codeOfOathtool(key, latchkey.service.now() + steps * step));
      expect(status).toBe(Math.abs(steps) <= 1 ? 200 : 401);
    },
  );

  test('accepts a step once, and none before it', async () => {
    const { key } = await register();
    const [before, now] = [codeNow(key, -step), codeNow(key)];
    expect((await verify(now)).status).toBe(200);
    expect((await verify(now)).status).toBe(401);
    expect((await verify(before)).status).toBe(401);
  });

  test('accepts a step once even when it is sent to two instances at once', { tags: 'race' }, async () => {
    const { key } = await register();
    const other = await latchkey.startAnother();
    const code = codeNow(key);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => verify(code, { on: i % 2 ? other : latchkey })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await other.close();
  });

  test('makes wrong codes, and then the right one too, wait longer and longer', async () => {
    const { key } = await register();
    for (let i = 0; i < 5; i++) expect((await verify(wrong(key))).body.errorCode).toBe('E061102');
    for (const seconds of [30, 60, 120]) {
      const refused = await verify(codeNow(key));
      expect(refused.body.errorCode).toBe('E061103');
      expect(refused.headers.get('retry-after')).toBe(String(seconds));
      latchkey.advance(seconds * 1000);
      expect((await verify(wrong(key))).body.errorCode).toBe('E061102');
    }
    latchkey.advance(240_000);
    expect((await verify(codeNow(key))).status).toBe(200);
    expect((await verify(wrong(key))).body.errorCode).toBe('E061102');
  });

  test('causes no wait for the first wrong codes, even if the clock is behind', async () => {
    const { key } = await register();
    const ahead = await latchkey.startAnother();
    ahead.advance(5_000);
    expect((await verify(wrong(key), { on: ahead })).body.errorCode).toBe('E061102');
    expect((await verify(wrong(key))).body.errorCode).toBe('E061102');
    expect((await verify(codeNow(key))).status).toBe(200);
    await ahead.close();
  });

  test('counts simultaneous attempts before it compares any of them', { tags: 'race' }, async () => {
    const { key } = await register();
    const codes = Array.from({ length: 40 }, (_, i) => String(100_000 + i)).filter(
      (code) => code !== codeNow(key),
    );
    const answers = await Promise.all(codes.map((code) => verify(code)));
    expect(answers.filter(({ body }) => body.errorCode === 'E061102').length).toBeLessThanOrEqual(5);
  });

  test.each([123456, '12345', '1234567', '12 34567', '12345a', '１２３４５', ['123456'], null, '', {}])(
    'refuses %j as a code without counting it',
    async (code) => {
      const { key } = await register();
      for (let i = 0; i < 6; i++) expect((await verify(code)).status).toBe(400);
      expect((await verify(codeNow(key))).status).toBe(200);
    },
  );

  test('answers for an unknown login ID as for a wrong code', async () => {
    const { key } = await register();
    const unknown = await verify('123456', { loginId: 'nobody@example.com' });
    const known = await verify(wrong(key));
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
  });

  test('refuses a disabled user', async () => {
    const { key } = await register();
    const { db } = latchkey.service;
    const user = await load();
    await db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', user.userId)
      .execute();
    expect((await verify(codeNow(key))).body.errorCode).toBe('E062109');
    // A right code counts as an attempt until it signs the user in.
    for (let attempt = 2; attempt <= 5; attempt++) await verify(codeNow(key));
    expect((await verify(codeNow(key))).body.errorCode).toBe('E061103');
  });

  test('cannot be reached through another project', async () => {
    const { key } = await register();
    const other = await latchkey.addProject();
    const body = { loginId, code: codeNow(key) };
    expect(
      (await latchkey.request('POST', '/v1/auth/totp/verify', { bearer: other.projectId, body })).status,
    ).toBe(401);
  });
});

describe('update', () => {
  function update(refreshJwt: string | undefined, id = loginId) {
    const bearer = refreshJwt ? `${latchkey.projectId}:${refreshJwt}` : latchkey.projectId;
    return latchkey.request('POST', '/v1/auth/totp/update', { bearer, body: { loginId: id } });
  }

  test('replaces the authenticator at its first verified code, and the old one works until then', async () => {
    const { key, refreshJwt } = await register();
    const { status, body } = await update(refreshJwt);
    expect(status).toBe(200);
    expect((await verify(codeNow(key))).status).toBe(200);
    latchkey.advance(2 * step);
    const completed = await verify(codeNow(body.key));
    expect(completed.status).toBe(200);
    expect(completed.body.firstSeen).toBe(false);
    latchkey.advance(2 * step);
    expect((await verify(codeNow(key))).status).toBe(401);
    expect((await verify(codeNow(body.key))).status).toBe(200);
  });

  test('adds an authenticator for a user who had none, without creating another user', async () => {
    const { refreshJwt } = await register();
    const { body } = await update(refreshJwt);
    await verify(codeNow(body.key));
    const found = await latchkey.manage('POST', '/v2/mgmt/user/search', { loginIds: [loginId] });
    expect(found.body.total).toBe(1);
  });

  test('needs a refresh JWT, and the login ID of its own user', async () => {
    const mine = await register();
    loginId = `other${counter}@example.com`;
    await register();
    expect((await update(undefined)).status).toBe(401);
    const others = await update(mine.refreshJwt, loginId);
    expect([others.status, others.body.errorCode]).toEqual([400, 'E062108']);
  });
});
