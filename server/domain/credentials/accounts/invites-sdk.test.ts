import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { messagesTo, newestMessageTo, secretOf, secretSentTo } from '../../../../test/messages.ts';

/** Tests an application that invites its users and lets them choose a new password, with either library. */

let latchkey: Latchkey;
let sdk: ReturnType<Latchkey['sdk']>;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  latchkey = await startLatchkey();
  sdk = latchkey.sdk();
  const { projectId, managementKey, baseUrl } = latchkey;
  client = createClient({ projectId, managementKey, baseUrl });
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `guest${++counter}@library.example`;
const newPhone = () => `+1202557${String(++counter).padStart(4, '0')}`;
const inviteUrl = 'http://localhost:3000/welcome';
const password = 'seven green bicycles uphill';

describe('the Node SDK', () => {
  test('invites by options and by position, and again by user ID', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { data } = await sdk.management.user.invite(email, {
      displayName: 'Ivy',
      inviteUrl,
      sendMail: true,
      sendSMS: false,
      locale: 'de',
      templateOptions: { team: 'Red' },
    });
    expect(data).toMatchObject({ loginIds: [email], status: 'invited', name: 'Ivy' });
    const message = await newestMessageTo(latchkey, email);
    expect(message.subject).toContain('Einladung');
    expect(message.links[0]).toMatch(/^http:\/\/localhost:3000\/welcome\?t=/);
    const again = await sdk.management.user.invite(data?.userId as string);
    // The second invitation may come in the next second.
    expect(again.data).toEqual({ ...data, invitedTime: expect.any(Number) });
    const accepted = await sdk.magicLink.verify(await secretSentTo(latchkey, email));
    expect(accepted.data).toMatchObject({ firstSeen: true, user: { status: 'enabled', email } });
    const { user } = sdk.management;
    await user.invite(phone, '', phone, 'Pim', [], [], {}, '', false, true, inviteUrl, false, true);
    expect((await sdk.magicLink.verify(await secretSentTo(latchkey, phone))).ok).toBe(true);
  });

  test('invites a batch', async () => {
    const emails = [newEmail(), newEmail()];
    const users = [...emails.map((loginId) => ({ loginId })), { loginId: 'bad', email: 'no address' }];
    const { data } = await sdk.management.user.inviteBatch(users, inviteUrl, true, false, { team: 'Red' });
    expect(data?.createdUsers).toHaveLength(2);
    expect(data?.failedUsers).toMatchObject([{ user: { loginIds: ['bad'] } }]);
    for (const email of emails) {
      expect((await newestMessageTo(latchkey, email)).links[0].startsWith(`${inviteUrl}?t=`)).toBe(true);
    }
  });

  test('sends a reset, follows it and sets the password', async () => {
    const email = newEmail();
    await sdk.management.user.create(email);
    const { data } = await sdk.password.sendReset(email, 'http://localhost:3000/new', { team: 'Red' });
    expect(data).toEqual({ resetMethod: 'magiclink', maskedEmail: 'g***@l***.example' });
    const followed = await sdk.magicLink.verify(await secretSentTo(latchkey, email));
    const updated = await sdk.password.update(email, password, followed.data?.refreshJwt);
    expect(updated.ok).toBe(true);
    expect((await sdk.password.signIn(email, password)).ok).toBe(true);
  });
});

describe('our client', () => {
  test('invites one and many, in the order of the interface', async () => {
    const [email, phone, other] = [newEmail(), newPhone(), newEmail()];
    const { user } = client.management;
    const options = { team: 'Red' };
    const names: [string, string, string, string] = ['ida', email, phone, 'Ida'];
    const sending: [string, boolean, boolean, string[]] = [inviteUrl, true, true, ['ida-two']];
    const invited = await user.invite(...names, [], [], {}, options, '', false, false, ...sending);
    expect(invited).toMatchObject({ data: { loginIds: ['ida', 'ida-two'], verifiedEmail: false } });
    expect(await messagesTo(latchkey, phone)).toHaveLength(1);
    const [link] = (await newestMessageTo(latchkey, email)).links;
    const accepted = await client.magicLink.verify(secretOf(link));
    expect(accepted).toMatchObject({ data: { user: { verifiedEmail: true, verifiedPhone: false } } });
    const batch = await user.inviteBatch([{ loginId: other }], inviteUrl, true, false);
    expect(batch).toMatchObject({ data: { createdUsers: [{ loginIds: [other] }] } });
    expect(await messagesTo(latchkey, other)).toHaveLength(1);
    const refused = await user.invite('unreachable');
    expect(refused).toMatchObject({ ok: false, error: { errorCode: 'E011004' } });
  });

  test('sends a reset', async () => {
    const email = newEmail();
    await client.management.user.create(email);
    const sent = await client.password.sendReset(email);
    expect(sent).toMatchObject({ data: { resetMethod: 'magiclink' } });
    expect((await client.magicLink.verify(await secretSentTo(latchkey, email))).ok).toBe(true);
  });
});
