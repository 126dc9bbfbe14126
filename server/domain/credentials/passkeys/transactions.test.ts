import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';

let latchkey: Latchkey;
let passkeys: ReturnType<typeof passkeysOf>;
let authenticator: Authenticator;
let loginId: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  passkeys = passkeysOf(latchkey);
});
beforeEach(() => {
  authenticator = new Authenticator();
  loginId = `ada${++counter}@key.example`;
});
afterAll(() => latchkey.close());

const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/user/${path}`, body);
const refusal = ({ status, body }: Answer) => [status, body.errorCode];

async function register(deviation = {}) {
  const answer = await passkeys.signUp(authenticator, loginId, deviation);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('a transaction', () => {
  test('is valid for five minutes', async () => {
    const { transactionId, options } = await passkeys.start('signup', { loginId });
    latchkey.advance(5 * 60_000);
    const late = await passkeys.finish('signup', transactionId, authenticator.create(options));
    expect(refusal(late)).toEqual([401, 'E067012']);
  });

  test('accepts one answer, even if it is wrong', async () => {
    await register();
    const { transactionId, options } = await passkeys.start('signin', { loginId });
    const wrong = authenticator.get(options, { signature: Buffer.alloc(70, 1) });
    expect(refusal(await passkeys.finish('signin', transactionId, wrong))).toEqual([401, 'E067011']);
    const right = authenticator.get(options);
    expect(refusal(await passkeys.finish('signin', transactionId, right))).toEqual([401, 'E067012']);
  });

  test('is not spent by a text that is no authenticator’s answer', async () => {
    const { transactionId, options } = await passkeys.start('signup', { loginId });
    for (const response of ['x', '{}', '[]']) {
      expect(refusal(await passkeys.finish('signup', transactionId, response))).toEqual([400, 'E011003']);
    }
    expect((await passkeys.finish('signup', transactionId, authenticator.create(options))).status).toBe(200);
  });

  test('is valid for its own purpose and in its own project only', async () => {
    const { refreshJwt } = await register();
    const update = await passkeys.start('update', { loginId }, refreshJwt);
    const signUp = await passkeys.start('signup', { loginId: `x${loginId}` });
    const signIn = await passkeys.start('signin', { loginId });
    const made = authenticator.create(signUp.options);
    const used = authenticator.get(signIn.options);
    const other = await latchkey.addProject();
    const elsewhere = (path: string, transactionId: string, response: string) =>
      latchkey.request('POST', `/v1/auth/webauthn/${path}/finish`, {
        bearer: other.projectId,
        body: { transactionId, response },
      });
    for (const answer of [
      await passkeys.finish('update', signUp.transactionId, made),
      await passkeys.finish('signup', update.transactionId, authenticator.create(update.options)),
      await passkeys.finish('signin', update.transactionId, used),
      await passkeys.finish('signup', signIn.transactionId, made),
      await elsewhere('signup', signUp.transactionId, made),
      await elsewhere('signin', signIn.transactionId, used),
      await passkeys.finish('signin', 'x', used),
    ]) {
      expect(refusal(answer)).toEqual([401, 'E067012']);
    }
    expect((await passkeys.finish('signup', signUp.transactionId, made)).status).toBe(200);
    expect((await passkeys.finish('signin', signIn.transactionId, used)).status).toBe(200);
  });

  test('accepts one answer, however many come to two instances at once', { tags: 'race' }, async () => {
    const other = await latchkey.startAnother();
    const others = passkeysOf(other);
    const finishAll = async (path: string, transactionId: string, response: string) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? others : passkeys).finish(path, transactionId, response),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 401)).toBe(true);
    };
    const signUp = await passkeys.start('signup', { loginId });
    await finishAll('signup', signUp.transactionId, authenticator.create(signUp.options, { signCount: 1 }));
    const signIn = await others.start('signin', { loginId });
    await finishAll('signin', signIn.transactionId, authenticator.get(signIn.options, { signCount: 2 }));
    await other.close();
  });

  test('creates one user from simultaneous sign-ups with one login ID', { tags: 'race' }, async () => {
    const started = await Promise.all(Array.from({ length: 5 }, () => passkeys.start('signup', { loginId })));
    const answers = await Promise.all(
      started.map(({ transactionId, options }) =>
        passkeys.finish('signup', transactionId, new Authenticator().create(options)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'E062107')).toHaveLength(4);
    expect((await manage('passkeys/list', { loginId })).body.passkeys).toHaveLength(1);
  });
});
