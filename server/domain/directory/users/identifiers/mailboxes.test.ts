import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { createIdentityProvider, SsoBrowser } from '../../../../../test/identity-provider.ts';
import { codeSentTo } from '../../../../../test/messages.ts';
import { describeStricterRules } from '../../../../commands/database/doctor-database.ts';
import { settleMailboxes } from '../../../../storage/mailboxes.ts';
import { logUsers } from '../search/log-users.ts';

/** One mailbox has one account, however its address is written. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const password = 'Correct horse 9 battery';
const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const auth = (path: string, body: object) => latchkey.request('POST', `/v1/auth/${path}`, { body });
const load = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
const signIn = async (loginId: string) =>
  (await auth('password/signin', { loginId, password })).body.user?.userId;
const create = async (body: object) => {
  const answer = await manage('user/create', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.user;
};

const forms: [string, string, string[]][] = [
  [
    'an international domain',
    'dup@münchen.example',
    [
      'dup@xn--mnchen-3ya.example',
      'Dup@MÜNCHEN.example',
      'dup@mu\u0308nchen.example',
      'dup@münchen。example',
    ],
  ],
  ['its DNS form', 'dns@xn--strae-oqa.example', ['dns@straße.example', 'DNS@Straße.Example']],
  ['a letter of another width', 'wide@ｅxample.example', ['wide@example.example', 'wide@EXAMPLE.example']],
  ['a joiner', 'join@نامه\u200cای.example', ['join@xn--mgba3gch31f060k.example']],
  ['a capital with a dot', 'İ@münchen.example', ['İ@xn--mnchen-3ya.example', 'I\u0307@MÜNCHEN.example']],
];

describe.each(forms)('an account whose address has %s', (_, created, others) => {
  let userId: string;
  beforeAll(async () => {
    ({ userId } = await create({ loginId: created, password }));
  });

  test.each(others)('is found, searched and signed in to as %s', async (other) => {
    expect((await load(other)).userId).toBe(userId);
    expect(await signIn(other)).toBe(userId);
    for (const criteria of [{ loginIds: [other] }, { emails: [other] }, { text: other }]) {
      const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', criteria);
      expect(
        body.users.map((user: { userId: string }) => user.userId),
        JSON.stringify(criteria),
      ).toEqual([userId]);
    }
    const sent = await auth('otp/signin/email', { loginId: other });
    expect(sent.status).toBe(200);
    const code = await codeSentTo(latchkey, (await load(other)).email);
    expect((await auth('otp/verify/email', { loginId: created, code })).body.user.userId).toBe(userId);
    const changed = await manage('user/update/name', { loginId: other, displayName: other });
    expect(changed.body.user).toMatchObject({ userId, name: other });
  });

  test.each(others)('is the only one: %s is taken for everybody else', async (other) => {
    const taken = { status: 400, body: { errorCode: 'E062107' } };
    expect(await manage('user/create', { loginId: other })).toMatchObject(taken);
    expect(await auth('password/signup', { loginId: other, password })).toMatchObject(taken);
    expect(await auth('otp/signup/email', { loginId: other })).toMatchObject(taken);
    const { userId: rival } = await create({ loginId: `rival-${Math.random()}` });
    expect(await manage('user/update/email', { loginId: rival, email: other })).toMatchObject({
      status: 400,
      body: { errorCode: 'E111127' },
    });
    const batch = await manage('user/create/batch', { users: [{ loginId: other }] });
    expect(batch.body).toMatchObject({ createdUsers: [], failedUsers: [{}] });
  });
});

test('one of many simultaneous sign-ups with the forms of a mailbox succeeds', async () => {
  const other = await latchkey.startAnother();
  for (let round = 0; round < 6; round += 1) {
    const names = [`race${round}@münchen.example`, `race${round}@xn--mnchen-3ya.example`];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 3 ? latchkey : other).manage('POST', '/v1/mgmt/user/create', { loginId: names[index % 2] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
  await other.close();
});

test('a capital with a dot, a small letter with one, and a plain letter are three mailboxes', async () => {
  const ids = new Set<string>();
  for (const loginId of ['İ@dots.example', 'i\u0307@dots.example', 'i@dots.example']) {
    const { userId, email } = await create({ loginId });
    expect(email).toBe(loginId);
    expect((await load(loginId)).userId).toBe(userId);
    ids.add(userId);
  }
  expect(ids.size).toBe(3);
});

test('the domains of tenants are compared by the same rule', async () => {
  await manage('tenant/create', { id: 'self', name: 'Self', selfProvisioningDomains: ['grünwald.example'] });
  for (const loginId of ['a@xn--grnwald-o2a.example', 'b@GRÜNWALD.example']) {
    await auth('otp/signup-in/email', { loginId });
    const [local] = loginId.split('@');
    const code = await codeSentTo(latchkey, `${local}@grünwald.example`);
    const { body } = await auth('otp/verify/email', { loginId, code });
    expect((await load(body.user.userId)).userTenants).toMatchObject([{ tenantId: 'self' }]);
  }
  await manage('tenant/create', { id: 'sso', name: 'Sso' });
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  const settings = {
    idpUrl: 'https://idp.corp.example/sso',
    entityId: idp.entityId,
    idpCert: idp.certificatePem,
  };
  const connection = { tenantId: 'sso', redirectUrl: 'http://127.0.0.1:9/app', settings };
  expect((await manage('sso/saml', { ...connection, domains: ['KÖLN.example'] })).status).toBe(200);
  for (const address of ['x@köln.example', 'x@xn--kln-sna.example', 'X@ｋÖLN.example'])
    expect((await new SsoBrowser(latchkey).start(address)).acsUrl).toBeDefined();
});

describe('accounts that an earlier release stored', () => {
  const projectId = () => latchkey.projectId;
  /** Stores a user as a release did that compared domains letter by letter. */
  async function storeAs(spelling: string, more: { loginId?: string; at?: number } = {}) {
    const placeholder = `old-${Math.random()}`;
    const { userId } = await create({ loginId: more.loginId ?? placeholder, password });
    const { db } = latchkey.service;
    const folded = spelling.normalize('NFC').toLowerCase().normalize('NFC');
    await db
      .updateTable('users')
      .set({ email: folded, verifiedEmail: 1, ...(more.at && { createdAt: more.at }) })
      .where('projectId', '=', projectId())
      .where('id', '=', userId)
      .execute();
    if (!more.loginId)
      await db
        .updateTable('loginIds')
        .set({ loginId: folded, written: spelling })
        .where('projectId', '=', projectId())
        .where('userId', '=', userId)
        .execute();
    return userId as string;
  }
  const settle = () =>
    settleMailboxes(latchkey.service.db, projectId(), (userId) => logUsers(latchkey.context, [userId]));
  const apart = async () => {
    latchkey.advance(61_000);
    const { body } = await latchkey.manage('GET', '/v1/mgmt/project/stricter-rules');
    const { count, names } = body.rules.find(({ name }: { name: string }) => name === 'sharedMailboxes');
    return { count, names };
  };
  let count = 0;
  let unicode: string;
  let dns: string;
  beforeEach(() => {
    count += 1;
    unicode = `old${count}@münchen.example`;
    dns = `old${count}@xn--mnchen-3ya.example`;
  });

  test('get the form of their mailbox at the upgrade, and are found in each', async () => {
    const userId = await storeAs(dns);
    // An instance of that release may store one after the migration.
    expect(await signIn(unicode)).toBe(userId);
    await settle();
    for (const form of [dns, unicode]) {
      expect(await signIn(form)).toBe(userId);
      const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { text: form });
      expect(body.total, form).toBe(1);
    }
    expect((await load(dns)).email).toBe(unicode);
    expect((await manage('user/create', { loginId: dns })).body.errorCode).toBe('E062107');
  });

  test('get back the mailbox whose letter had been changed', async () => {
    const [capital, small] = [`İ${count}@example.com`, `i\u0307${count}@example.com`];
    const userId = await storeAs(capital);
    await settle();
    expect(await load(capital)).toMatchObject({ userId, email: capital });
    expect(await load(small)).toBeUndefined();
  });

  test('stay apart if they have one mailbox, sign in as before, and are named until one is changed', async () => {
    const first = await storeAs(dns);
    const second = await storeAs(unicode);
    for (let again = 0; again < 2; again += 1) {
      await settle();
      expect([await signIn(dns), await signIn(unicode)]).toEqual([first, second]);
      expect([(await load(dns)).userId, (await load(unicode)).userId]).toEqual([first, second]);
      const named = { count: 2, names: [unicode, dns].sort() };
      expect(await apart()).toEqual(named);
    }
    expect(await describeStricterRules(latchkey.service.db)).toContain(dns);
    expect((await manage('user/create', { loginId: `Old${count}@MÜNCHEN.example` })).body.errorCode).toBe(
      'E062107',
    );
    for (const [loginId, userId] of [
      [dns, first],
      [unicode, second],
    ] as const) {
      await auth('otp/signin/email', { loginId });
      const code = await codeSentTo(latchkey, (await load(loginId)).email);
      expect((await auth('otp/verify/email', { loginId, code })).body.user.userId).toBe(userId);
    }
    const changed = await manage('user/update/loginid', {
      loginId: dns,
      newLoginId: `moved${count}@example.com`,
    });
    expect(changed.body.user).toMatchObject({ userId: first, loginIds: [`moved${count}@example.com`] });
    await manage('user/update/email', { loginId: first, email: `moved${count}@example.com` });
    expect(await apart()).toEqual({ count: 0, names: [] });
    expect((await load(dns)).userId).toBe(second);
  });

  test('the oldest gets the form of the mailbox if none has it', async () => {
    const [wide, ideographic] = [`old${count}@ｍünchen.example`, `old${count}@xn--mnchen-3ya.example`];
    const younger = await storeAs(wide, { at: 2_000 });
    const older = await storeAs(ideographic, { at: 1_000 });
    await settle();
    expect(await signIn(unicode)).toBe(older);
    expect([await signIn(wide), await signIn(ideographic)]).toEqual([younger, older]);
    await manage('user/delete', { loginId: wide });
    expect(await load(ideographic)).toMatchObject({ userId: older });
  });

  test('sign in by a verified address of theirs as before', async () => {
    const first = await storeAs(dns, { loginId: `plain-${count}` });
    const second = await storeAs(unicode, { loginId: `other-${count}` });
    await settle();
    expect([await signIn(dns), await signIn(unicode)]).toEqual([first, second]);
    await manage('user/delete', { loginId: second });
    await settle();
    expect([await signIn(dns), await signIn(unicode)]).toEqual([first, first]);
  });
});
