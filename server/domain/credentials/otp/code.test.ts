import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, newEmail } from '../../../../test/codes.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo, otherCode } from '../../../../test/messages.ts';
import { hashSecret } from '../../../core/crypto.ts';

let latchkey: Latchkey;
let codes: ReturnType<typeof codesOf>;
beforeAll(async () => {
  latchkey = await startLatchkey();
  codes = codesOf(latchkey);
});
afterAll(() => latchkey.close());

describe('a code', () => {
  test('is valid once', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    expect((await codes.verify('email', email, code)).status).toBe(200);
    expect((await codes.verify('email', email, code)).body.errorCode).toBe('E061102');
  });

  test('is valid once, even if twenty requests bring it to two instances', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => codes.verify('email', email, code, i % 2 ? other : latchkey)),
    );
    await other.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  test('expires after five minutes', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    latchkey.advance(5 * 60_000 + 1);
    expect((await codes.verify('email', email, code)).body.errorCode).toBe('E061104');
  });

  test('is void when a newer one is sent', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email });
    const first = await codeSentTo(latchkey, email);
    await codes.begin('signin', 'email', { loginId: email });
    const second = await codeSentTo(latchkey, email);
    if (first !== second) expect((await codes.verify('email', email, first)).status).toBe(401);
    expect((await codes.verify('email', email, second)).status).toBe(200);
  });

  test('is void after five wrong ones, and the next one is not', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    for (let i = 0; i < 5; i++) {
      expect((await codes.verify('email', email, otherCode(code))).body.errorCode).toBe('E061102');
    }
    expect((await codes.verify('email', email, code)).body.errorCode).toBe('E061103');
    await codes.begin('signin', 'email', { loginId: email });
    expect((await codes.verify('email', email, await codeSentTo(latchkey, email))).status).toBe(200);
  });

  test('is void after five tries whose sign-ins are refused, as after wrong ones', async () => {
    const { email } = await codes.register();
    const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    await manage('tenant/create', { id: 'strict', name: 'Strict', enforceSSO: true });
    await codes.begin('signin', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    await manage('user/update/tenant/add', { loginId: email, tenantId: 'strict' });
    for (let i = 0; i < 5; i++) {
      expect((await codes.verify('email', email, code)).body.errorCode).toBe('E064005');
    }
    await manage('user/update/tenant/remove', { loginId: email, tenantId: 'strict' });
    expect((await codes.verify('email', email, code)).body.errorCode).toBe('E061103');
  });

  test('can be guessed five times, even if all guesses come at once', async () => {
    const { email } = await codes.register();
    await codes.begin('signin', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    const guesses = Array.from({ length: 30 }, (_, i) => String(100_000 + i)).filter((one) => one !== code);
    const answers = await Promise.all(guesses.map((guess) => codes.verify('email', email, guess)));
    expect(answers.filter(({ body }) => body.errorCode === 'E061102')).toHaveLength(5);
    expect((await codes.verify('email', email, code)).body.errorCode).toBe('E061103');
  });

  test('is valid for one login ID, one channel and one project', async () => {
    const [ann, bob] = [await codes.register(), await codes.register()];
    await codes.begin('signin', 'email', { loginId: ann.email });
    const code = await codeSentTo(latchkey, ann.email);
    expect((await codes.verify('email', bob.email, code)).status).toBe(401);
    expect((await codes.verify('sms', ann.email, code)).status).toBe(401);
    const other = await latchkey.addProject();
    const elsewhere = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      bearer: other.projectId,
      body: { loginId: ann.email, code },
    });
    expect(elsewhere.status).toBe(401);
    expect((await codes.verify('email', ann.email, code)).status).toBe(200);
  });

  test.each(['12345', '1234567', '12 34567', '12345a', '1234.5.', ''])(
    'of the form %j is refused without being counted',
    async (code) => {
      const { email } = await codes.register();
      await codes.begin('signin', 'email', { loginId: email });
      for (let i = 0; i < 6; i++) expect((await codes.verify('email', email, code)).status).toBe(400);
      expect((await codes.verify('email', email, await codeSentTo(latchkey, email))).status).toBe(200);
    },
  );

  test('is not in the database, nor is a hash of it that can be computed without a key', async () => {
    const email = newEmail();
    await codes.begin('signup', 'email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    const rows = await latchkey.service.db
      .selectFrom('challenges')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    const row = rows.find((one) => one.address === email);
    expect(row).toBeDefined();
    expect([code, hashSecret(code)]).not.toContain(row?.secretHash);
  });
});

describe('a limit of messages', () => {
  test('keeps the newest delivered code valid, and answers as before', async () => {
    const { email } = await codes.register();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => codes.begin('signin', 'email', { loginId: email })),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    // The first code was used to sign up, and has given its place back.
    const [, ...sent] = await messagesTo(latchkey, email);
    expect(sent).toHaveLength(3);
    const tried = await Promise.all(sent.map((message) => codes.verify('email', email, message.codes[0])));
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
