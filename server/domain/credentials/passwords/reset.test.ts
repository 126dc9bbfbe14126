import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf } from '../../../../test/codes.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeSentTo,
  messagesTo,
  newestMessageTo,
  secretOf,
  secretSentTo,
} from '../../../../test/messages.ts';
import {
  claimsOf,
  createPasswordUser,
  enrolTotp,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../../test/signed-in.ts';
import { createUser } from '../../directory/users/create-user.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `person${++counter}@reset.example`;
const newPassword = 'seven green bicycles uphill';

const path = '/v1/auth/password/reset';

function ask(loginId: string, more: object = {}, on = latchkey) {
  return on.request('POST', path, { body: { loginId, ...more } });
}

/** Sends headers that `fetch` does not let through. */
function askWith(headers: object, loginId: string): Promise<void> {
  const authorization = `Bearer ${latchkey.projectId}`;
  const all = { authorization, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${latchkey.baseUrl}${path}`, { method: 'POST', headers: all }, (response) =>
      response.resume().once('end', resolve),
    );
    request.once('error', reject).end(JSON.stringify({ loginId }));
  });
}

function follow(token: string, on = latchkey) {
  return on.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
}

function update(loginId: string, refreshJwt: string, more: object = {}) {
  const body = { loginId, newPassword, ...more };
  return withToken(latchkey, 'POST', '/v1/auth/password/update', refreshJwt, body);
}

async function person() {
  const loginId = newEmail();
  return { ...(await createPasswordUser(latchkey, { loginId })), loginId };
}

async function expectDead(token: string, errorCode = 'E062504') {
  const { status, body } = await follow(token);
  expect([status, body.errorCode]).toEqual([401, errorCode]);
}

describe('a reset', () => {
  test('is an email whose link signs in, so that a new password can be set', async () => {
    const { loginId, userId, password } = await person();
    const { status, body } = await ask(loginId);
    expect([status, body]).toEqual([200, { resetMethod: 'magiclink', maskedEmail: 'p***@r***.example' }]);
    const message = await newestMessageTo(latchkey, loginId);
    expect(message).toMatchObject({ kind: 'passwordReset', userId });
    const page = `${latchkey.baseUrl}/reset?projectId=${latchkey.projectId}&t=`;
    expect(message.links[0].startsWith(page)).toBe(true);
    const followed = await follow(secretOf(message.links[0]));
    expect(claimsOf(followed.body.sessionJwt)).toMatchObject({ sub: userId, amr: ['email'] });
    expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(200);
    expect((await update(loginId, followed.body.refreshJwt)).status).toBe(200);
    expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(401);
    const signedIn = await signInByPassword(latchkey, { loginId, password: newPassword });
    expect(signedIn.status).toBe(200);
  });

  test('leads to the integrator’s page, in all spellings that SDKs have, and nowhere else', async () => {
    for (const field of ['redirectUrl', 'redirectURL', 'URI']) {
      const { loginId } = await person();
      await ask(loginId, { [field]: 'http://localhost:3000/new?x=1', locale: 'de' });
      const { links, subject } = await newestMessageTo(latchkey, loginId);
      expect(links[0]).toMatch(/^http:\/\/localhost:3000\/new\?x=1&t=[\w-]{43}$/);
      expect(subject).toContain('Passwort');
      for (const redirectUrl of ['https://evil.example/', 'javascript:alert(1)', 'x']) {
        const { status, body } = await ask(loginId, { [field]: redirectUrl });
        expect([status, body.errorCode]).toEqual([400, 'E011004']);
      }
      expect(await messagesTo(latchkey, loginId)).toHaveLength(1);
    }
  });

  test('is not sent to a recovery address, and the error says so', async () => {
    const { loginId } = await person();
    expect((await ask(loginId, { useRecovery: true })).status).toBe(501);
    expect((await ask(loginId, { useRecovery: false })).status).toBe(200);
  });

  // T073
  test.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example;proto=http' },
  ])('begins with the configured address, whatever host the request names: %o', async (headers) => {
    const { loginId } = await person();
    await askWith(headers, loginId);
    const message = await newestMessageTo(latchkey, loginId);
    expect(message.links[0].startsWith(`${latchkey.baseUrl}/reset?`)).toBe(true);
    expect(JSON.stringify(message)).not.toContain('evil');
  });

  test('is valid for 30 minutes', async () => {
    const late = await startLatchkey();
    late.stopClock();
    const tokens: string[] = [];
    for (const loginId of [newEmail(), newEmail()]) {
      await late.manage('POST', '/v1/mgmt/user/create', { loginId });
      await late.request('POST', '/v1/auth/password/reset', { body: { loginId } });
      tokens.push(await secretSentTo(late, loginId));
    }
    late.advance(30 * 60_000 - 1_000);
    expect((await follow(tokens[0] as string, late)).status).toBe(200);
    late.advance(1_001);
    expect((await follow(tokens[1] as string, late)).body.errorCode).toBe('E062504');
    await late.close();
  });

  test('is valid once, even if twenty requests bring it to two instances', { tags: 'race' }, async () => {
    const { loginId } = await person();
    await ask(loginId);
    const token = await secretSentTo(latchkey, loginId);
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => follow(token, i % 2 ? other : latchkey)),
    );
    await other.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'E062504')).toHaveLength(19);
  });

  // T072
  test('is valid only as the newest, and its use voids everything else that was sent to the user', async () => {
    const { loginId } = await person();
    await ask(loginId);
    const first = await secretSentTo(latchkey, loginId);
    await ask(loginId.toUpperCase());
    const second = await secretSentTo(latchkey, loginId);
    await expectDead(first);
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId } });
    const magic = await secretSentTo(latchkey, loginId);
    latchkey.advance(61_000);
    await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId } });
    const code = await codeSentTo(latchkey, loginId);
    expect((await follow(second)).status).toBe(200);
    await expectDead(second);
    await expectDead(magic);
    expect((await codesOf(latchkey).verify('email', loginId, code)).status).toBe(401);
  });

  test('requested ten times at once leaves one link that works', { tags: 'race' }, async () => {
    const { loginId } = await person();
    const other = await latchkey.startAnother();
    await Promise.all(Array.from({ length: 10 }, (_, i) => ask(loginId, {}, i % 2 ? other : latchkey)));
    await other.close();
    const answers = [];
    for (const { links } of await messagesTo(latchkey, loginId))
      answers.push(await follow(secretOf(links[0])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('requested too often sends nothing, and leaves the link that arrived valid', async () => {
    const { loginId } = await person();
    for (let i = 0; i < 5; i++) expect((await ask(loginId)).status).toBe(200);
    expect(await messagesTo(latchkey, loginId)).toHaveLength(3);
    expect((await follow(await secretSentTo(latchkey, loginId))).status).toBe(200);
  });

  test('is void if the user was disabled, or has another address by now', async () => {
    const [one, two] = [await person(), await person()];
    for (const { loginId } of [one, two]) await ask(loginId);
    const tokens = [await secretSentTo(latchkey, one.loginId), await secretSentTo(latchkey, two.loginId)];
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', {
      loginId: one.loginId,
      status: 'disabled',
    });
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId: two.loginId, email: newEmail() });
    await expectDead(tokens[0] as string, 'E062109');
    await expectDead(tokens[1] as string);
  });

  test('ends no session at the request of the caller, who may be a stranger', async () => {
    const user = await person();
    const before = (await signInByPassword(latchkey, user)).body.refreshJwt;
    await ask(user.loginId, { revokeOtherSessions: true });
    const { status } = await follow(await secretSentTo(latchkey, user.loginId));
    expect([status, (await refresh(latchkey, before)).status]).toEqual([200, 200]);
  });

  test('ends the other sessions when the link is used, if the user requests it', async () => {
    const user = await person();
    const before = (await signInByPassword(latchkey, user)).body.refreshJwt;
    await ask(user.loginId);
    const token = await secretSentTo(latchkey, user.loginId);
    const loginOptions = { revokeOtherSessions: true };
    const { body } = await latchkey.request('POST', '/v1/auth/magiclink/verify', {
      body: { token, loginOptions },
    });
    expect((await refresh(latchkey, before)).status).toBe(401);
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  });

  test('ends the other sessions when the new password is set, and not before', async () => {
    const user = await person();
    const before = (await signInByPassword(latchkey, user)).body;
    await ask(user.loginId);
    const { body } = await follow(await secretSentTo(latchkey, user.loginId));
    const kept = await refresh(latchkey, before.refreshJwt);
    expect(kept.status).toBe(200);
    const refreshed = await refresh(latchkey, body.refreshJwt);
    expect((await update(user.loginId, refreshed.body.refreshJwt)).status).toBe(200);
    expect((await refresh(latchkey, kept.body.refreshJwt)).status).toBe(401);
    expect((await refresh(latchkey, refreshed.body.refreshJwt)).status).toBe(200);
  });

  test('ends them also if the second factor is presented before the new password is set', async () => {
    const user = await person();
    const before = (await signInByPassword(latchkey, user)).body.refreshJwt;
    const code = await enrolTotp(latchkey, user, before);
    await ask(user.loginId);
    const { body } = await follow(await secretSentTo(latchkey, user.loginId));
    const asked = { loginId: user.loginId, code: code(), loginOptions: { mfa: true } };
    const raised = await verifyTotp(latchkey, asked, body.refreshJwt);
    expect((await update(user.loginId, raised.body.refreshJwt)).status).toBe(200);
    expect((await refresh(latchkey, before)).status).toBe(401);
    expect((await refresh(latchkey, raised.body.refreshJwt)).status).toBe(200);
  });

  test('is complete then: a later change of the password ends sessions on request only', async () => {
    const user = await person();
    await ask(user.loginId);
    const { body } = await follow(await secretSentTo(latchkey, user.loginId));
    await update(user.loginId, body.refreshJwt);
    const later = (await signInByPassword(latchkey, { ...user, password: newPassword })).body.refreshJwt;
    const changed = await update(user.loginId, body.refreshJwt, { newPassword: 'another nine lanterns 48' });
    expect(changed.status).toBe(200);
    expect((await refresh(latchkey, later)).status).toBe(200);
  });

  // T075
  test('does not replace the second factor of a user who has an authenticator', async () => {
    const user = await person();
    const { refreshJwt } = (await signInByPassword(latchkey, user)).body;
    const code = await enrolTotp(latchkey, user, refreshJwt);
    await ask(user.loginId);
    const followed = (await follow(await secretSentTo(latchkey, user.loginId))).body;
    expect(followed.user.TOTP).toBe(true);
    expect(claimsOf(followed.sessionJwt).amr).toEqual(['email']);
    await update(user.loginId, followed.refreshJwt);
    const byPassword = await signInByPassword(latchkey, { ...user, password: newPassword });
    expect(claimsOf(byPassword.body.sessionJwt).amr).toEqual(['pwd']);
    const loginOptions = { mfa: true };
    const both = await verifyTotp(
      latchkey,
      { loginId: user.loginId, code: code(), loginOptions },
      byPassword.body.refreshJwt,
    );
    expect(claimsOf(both.body.sessionJwt).amr.sort()).toEqual(['mfa', 'pwd', 'totp']);
  });
});

// T074
describe('an unknown user', () => {
  test('gets the same answer as a user and as one whose address is neither verified nor a login ID, and nothing is sent', async () => {
    const { loginId } = await person();
    const [beside, disabled, tester, unknown] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const create = (body: object) => latchkey.manage('POST', '/v1/mgmt/user/create', body);
    await create({ loginId: `name-${beside}`, email: beside, verifiedEmail: false });
    await create({ loginId: disabled, status: 'disabled' });
    await create({ loginId: tester, test: true });
    const known = await ask(loginId);
    for (const other of [beside, disabled, tester, unknown]) {
      const { status, body } = await ask(other);
      expect([status, body]).toEqual([known.status, known.body]);
      expect(await messagesTo(latchkey, other)).toEqual([]);
    }
    expect(await messagesTo(latchkey, loginId)).toHaveLength(1);
  });

  test('cannot be distinguished by a phone number or a name either', async () => {
    await createUser(latchkey.context, { loginId: 'plain-name', email: newEmail(), verifiedEmail: false });
    const answers = [await ask('plain-name'), await ask('other-name'), await ask('ä'.repeat(1_024))];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  });

  test('can get a reset after accepting an invitation', async () => {
    const email = newEmail();
    const body = { loginId: `name-${email}`, email, verifiedEmail: false, invite: true };
    await latchkey.manage('POST', '/v1/mgmt/user/create', body);
    await follow(await secretSentTo(latchkey, email));
    await ask(email);
    expect((await newestMessageTo(latchkey, email)).kind).toBe('passwordReset');
  });
});

describe('a reset by enchanted link, as the project’s settings say', () => {
  const configure = (passwordResetMethod: string) =>
    latchkey.manage('POST', '/v1/mgmt/project/settings', { passwordResetMethod });
  const choose = (token: string) =>
    latchkey.request('POST', '/v1/auth/enchantedlink/verify', { body: { token } });
  const collect = (pendingRef: string) =>
    latchkey.request('POST', '/v1/auth/enchantedlink/pending-session', { body: { pendingRef } });

  /** Returns the secret of the link with this number in the newest email. */
  async function chosen(email: string, linkId: string): Promise<string> {
    const { text, links } = await newestMessageTo(latchkey, email);
    const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
    return secretOf(links[numbers.indexOf(linkId)]);
  }

  test('gives the session to the device that asked, and only the newest is valid', async () => {
    await configure('enchantedlink');
    try {
      const { loginId, userId } = await person();
      const first = (await ask(loginId)).body;
      const firstSecret = await chosen(loginId, first.linkId);
      const { body } = await ask(loginId);
      expect(body).toEqual({
        resetMethod: 'enchantedlink',
        maskedEmail: 'p***@r***.example',
        pendingRef: expect.any(String),
        linkId: expect.stringMatching(/^\d\d$/),
      });
      expect((await choose(firstSecret)).body.errorCode).toBe('E062504');
      expect((await collect(body.pendingRef)).body.errorCode).toBe('E062503');
      expect((await choose(await chosen(loginId, body.linkId))).status).toBe(200);
      const collected = await collect(body.pendingRef);
      expect(collected.body.user.userId).toBe(userId);
      expect((await update(loginId, collected.body.refreshJwt)).status).toBe(200);
      const unknown = await ask(newEmail());
      expect(Object.keys(unknown.body).sort()).toEqual(Object.keys(body).sort());
    } finally {
      await configure('magiclink');
    }
  });
});
