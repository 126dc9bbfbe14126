import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpWithTotp } from '../../../../test/credentials.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { messagesTo, newestMessageTo, secretOf, secretSentTo } from '../../../../test/messages.ts';
import { claimsOf, createPasswordUser, refresh, signInByPassword } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `guest${++counter}@invite.example`;
const newPhone = () => `+1202559${String(++counter).padStart(4, '0')}`;
const hour = 60 * 60_000;

function invite(body: object, on = latchkey) {
  return on.manage('POST', '/v1/mgmt/user/create', { ...body, invite: true });
}

function inviteMany(users: object[], more: object = {}) {
  return latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users, invite: true, ...more });
}

function accept(token: string, on = latchkey) {
  return on.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
}

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

function change(path: string, body: object) {
  return latchkey.manage('POST', `/v1/mgmt/user/${path}`, body);
}

function configure(settings: object) {
  return latchkey.manage('POST', '/v1/mgmt/project/settings', settings);
}

async function invited(fields: object = {}) {
  const email = newEmail();
  const { body } = await invite({ loginId: email, ...fields });
  return { email, user: body.user, token: await secretSentTo(latchkey, email) };
}

async function expectRefused(token: string, errorCode = 'E062504') {
  const { status, body } = await accept(token);
  expect([status, body.errorCode]).toEqual([401, errorCode]);
}

describe('an invitation', () => {
  test('is an email whose link signs in, proves the address and enables the user', async () => {
    const email = newEmail();
    const { status, body } = await effects(latchkey, () =>
      invite({ loginId: 'guest', email, verifiedEmail: false }),
    ).toBe({
      audit: ['UserCreated', 'UserInvited'],
      messages: [`invite → ${email}`],
      rows: ['+1 challenges', '+1 loginIds', '+1 users'],
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ status: 'invited', verifiedEmail: false });
    const message = await newestMessageTo(latchkey, email);
    expect(message).toMatchObject({ kind: 'invite', userId: body.user.userId });
    const page = `${latchkey.baseUrl}/invite?projectId=${latchkey.projectId}&t=`;
    expect(message.links[0].startsWith(page)).toBe(true);
    expect(secretOf(message.links[0])).toMatch(/^[\w-]{43}$/);
    const accepted = await accept(secretOf(message.links[0]));
    expect(accepted.body).toMatchObject({
      firstSeen: true,
      user: { status: 'enabled', verifiedEmail: true },
    });
    expect(claimsOf(accepted.body.sessionJwt)).toMatchObject({ sub: body.user.userId, amr: ['email'] });
    expect((await refresh(latchkey, accepted.body.refreshJwt)).status).toBe(200);
  });

  test('goes by SMS, or by both channels, if the call says so', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await invite({ loginId: email, phone, sendSMS: true });
    expect(await messagesTo(latchkey, email)).toEqual([]);
    expect((await accept(await secretSentTo(latchkey, phone))).body.user).toMatchObject({
      verifiedPhone: true,
    });
    const [both, bothPhone] = [newEmail(), newPhone()];
    await invite({ loginId: both, phone: bothPhone, sendMail: true, sendSMS: true });
    const [byMail, bySms] = [await secretSentTo(latchkey, both), await secretSentTo(latchkey, bothPhone)];
    expect((await accept(bySms)).status).toBe(200);
    await expectRefused(byMail);
  });

  test('goes by the project’s channel if the call names none', async () => {
    await configure({
      inviteSendMail: false,
      inviteSendSMS: true,
      inviteUrl: 'http://localhost:3000/hello?a=b',
    });
    const [email, phone] = [newEmail(), newPhone()];
    await invite({ loginId: email, phone });
    expect(await messagesTo(latchkey, email)).toEqual([]);
    const [link] = (await newestMessageTo(latchkey, phone)).links;
    expect(link).toMatch(/^http:\/\/localhost:3000\/hello\?a=b&t=[\w-]{43}$/);
    await invite({ loginId: email, sendMail: true });
    expect(await messagesTo(latchkey, email)).toHaveLength(1);
    await configure({ inviteSendMail: true, inviteSendSMS: false, inviteUrl: '' });
  });

  test('is not sent if sending is turned off, to a test user, or by create', async () => {
    const [silent, tester, made] = [newEmail(), newEmail(), newEmail()];
    expect((await invite({ loginId: silent, sendMail: false, sendSMS: false })).status).toBe(200);
    expect((await invite({ loginId: tester, test: true })).status).toBe(200);
    await change('create', { loginId: made, sendMail: true, templateId: 'x' });
    for (const email of [silent, tester, made]) expect(await messagesTo(latchkey, email)).toEqual([]);
  });

  test('is stored with its time, so that a search tells users who were invited from others', async () => {
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    const [sent, silent, made, enabled] = emails as [string, string, string, string];
    const nowSeconds = () => Math.floor(latchkey.service.now() / 1000);
    const asked = nowSeconds();
    const { body } = await invite({ loginId: sent });
    expect(body.user.invitedTime).toBeGreaterThanOrEqual(asked);
    expect(body.user.invitedTime).toBeLessThanOrEqual(nowSeconds());
    await invite({ loginId: silent, sendMail: false, sendSMS: false });
    await change('create', { loginId: made });
    await change('create', { loginId: enabled, status: 'enabled' });
    const found = async (criteria: object) => {
      const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { emails, ...criteria });
      expect(body.total).toBe(body.users.length);
      return body.users.map(({ email }: { email: string }) => email);
    };
    expect(await found({ invitationSent: true })).toEqual([sent]);
    expect(await found({ invitationSent: false })).toEqual([silent, made]);
    expect(await found({ statuses: ['invited'] })).toEqual([sent, silent, made]);
    expect(await found({ statuses: ['invited', 'enabled'], invitationSent: true })).toEqual([sent, enabled]);
    expect(await found({ sort: [{ field: 'status', desc: true }] })).toEqual([sent, made, silent, enabled]);
    await invite({ loginId: made });
    expect(await found({ invitationSent: true })).toEqual([sent, made]);
    expect((await load(made)).status).toBe('invited');
    await accept(await secretSentTo(latchkey, made));
    expect(await found({ invitationSent: true })).toEqual([sent]);
  });

  test('is refused for a user without a suitable address, and creates no user', async () => {
    const how = [{}, { sendMail: true }, { phone: newPhone(), sendMail: true }, { sendSMS: true }];
    for (const fields of how) {
      const { status, body } = await invite({ loginId: 'unreachable', ...fields });
      expect([status, body.errorCode]).toEqual([400, 'E011004']);
    }
    expect(await load('unreachable')).toBeUndefined();
  });

  test('renders templateOptions, templateId and locale, as text', async () => {
    await latchkey.manage('POST', '/v1/mgmt/message/template/set', {
      kind: 'invite',
      channel: 'email',
      locale: 'de',
      templateId: 'team',
      subject: 'Hallo {{options.team}}',
      text: '{{options.team}} {{link}}',
      html: '<p>{{options.team}} {{link}}</p>',
    });
    const email = newEmail();
    const team = '<b>{{constructor}}</b>\r\nBcc: eve@evil.example';
    await invite({ loginId: email, templateOptions: { team }, templateId: 'team', locale: 'de' });
    const { subject, html } = await newestMessageTo(latchkey, email);
    expect(subject).toMatch(/^Hallo <b>\{\{constructor\}\}<\/b> .*Bcc/);
    expect(html).toContain('&lt;b&gt;');
    const other = newEmail();
    await invite({ loginId: other, locale: 'de' });
    expect((await newestMessageTo(latchkey, other)).subject).toContain('Einladung');
  });

  // T076
  test.each([
    ['is not allowed', 'https://evil.example/in'],
    ['is a script', 'javascript:alert(1)'],
    ['has no scheme', '//evil.example'],
    ['only looks allowed', 'http://localhost@evil.example/'],
    ['is too long', `http://localhost:3000/${'x'.repeat(5_000)}`],
  ])('leads nowhere that %s', async (_, inviteUrl) => {
    const email = newEmail();
    expect((await invite({ loginId: email, inviteUrl })).status).toBe(400);
    expect((await inviteMany([{ loginId: email }], { inviteUrl })).status).toBe(400);
    expect(await load(email)).toBeUndefined();
    expect(await messagesTo(latchkey, email)).toEqual([]);
  });

  test('leads to any address on the project’s list', async () => {
    await configure({ redirectUrls: ['https://app.example.com/*'] });
    const email = newEmail();
    await invite({ loginId: email, inviteUrl: 'https://app.example.com/welcome?x=1#top' });
    const [link] = (await newestMessageTo(latchkey, email)).links;
    expect(link).toMatch(/^https:\/\/app\.example\.com\/welcome\?x=1&t=[\w-]{43}#top$/);
    await configure({ redirectUrls: [] });
  });

  test('has a default address, which must be a web address on the list, when it is set and afterwards', async () => {
    for (const inviteUrl of ['javascript:alert(1)', 'x', '//evil.example', 'https://a@evil.example/']) {
      expect((await configure({ inviteUrl })).body.errorCode).toBe('E011004');
    }
    const inviteUrl = 'https://later.example/';
    const refused = /^inviteUrl is not on the project’s list/;
    expect((await configure({ inviteUrl })).body.errorMessage).toMatch(refused);
    expect((await configure({ inviteUrl, redirectUrls: [inviteUrl] })).status).toBe(200);
    expect((await configure({ redirectUrls: [] })).body.errorMessage).toMatch(refused);
    const cleared = await configure({ inviteUrl: '', redirectUrls: [] });
    expect(cleared.body).toMatchObject({ inviteUrl: '', inviteSendMail: true });
  });

  test('begins with the configured address, whatever host the request names', async () => {
    const email = newEmail();
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example;proto=http' };
    await latchkey.request('POST', '/v1/mgmt/user/create', {
      bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
      headers,
      body: { loginId: email, invite: true },
    });
    const message = await newestMessageTo(latchkey, email);
    expect(message.links[0].startsWith(`${latchkey.baseUrl}/invite?`)).toBe(true);
    expect(JSON.stringify(message)).not.toContain('evil');
  });
});

// T077
describe('accepting', () => {
  test('succeeds exactly once, even with twenty attempts at two instances', { tags: 'race' }, async () => {
    const { token } = await invited();
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => accept(token, i % 2 ? other : latchkey)),
    );
    await other.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'E062504')).toHaveLength(19);
  });

  test('is not possible after 72 hours, or after the lifetime that the project sets', async () => {
    const late = await startLatchkey();
    late.stopClock();
    const inviteLate = async () => {
      const email = newEmail();
      await invite({ loginId: email }, late);
      return secretSentTo(late, email);
    };
    const tokens = [await inviteLate(), await inviteLate()];
    late.advance(72 * hour - 1_000);
    expect((await accept(tokens[0] as string, late)).status).toBe(200);
    late.advance(1_001);
    expect((await accept(tokens[1] as string, late)).body.errorCode).toBe('E062504');
    const set = (inviteLifetimeSeconds: number) =>
      late.manage('POST', '/v1/mgmt/project/settings', { inviteLifetimeSeconds });
    expect((await set(7 * 24 * 3_600 + 1)).status).toBe(400);
    expect((await set(7 * 24 * 3_600)).status).toBe(200);
    const token = await inviteLate();
    late.advance(7 * 24 * hour - 1_000);
    expect((await accept(token, late)).status).toBe(200);
    await late.close();
  });

  test('is not possible after the user was deleted, even if another user has that login ID now', async () => {
    const { email, token } = await invited();
    await change('delete', { loginId: email });
    await expectRefused(token);
    await change('create', { loginId: email });
    await expectRefused(token);
    expect((await load(email)).status).toBe('invited');
  });

  test('is not possible after the user was disabled', async () => {
    const { email, token } = await invited();
    await change('update/status', { loginId: email, status: 'disabled' });
    await expectRefused(token, 'E062109');
    expect((await load(email)).status).toBe('disabled');
  });

  test('is not possible after the address was changed', async () => {
    const { email, token } = await invited();
    await change('update/email', { loginId: email, email: newEmail() });
    await expectRefused(token);
    expect((await load(email)).status).toBe('invited');
  });

  test('is not possible after the user has signed in another way', async () => {
    const { email, token } = await invited();
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId: email } });
    expect((await accept(await secretSentTo(latchkey, email))).status).toBe(200);
    await expectRefused(token);
  });

  test('is not possible in another project', async () => {
    const { token } = await invited();
    const { projectId } = await latchkey.addProject();
    const path = '/v1/auth/magiclink/verify';
    const answer = await latchkey.request('POST', path, { bearer: projectId, body: { token } });
    expect(answer.body.errorCode).toBe('E062504');
    expect((await accept(token)).status).toBe(200);
  });

  test('takes over an account that another person created with the address', async () => {
    const email = newEmail();
    const planted = await signUpWithTotp(latchkey, email);
    await invite({ loginId: email });
    const { body } = await accept(await secretSentTo(latchkey, email));
    expect(body.user).toMatchObject({ verifiedEmail: true, TOTP: false });
    expect((await refresh(latchkey, planted.refreshJwt)).status).toBe(401);
  });
});

describe('inviting again', () => {
  test('sends another link, by login ID or user ID, and voids the previous one', async () => {
    const { email, user, token } = await invited({ displayName: 'Ida' });
    const again = await invite({ loginId: user.userId, displayName: 'Other' });
    expect(again.body.user).toEqual({ ...user, invitedTime: expect.any(Number) });
    const second = await secretSentTo(latchkey, email);
    await expectRefused(token);
    await invite({ loginId: email.toUpperCase() });
    const third = await secretSentTo(latchkey, email);
    await expectRefused(second);
    expect((await accept(third)).status).toBe(200);
    expect(await messagesTo(latchkey, email)).toHaveLength(3);
  });

  test('too often sends nothing, and the link that arrived still works', async () => {
    const { email, user } = await invited();
    for (let i = 0; i < 5; i++) expect((await invite({ loginId: user.userId })).status).toBe(200);
    expect(await messagesTo(latchkey, email)).toHaveLength(3);
    expect((await accept(await secretSentTo(latchkey, email))).status).toBe(200);
  });

  test('still emails and signs in a user who is already enabled', async () => {
    const person = await createPasswordUser(latchkey);
    await signInByPassword(latchkey, person);
    await invite({ loginId: person.loginId, email: 'eve@evil.example' });
    expect(await messagesTo(latchkey, 'eve@evil.example')).toEqual([]);
    const { body } = await accept(await secretSentTo(latchkey, person.loginId));
    expect(body).toMatchObject({ firstSeen: false, user: { userId: person.userId, password: true } });
  });

  test('is refused for a disabled user, and for an unknown user ID', async () => {
    const email = newEmail();
    await change('create', { loginId: email, status: 'disabled' });
    expect((await invite({ loginId: email })).body.errorCode).toBe('E011004');
    expect(await invite({ loginId: `U${'z'.repeat(27)}` })).toMatchObject({
      status: 404,
      body: { errorCode: 'E112102' },
    });
    expect(await messagesTo(latchkey, email)).toEqual([]);
  });
});

describe('a batch', () => {
  // T103
  test('invites all but the bad entry, and creates and emails no user twice when it is sent again', async () => {
    const name = (index: number) => `batch${index}@many.example`;
    const users = Array.from({ length: 100 }, (_, index) => ({
      loginId: name(index),
      ...(index === 57 && { email: 'not an address' }),
    }));
    const { status, body } = await inviteMany(users);
    expect(status).toBe(200);
    expect(body.createdUsers).toHaveLength(99);
    expect(body.failedUsers).toMatchObject([{ user: { loginIds: [name(57)] } }]);
    const again = await inviteMany(users);
    expect([again.body.createdUsers.length, again.body.failedUsers.length]).toEqual([0, 100]);
    for (const index of [0, 56, 58, 99]) expect(await messagesTo(latchkey, name(index))).toHaveLength(1);
    expect(await messagesTo(latchkey, name(57))).toEqual([]);
    expect(await messagesTo(latchkey, 'not an address')).toEqual([]);
    expect((await accept(await secretSentTo(latchkey, name(99)))).status).toBe(200);
  });

  test('sends nothing for an entry without an address, and creates no user for it', async () => {
    const [fine, tester] = [newEmail(), newEmail()];
    const users = [{ loginId: 'no-address' }, { loginId: fine }, { loginId: tester, test: true }];
    const { body } = await inviteMany(users, { sendMail: true });
    expect(body.failedUsers).toMatchObject([
      { failure: expect.stringContaining('email address'), user: { loginIds: ['no-address'] } },
    ]);
    expect(await load('no-address')).toBeUndefined();
    expect(await messagesTo(latchkey, fine)).toHaveLength(1);
    expect(await messagesTo(latchkey, tester)).toEqual([]);
  });

  test('invites an existing user again, named by user ID', async () => {
    const { email, user } = await invited();
    const { body } = await inviteMany([{ loginId: user.userId }]);
    expect(body.createdUsers).toEqual([{ ...user, invitedTime: expect.any(Number) }]);
    expect(await messagesTo(latchkey, email)).toHaveLength(2);
  });

  test('without invite sends nothing', async () => {
    const email = newEmail();
    await inviteMany([{ loginId: email }], { invite: false, sendMail: true });
    expect(await messagesTo(latchkey, email)).toEqual([]);
  });
});

test('in production without a connector creates no user, and the error says why', async () => {
  const production = await startLatchkey({
    LATCHKEY_MODE: 'production',
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LATCHKEY_BASE_URL: 'https://login.example.com',
  });
  const answers = [
    await invite({ loginId: 'ann@invite.example' }, production),
    await production.manage('POST', '/v1/mgmt/user/create/batch', {
      users: [{ loginId: 'ann@invite.example' }],
      invite: true,
    }),
  ];
  for (const { status, body } of answers) expect([status, body.errorCode]).toEqual([400, 'E113001']);
  const found = await production.manage('POST', '/v2/mgmt/user/search', {});
  expect(found.body.total).toBe(0);
  expect((await invite({ loginId: 'quiet', sendMail: false }, production)).status).toBe(200);
  await production.close();
});
