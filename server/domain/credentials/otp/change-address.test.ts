import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, newEmail, newPhone } from '../../../../test/codes.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import { claimsOf, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let codes: ReturnType<typeof codesOf>;
beforeAll(async () => {
  latchkey = await startLatchkey();
  codes = codesOf(latchkey);
});
afterAll(() => latchkey.close());

describe('a change of address by code', () => {
  /** Verifies the code within the session that requested it. */
  function verify(channel: 'email' | 'sms', refreshJwt: string, loginId: string, code: string) {
    const path = `/v1/auth/otp/verify/${channel}`;
    return withToken(latchkey, 'POST', path, refreshJwt, { loginId, code });
  }

  function update(refreshJwt: string, body: object) {
    return withToken(latchkey, 'POST', '/v1/auth/otp/update/email', refreshJwt, body);
  }

  test('takes effect when the code comes back from the new address, and notifies the old one', async () => {
    const { email, refreshJwt, user } = await codes.register();
    const next = newEmail();
    const { body } = await update(refreshJwt, { loginId: email, email: next });
    expect(body).toEqual({ maskedEmail: 'p***@o***.example' });
    expect(await codes.load(email)).toMatchObject({ email, verifiedEmail: true });
    const changed = await verify('email', refreshJwt, email, await codeSentTo(latchkey, next));
    expect(changed.body).toMatchObject({
      firstSeen: false,
      user: { userId: user.userId, loginIds: [email], email: next, verifiedEmail: true },
    });
    const told = (await messagesTo(latchkey, email)).at(-1);
    expect(told).toMatchObject({ kind: 'emailChanged' });
    expect(told.text).not.toContain(next);
  });

  test('of a number goes by SMS', async () => {
    const { email, refreshJwt } = await codes.register();
    const phone = newPhone();
    const path = '/v1/auth/otp/update/phone/sms';
    const { body } = await withToken(latchkey, 'POST', path, refreshJwt, { loginId: email, phone });
    expect(body).toEqual({ maskedPhone: `***${phone.slice(-2)}` });
    const changed = await verify('sms', refreshJwt, email, await codeSentTo(latchkey, phone));
    expect(changed.body.user).toMatchObject({ phone, verifiedPhone: true, verifiedEmail: true });
  });

  test('makes the address a login ID on request', async () => {
    const { email, refreshJwt } = await codes.register();
    const next = newEmail();
    await update(refreshJwt, { loginId: email, email: next, addToLoginIDs: true, onMergeUseExisting: true });
    const { body } = await verify('email', refreshJwt, email, await codeSentTo(latchkey, next));
    expect(body.user.loginIds).toEqual([email, next]);
  });

  test('keeps the factors of the session with mfa', async () => {
    const { email, refreshJwt } = await codes.register();
    const phone = newPhone();
    const path = '/v1/auth/otp/update/phone/sms';
    await withToken(latchkey, 'POST', path, refreshJwt, { loginId: email, phone, mfa: true });
    const { body } = await verify('sms', refreshJwt, email, await codeSentTo(latchkey, phone));
    expect(claimsOf(body.sessionJwt).amr).toEqual(['email', 'sms', 'mfa']);
  });

  test('never claims an address of another user, at its beginning or at its end', async () => {
    const [ann, bob] = [await codes.register(), await codes.register()];
    const taken = await update(ann.refreshJwt, { loginId: ann.email, email: bob.email });
    expect([taken.status, taken.body.errorCode]).toEqual([400, 'E111127']);
    const next = newEmail();
    await update(ann.refreshJwt, { loginId: ann.email, email: next });
    const code = await codeSentTo(latchkey, next);
    const late = await codes.create({ loginId: next });
    expect((await verify('email', ann.refreshJwt, ann.email, code)).body.errorCode).toBe('E111127');
    expect(await codes.load(next)).toMatchObject({ userId: late.userId });
    expect(await codes.load(ann.email)).toMatchObject({ email: ann.email });
  });

  test.each(['addToLoginIDs', 'onMergeUseExisting', 'failOnConflict'])(
    'never merges two users: a conflict with %s names the flag, at the beginning and at the end',
    async (flag) => {
      const [ann, bob] = [await codes.register(), await codes.register()];
      const ask = (email: string) => update(ann.refreshJwt, { loginId: ann.email, email, [flag]: true });
      const next = newEmail();
      const taken = await ask(bob.email);
      expect((await ask(next)).status).toBe(200);
      const code = await codeSentTo(latchkey, next);
      await codes.create({ loginId: next });
      const late = await verify('email', ann.refreshJwt, ann.email, code);
      for (const { status, body } of [taken, late]) {
        expect([status, body.errorCode]).toEqual([400, 'E111127']);
        expect(body.errorMessage).toContain(flag);
        expect(body.errorMessage).toContain('never merged');
      }
      expect(await codes.load(bob.email)).toMatchObject({ userId: bob.user.userId });
    },
  );

  test('is for the user’s own login ID, and ends with the session that began it', async () => {
    const [ann, bob] = [await codes.register(), await codes.register()];
    const foreign = await update(ann.refreshJwt, { loginId: bob.email, email: newEmail() });
    expect(foreign.body.errorCode).toBe('E062108');
    const next = newEmail();
    await update(ann.refreshJwt, { loginId: ann.email, email: next });
    await withToken(latchkey, 'POST', '/v1/auth/logout', ann.refreshJwt, {});
    expect((await verify('email', ann.refreshJwt, ann.email, await codeSentTo(latchkey, next))).status).toBe(
      401,
    );
    expect(await codes.load(ann.email)).toMatchObject({ email: ann.email });
  });

  test('is not ended by a stranger who requests sign-in codes', async () => {
    const { email, refreshJwt } = await codes.register();
    const next = newEmail();
    await update(refreshJwt, { loginId: email, email: next });
    await codes.begin('signin', 'email', { loginId: email });
    expect((await verify('email', refreshJwt, email, await codeSentTo(latchkey, next))).status).toBe(200);
  });
});
