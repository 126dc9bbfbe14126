import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { messagesTo, newestMessageTo, secretSentTo } from '../../../../test/messages.ts';
import { claimsOf, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `person${++counter}@link.example`;

type Way = 'signup' | 'signin' | 'signup-in';

function begin(way: Way, body: object, { channel = 'email', headers = {} } = {}) {
  return latchkey.request('POST', `/v1/auth/magiclink/${way}/${channel}`, { body, headers });
}

function verify(token: string, on = latchkey) {
  return on.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
}

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

async function create(fields: object) {
  return (await latchkey.manage('POST', '/v1/mgmt/user/create', fields)).body.user;
}

async function register(email = newEmail()) {
  await begin('signup', { loginId: email });
  const { body } = await verify(await secretSentTo(latchkey, email));
  return { ...body, email };
}

describe('a magic link', () => {
  test('signs up, and creates the user only then', async () => {
    const email = newEmail();
    const { status, body } = await begin('signup', { loginId: email, user: { name: 'Ann' } });
    expect([status, body]).toEqual([200, { maskedEmail: 'p***@l***.example' }]);
    expect(await load(email)).toBeUndefined();
    const signedUp = await verify(await secretSentTo(latchkey, email));
    expect(signedUp.body).toMatchObject({
      firstSeen: true,
      user: { email, verifiedEmail: true, name: 'Ann' },
    });
    expect(claimsOf(signedUp.body.sessionJwt).amr).toEqual(['email']);
  });

  test('signs in by email and by SMS, and signs up or in', async () => {
    const { email } = await register();
    for (const way of ['signin', 'signup-in'] as const) {
      await begin(way, { loginId: email });
      expect((await verify(await secretSentTo(latchkey, email))).body).toMatchObject({ firstSeen: false });
    }
    const phone = '+12025557001';
    await begin('signup-in', { loginId: phone }, { channel: 'sms' });
    expect((await verify(await secretSentTo(latchkey, phone))).body).toMatchObject({
      firstSeen: true,
      user: { phone, verifiedPhone: true },
    });
  });

  test('leads to the integrator’s page, and keeps the query of its address', async () => {
    const { email } = await register();
    await begin('signin', { loginId: email, URI: 'http://localhost:3000/in?next=%2Fhome' });
    const { links } = await newestMessageTo(latchkey, email);
    expect(links[0]).toMatch(/^http:\/\/localhost:3000\/in\?next=%2Fhome&t=[\w-]{43}$/);
  });

  test('leads only to addresses that the project allows', async () => {
    const { email } = await register();
    const sent = (await messagesTo(latchkey, email)).length;
    for (const URI of [
      'https://evil.example/in',
      'javascript:alert(1)',
      '//evil.example',
      'x'.repeat(2_000),
    ]) {
      for (const way of ['signup', 'signin', 'signup-in'] as const) {
        const { status, body } = await begin(way, { loginId: email, URI });
        expect([status, body.errorCode]).toEqual([400, 'E011004']);
      }
    }
    expect(await messagesTo(latchkey, email)).toHaveLength(sent);
  });

  test('begins with the configured address, whatever host the request names', async () => {
    const { email } = await register();
    const headers = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example;proto=http',
      'x-forwarded-proto': 'http',
    };
    await begin('signin', { loginId: email }, { headers });
    const message = await newestMessageTo(latchkey, email);
    expect(message.links[0]).toContain(`${latchkey.baseUrl}/verify?projectId=${latchkey.projectId}&`);
    expect(JSON.stringify(message)).not.toContain('evil');
  });

  test('is valid once, and not spent by a GET or HEAD of its page', async () => {
    const { email } = await register();
    await begin('signin', { loginId: email });
    const { links } = await newestMessageTo(latchkey, email);
    for (const method of ['GET', 'HEAD']) await fetch(links[0], { method });
    for (const method of ['GET', 'HEAD']) {
      const path = `/v1/auth/magiclink/verify?token=${new URL(links[0]).searchParams.get('t')}`;
      expect((await fetch(`${latchkey.baseUrl}${path}`, { method })).status).toBe(405);
    }
    const token = await secretSentTo(latchkey, email);
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect([again.status, again.body.errorCode]).toEqual([401, 'E062504']);
  });

  test('is valid once, even if twenty requests bring it to two instances', { tags: 'race' }, async () => {
    const { email } = await register();
    await begin('signin', { loginId: email });
    const token = await secretSentTo(latchkey, email);
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verify(token, i % 2 ? other : latchkey)),
    );
    await other.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'E062504')).toHaveLength(19);
  });

  test('is valid beside a later one, for ten minutes', async () => {
    const { email } = await register();
    latchkey.advance(60_000);
    for (let i = 0; i < 3; i++) await begin('signin', { loginId: email });
    const sent = (await messagesTo(latchkey, email)).slice(-3);
    const [first, second, third] = sent.map(({ links }) => new URL(links[0]).searchParams.get('t') as string);
    expect((await verify(second as string)).status).toBe(200);
    expect((await verify(first as string)).status).toBe(200);
    latchkey.advance(10 * 60_000 + 1);
    expect((await verify(third as string)).body.errorCode).toBe('E062504');
  });

  test('is valid in one project, and not as a code or enchanted link', async () => {
    const { email } = await register();
    await begin('signin', { loginId: email });
    const token = await secretSentTo(latchkey, email);
    const other = await latchkey.addProject();
    const elsewhere = await latchkey.request('POST', '/v1/auth/magiclink/verify', {
      bearer: other.projectId,
      body: { token },
    });
    expect(elsewhere.status).toBe(401);
    const enchanted = await latchkey.request('POST', '/v1/auth/enchantedlink/verify', { body: { token } });
    expect(enchanted.body.errorCode).toBe('E062504');
    expect((await verify(token)).status).toBe(200);
  });

  test.each(['disable', 'delete', 'new address'])('is void after: %s', async (change) => {
    const { email } = await register();
    await begin('signin', { loginId: email });
    const token = await secretSentTo(latchkey, email);
    const at = '/v1/mgmt/user';
    if (change === 'disable')
      await latchkey.manage('POST', `${at}/update/status`, { loginId: email, status: 'disabled' });
    if (change === 'delete') await latchkey.manage('POST', `${at}/delete`, { loginId: email });
    if (change === 'new address')
      await latchkey.manage('POST', `${at}/update/email`, { loginId: email, email: newEmail() });
    const { status, body } = await verify(token);
    expect([status, body.sessionJwt]).toEqual([401, undefined]);
  });

  test('of a sign-up is void if the login ID is registered meanwhile, and only one of two sign-ups succeeds', {
    tags: 'race',
  }, async () => {
    const email = newEmail();
    for (let i = 0; i < 2; i++) await begin('signup', { loginId: email });
    const tokens = (await messagesTo(latchkey, email)).map(({ links }) =>
      new URL(links[0]).searchParams.get('t'),
    );
    const answers = await Promise.all(tokens.map((token) => verify(token as string)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = newEmail();
    await begin('signup', { loginId: late });
    await create({ loginId: late });
    expect((await verify(await secretSentTo(latchkey, late))).body.errorCode).toBe('E062504');
  });

  test('is not in the database', async () => {
    const email = newEmail();
    await begin('signup', { loginId: email });
    const rows = await latchkey.service.db
      .selectFrom('challenges')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(await secretSentTo(latchkey, email));
  });

  test('changes the address, and the number, of the signed-in user', async () => {
    const { email, refreshJwt } = await register();
    const next = newEmail();
    const path = '/v1/auth/magiclink/update';
    const fields = { loginId: email, email: next, addToLoginIDs: true };
    const { body } = await withToken(latchkey, 'POST', `${path}/email`, refreshJwt, fields);
    expect(body).toEqual({ maskedEmail: 'p***@l***.example' });
    expect(await newestMessageTo(latchkey, next)).toMatchObject({ kind: 'verificationLink' });
    const confirm = async (to: string) =>
      withToken(latchkey, 'POST', '/v1/auth/magiclink/verify', refreshJwt, {
        token: await secretSentTo(latchkey, to),
      });
    const changed = await confirm(next);
    expect(changed.body.user).toMatchObject({ email: next, verifiedEmail: true, loginIds: [email, next] });
    expect((await newestMessageTo(latchkey, email)).kind).toBe('emailChanged');
    const phone = '+12025557002';
    await withToken(latchkey, 'POST', `${path}/phone/sms`, refreshJwt, { loginId: email, phone });
    expect((await confirm(phone)).body.user).toMatchObject({
      phone,
      verifiedPhone: true,
    });
  });
});

describe('an embedded link', () => {
  const make = (body: object) => latchkey.manage('POST', '/v1/mgmt/user/signin/embeddedlink', body);
  const makeSignUp = (body: object) => latchkey.manage('POST', '/v1/mgmt/user/signup/embeddedlink', body);

  test('signs a user in with claims, once, and proves no address', async () => {
    const loginId = newEmail();
    const { userId } = await create({ loginId, verifiedEmail: false });
    for (const who of [loginId, userId]) {
      const { body } = await make({ loginId: who, customClaims: { from: 'shop', sub: 'somebody' } });
      const signedIn = await verify(body.token);
      expect(signedIn.body.user).toMatchObject({ userId, verifiedEmail: false, status: 'enabled' });
      expect(claimsOf(signedIn.body.sessionJwt)).toMatchObject({
        from: 'shop',
        sub: userId,
        amr: ['embedded'],
      });
      expect((await verify(body.token)).status).toBe(401);
    }
    expect(await messagesTo(latchkey, loginId)).toEqual([]);
  });

  test('expires after a minute, or after the requested time', async () => {
    const loginId = newEmail();
    await create({ loginId });
    for (const [timeout, seconds] of [
      [undefined, 60],
      [0, 60],
      [600, 600],
    ] as const) {
      const [one, two] = [(await make({ loginId, timeout })).body, (await make({ loginId, timeout })).body];
      latchkey.advance(seconds * 1000 - 2_000);
      expect((await verify(one.token)).status).toBe(200);
      latchkey.advance(2_001);
      expect((await verify(two.token)).status).toBe(401);
    }
    for (const timeout of [-1, 24 * 60 * 60 + 1, 1.5, '60']) {
      expect((await make({ loginId, timeout })).status).toBe(400);
    }
  });

  test('is for existing users who may sign in', async () => {
    const unknown = await make({ loginId: 'nobody' });
    expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'E112102']);
    const loginId = newEmail();
    await create({ loginId });
    const { body } = await make({ loginId });
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
    expect((await verify(body.token)).body.errorCode).toBe('E062109');
  });

  test('of a sign-up registers the user when it is used, with the details that the integrator vouches for', async () => {
    const loginId = newEmail();
    const user = {
      name: 'Ann',
      given_name: 'An',
      family_name: 'Lee',
      phone: '+12025557003',
      middleName: null,
    };
    const { body } = await makeSignUp({
      loginId,
      user,
      emailVerified: true,
      timeout: 120,
      loginOptions: { customClaims: { plan: 'gold' } },
    });
    expect(await load(loginId)).toBeUndefined();
    const signedUp = await verify(body.token);
    expect(signedUp.body).toMatchObject({
      firstSeen: true,
      user: { name: 'Ann', givenName: 'An', familyName: 'Lee', verifiedEmail: true, verifiedPhone: false },
    });
    expect(claimsOf(signedUp.body.sessionJwt)).toMatchObject({ plan: 'gold' });
    expect((await makeSignUp({ loginId })).body.errorCode).toBe('E062107');
  });

  test('of a sign-up is void if the login ID is registered meanwhile', async () => {
    const loginId = newEmail();
    const { body } = await makeSignUp({ loginId });
    await create({ loginId });
    expect((await verify(body.token)).body.errorCode).toBe('E062504');
  });
});
