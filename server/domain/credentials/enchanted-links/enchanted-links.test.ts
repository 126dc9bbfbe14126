import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { newestMessageTo, secretOf } from '../../../../test/messages.ts';
import { claimsOf, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `person${++counter}@enchanted.example`;

function begin(way: 'signup' | 'signin' | 'signup-in', body: object) {
  return latchkey.request('POST', `/v1/auth/enchantedlink/${way}/email`, { body });
}

function confirm(token: string, on = latchkey) {
  return on.request('POST', '/v1/auth/enchantedlink/verify', { body: { token } });
}

function collect(pendingRef: string, on = latchkey) {
  return on.request('POST', '/v1/auth/enchantedlink/pending-session', { body: { pendingRef } });
}

/** Returns the secrets of the newest email, the right one first. */
async function secretsSentTo(email: string, linkId: string): Promise<[string, string, string]> {
  const { text, links } = await newestMessageTo(latchkey, email);
  const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
  const right = links.find((_: string, index: number) => numbers[index] === linkId);
  return [right, ...links.filter((link: string) => link !== right)].map(secretOf) as [string, string, string];
}

async function register(email = newEmail()): Promise<Answer['body'] & { email: string }> {
  const { body } = await begin('signup', { loginId: email });
  await confirm((await secretsSentTo(email, body.linkId))[0]);
  return { ...(await collect(body.pendingRef)).body, email };
}

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

describe('an enchanted link', () => {
  test('signs up the device that began, if the right link was chosen on another one', async () => {
    const email = newEmail();
    const { status, body } = await begin('signup', { loginId: email, user: { name: 'Ann' } });
    expect([status, body]).toEqual([
      200,
      {
        pendingRef: expect.stringMatching(/^[\w-]{43}$/),
        linkId: expect.stringMatching(/^[1-9]\d$/),
        maskedEmail: 'p***@e***.example',
      },
    ]);
    const waiting = await collect(body.pendingRef);
    expect([waiting.status, waiting.body.errorCode]).toEqual([401, 'E062503']);
    expect(await load(email)).toBeUndefined();
    const [right] = await secretsSentTo(email, body.linkId);
    expect(await confirm(right)).toMatchObject({ status: 200, body: {} });
    const signedUp = await collect(body.pendingRef);
    expect(signedUp.body).toMatchObject({
      firstSeen: true,
      user: { email, verifiedEmail: true, name: 'Ann' },
    });
    expect(claimsOf(signedUp.body.sessionJwt).amr).toEqual(['email']);
  });

  test('has three different numbers, one of which is right', async () => {
    const email = newEmail();
    const { body } = await begin('signup', { loginId: email, URI: 'http://localhost:3000/confirm' });
    const { text, links } = await newestMessageTo(latchkey, email);
    expect(links).toHaveLength(3);
    expect(links.every((link: string) => link.startsWith('http://localhost:3000/confirm?t='))).toBe(true);
    expect(text).toContain(body.linkId);
  });

  test('with another number ends the attempt', async () => {
    const { email } = await register();
    const { body } = await begin('signin', { loginId: email });
    const [right, wrong] = await secretsSentTo(email, body.linkId);
    expect((await confirm(wrong)).body.errorCode).toBe('E062504');
    expect((await confirm(right)).body.errorCode).toBe('E062504');
    expect((await collect(body.pendingRef)).body.errorCode).toBe('E062504');
  });

  test('is confirmed once and collected once', async () => {
    const { email } = await register();
    const { body } = await begin('signin', { loginId: email });
    const [right] = await secretsSentTo(email, body.linkId);
    expect((await confirm(right)).status).toBe(200);
    expect((await confirm(right)).body.errorCode).toBe('E062504');
    expect((await collect(body.pendingRef)).status).toBe(200);
    expect((await collect(body.pendingRef)).body.errorCode).toBe('E062504');
  });

  test('is confirmed once and collected once even when twenty requests come to two instances', {
    tags: 'race',
  }, async () => {
    const email = newEmail();
    const { body } = await begin('signup', { loginId: email });
    const [right] = await secretsSentTo(email, body.linkId);
    const other = await latchkey.startAnother();
    const on = (i: number) => (i % 2 ? other : latchkey);
    const ways = Array.from({ length: 20 }, (_, i) => i);
    const confirmed = await Promise.all(ways.map((i) => confirm(right, on(i))));
    const collected = await Promise.all(ways.map((i) => collect(body.pendingRef, on(i))));
    await other.close();
    for (const answers of [confirmed, collected]) {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    }
  });

  test('ends after ten minutes, and its session waits for two', async () => {
    const { email } = await register();
    const { body: first } = await begin('signin', { loginId: email });
    // Messages that are sent together can arrive in either order.
    await latchkey.sendMessages();
    const { body } = await begin('signin', { loginId: email });
    const [right] = await secretsSentTo(email, body.linkId);
    latchkey.advance(10 * 60_000 - 2_000);
    expect((await confirm(right)).status).toBe(200);
    latchkey.advance(2_001);
    expect((await collect(first.pendingRef)).body.errorCode).toBe('E062504');
    latchkey.advance(60_000);
    expect((await collect(body.pendingRef)).status).toBe(200);
  });

  test('gives no session to a user who was disabled between choosing and collecting', async () => {
    const { email } = await register();
    const { body } = await begin('signin', { loginId: email });
    await confirm((await secretsSentTo(email, body.linkId))[0]);
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: email, status: 'disabled' });
    expect((await collect(body.pendingRef)).body.errorCode).toBe('E062109');
  });

  test('is not a magic link, and its reference does not confirm it', async () => {
    const { email } = await register();
    const { body } = await begin('signin', { loginId: email });
    const [right] = await secretsSentTo(email, body.linkId);
    const magic = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token: right } });
    expect(magic.body.errorCode).toBe('E062504');
    expect((await confirm(body.pendingRef)).status).toBe(401);
    expect((await confirm(right.slice(0, 43))).status).toBe(401);
    expect((await collect(right)).status).toBe(401);
  });

  test('changes the address at once, and the device that began gets a session', async () => {
    const { email, refreshJwt } = await register();
    const next = newEmail();
    const path = '/v1/auth/enchantedlink/update/email';
    const { body } = await withToken(latchkey, 'POST', path, refreshJwt, { loginId: email, email: next });
    const [token] = await secretsSentTo(next, body.linkId);
    await withToken(latchkey, 'POST', '/v1/auth/enchantedlink/verify', refreshJwt, { token });
    expect(await load(email)).toMatchObject({ email: next, verifiedEmail: true });
    expect((await collect(body.pendingRef)).body.user).toMatchObject({ email: next });
    expect(await newestMessageTo(latchkey, email)).toMatchObject({ kind: 'emailChanged' });
  });

  test('never completes for an unknown user', async () => {
    const { body } = await begin('signin', { loginId: newEmail() });
    expect((await collect(body.pendingRef)).body.errorCode).toBe('E062503');
  });
});
