import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, newEmail, newPhone } from '../../../../test/codes.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import { claimsOf, refresh } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let codes: ReturnType<typeof codesOf>;
beforeAll(async () => {
  latchkey = await startLatchkey();
  codes = codesOf(latchkey);
});
afterAll(() => latchkey.close());

let counter = 0;

describe('a sign-up by code', () => {
  test('creates the user only when the code comes back, with a proven address', async () => {
    const email = newEmail();
    const { status, body } = await codes.begin('signup', 'email', { loginId: email, user: { name: 'Ann' } });
    expect([status, body]).toEqual([200, { maskedEmail: 'p***@o***.example' }]);
    expect(await codes.load(email)).toBeUndefined();
    const signedUp = await codes.verify('email', email, await codeSentTo(latchkey, email));
    expect(signedUp.status).toBe(200);
    expect(signedUp.body).toMatchObject({
      firstSeen: true,
      user: { loginIds: [email], email, verifiedEmail: true, name: 'Ann', status: 'enabled' },
    });
    expect(claimsOf(signedUp.body.sessionJwt).amr).toEqual(['email']);
  });

  test('by SMS proves the number', async () => {
    const phone = newPhone();
    const { body } = await codes.begin('signup', 'sms', { loginId: phone });
    expect(body).toEqual({ maskedPhone: `***${phone.slice(-2)}` });
    const signedUp = await codes.verify('sms', phone, await codeSentTo(latchkey, phone));
    expect(signedUp.body.user).toMatchObject({ phone, verifiedPhone: true, email: '', verifiedEmail: false });
    expect(claimsOf(signedUp.body.sessionJwt).amr).toEqual(['sms']);
  });

  test('sends to the address of `user`, or beside it, when the login ID is a name', async () => {
    for (const place of [{ user: { email: newEmail() } }, { email: newEmail(), user: null }]) {
      const loginId = `name${++counter}`;
      const email = (place.user?.email ?? (place as { email?: string }).email) as string;
      await codes.begin('signup', 'email', { loginId, ...place });
      const { body } = await codes.verify('email', loginId, await codeSentTo(latchkey, email));
      expect(body.user).toMatchObject({ loginIds: [loginId], email, verifiedEmail: true });
    }
  });

  test('does not claim another person’s address as login ID by proving one’s own', async () => {
    const victim = newEmail();
    const refused = await codes.begin('signup', 'email', { loginId: victim, user: { email: newEmail() } });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
    expect(await messagesTo(latchkey, victim)).toEqual([]);
  });

  test('needs an address', async () => {
    const { status, body } = await codes.begin('signup', 'email', { loginId: 'just-a-name' });
    expect([status, body.errorCode]).toEqual([400, 'E011003']);
  });

  test('of a registered login ID, or of the verified address of a user, is refused', async () => {
    const { email } = await codes.register();
    const named = newEmail();
    await codes.create({ loginId: `holder${counter}`, email: named });
    for (const loginId of [email, email.toUpperCase(), named]) {
      const refused = await codes.begin('signup', 'email', { loginId });
      expect([refused.status, refused.body.errorCode]).toEqual([400, 'E062107']);
    }
  });

  test('is void when an administrator creates a user with the login ID', async () => {
    const email = newEmail();
    await codes.begin('signup', 'email', { loginId: email });
    await codes.create({ loginId: email.toUpperCase() });
    const refused = await codes.verify('email', email, await codeSentTo(latchkey, email));
    expect([refused.status, refused.body.errorCode]).toEqual([401, 'E061102']);
    expect((await codes.load(email)).status).toBe('invited');
  });

  test('sets nothing but names and addresses', async () => {
    const email = newEmail();
    const user = {
      roleNames: ['admin'],
      verifiedPhone: true,
      phone: '+12025550199',
      status: 'disabled',
      test: true,
    };
    await codes.begin('signup', 'email', { loginId: email, user });
    const { body } = await codes.verify('email', email, await codeSentTo(latchkey, email));
    expect(body.user).toMatchObject({ roleNames: [], verifiedPhone: false, test: false, status: 'enabled' });
  });
});

describe('a sign-in by code', () => {
  test('goes to the user’s address, and enables an invited user', async () => {
    const loginId = `named${++counter}`;
    const email = newEmail();
    await codes.create({ loginId, email });
    const { body } = await codes.begin('signin', 'email', { loginId, email: newEmail() });
    expect(body).toEqual({ maskedEmail: '***' });
    const signedIn = await codes.verify('email', loginId, await codeSentTo(latchkey, email));
    expect(signedIn.body).toMatchObject({ firstSeen: false, user: { status: 'enabled' } });
  });

  test('finds the only user with the verified address, and no user if two have it', async () => {
    const [mine, shared] = [newEmail(), newEmail()];
    await codes.create({ loginId: `one${++counter}`, email: mine });
    await codes.create({ loginId: `two${++counter}`, email: shared });
    await codes.create({ loginId: `three${++counter}`, email: shared });
    await codes.begin('signin', 'email', { loginId: mine });
    expect((await codes.verify('email', mine, await codeSentTo(latchkey, mine))).status).toBe(200);
    for (const way of ['signin', 'signup-in'] as const) {
      expect((await codes.begin(way, 'email', { loginId: shared })).status).toBe(200);
    }
    expect(await messagesTo(latchkey, shared)).toEqual([]);
  });

  test('does not find a user by an address that is not verified', async () => {
    const email = newEmail();
    await codes.create({ loginId: `four${++counter}`, email, verifiedEmail: false });
    await codes.begin('signin', 'email', { loginId: email });
    expect(await messagesTo(latchkey, email)).toEqual([]);
  });

  test('keeps its sign-in options until it is completed', async () => {
    const { email } = await codes.register();
    const { body: tenant } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Chosen' });
    const { body: other } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Other' });
    for (const tenantId of [tenant.id, other.id]) {
      await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId: email, tenantId });
    }
    await codes.begin('signin', 'email', { loginId: email, loginOptions: { tenantId: tenant.id } });
    const { body } = await codes.verify('email', email, await codeSentTo(latchkey, email));
    expect(claimsOf(body.sessionJwt)).toMatchObject({ dct: tenant.id });
  });

  test('adds a factor to a session, and raises it, which needs the session itself', async () => {
    const { email, refreshJwt } = await codes.register();
    const phone = newPhone();
    await latchkey.manage('POST', '/v1/mgmt/user/update/phone', { loginId: email, phone, verified: true });
    const loginOptions = { mfa: true, stepup: true };
    expect((await codes.begin('signin', 'sms', { loginId: email, loginOptions })).status).toBe(401);
    await codes.begin('signin', 'sms', { loginId: email, loginOptions }, refreshJwt);
    const { body } = await codes.verify('sms', email, await codeSentTo(latchkey, phone));
    expect(claimsOf(body.sessionJwt)).toMatchObject({ amr: ['email', 'sms', 'mfa'], su: true });
    expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
  });

  test.each(['disable', 'delete', 'new address', 'other owner of the login ID'])(
    'is refused after: %s',
    async (change) => {
      const loginId = `changing${++counter}`;
      const email = newEmail();
      await codes.create({ loginId, email });
      await codes.begin('signin', 'email', { loginId });
      const code = await codeSentTo(latchkey, email);
      const at = '/v1/mgmt/user';
      if (change === 'disable')
        await latchkey.manage('POST', `${at}/update/status`, { loginId, status: 'disabled' });
      if (change === 'delete') await latchkey.manage('POST', `${at}/delete`, { loginId });
      if (change === 'new address') {
        await latchkey.manage('POST', `${at}/update/email`, { loginId, email: newEmail(), verified: true });
      }
      if (change === 'other owner of the login ID') {
        await latchkey.manage('POST', `${at}/update/loginid`, { loginId, newLoginId: `moved${counter}` });
        await codes.create({ loginId, email });
      }
      const { status, body } = await codes.verify('email', loginId, code);
      expect([status, body.sessionJwt]).toEqual([401, undefined]);
    },
  );
});

describe('a sign-up or sign-in by code', () => {
  test('registers a new user, and signs in an existing one', async () => {
    const email = newEmail();
    for (const firstSeen of [true, false]) {
      await codes.begin('signup-in', 'email', { loginId: email });
      const { body } = await codes.verify('email', email, await codeSentTo(latchkey, email));
      expect(body).toMatchObject({ firstSeen, user: { email, verifiedEmail: true } });
    }
  });

  test('answers alike if a new user’s login ID is not an address', async () => {
    const loginId = `known${++counter}`;
    await codes.create({ loginId, email: newEmail() });
    const [known, unknown] = [
      await codes.begin('signup-in', 'email', { loginId }),
      await codes.begin('signup-in', 'email', { loginId: `${loginId}x` }),
    ];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });
});

test.each(['voice', 'whatsapp', 'im'])('a code by %s is not supported, and says so', async (method) => {
  const path = `/v1/auth/otp/signup/${method}`;
  const { status, body } = await latchkey.request('POST', path, { body: { loginId: newPhone() } });
  expect([status, body.errorCode]).toEqual([501, 'E501001']);
});
