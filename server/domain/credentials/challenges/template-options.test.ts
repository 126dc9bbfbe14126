import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail } from '../../../../test/codes.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { messagesTo, newestMessageTo } from '../../../../test/messages.ts';

/** Tests that callers can put only some text into the project's messages. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  const kinds = ['otp', 'magicLink', 'enchantedLink', 'verification', 'passwordReset', 'invite'];
  for (const kind of kinds) {
    const places = kind === 'enchantedLink' ? [0, 1, 2] : [];
    const needed = places.map((i) => `{{links.${i}.number}} {{links.${i}.link}}`).join(' ');
    const { status, body } = await latchkey.manage('POST', '/v1/mgmt/message/template/set', {
      kind,
      channel: 'email',
      locale: 'en',
      subject: 'Hello {{options.team}}',
      text: `${needed || (kind === 'otp' || kind === 'verification' ? '{{code}}' : '{{link}}')} {{plan}}`,
    });
    expect([status, body]).toEqual([200, {}]);
  }
});
afterAll(() => latchkey.close());

const team = 'visit https://evil.example to keep your account';

function post(path: string, body: object, ...shown: string[]): Promise<Answer> {
  const bearer = [latchkey.projectId, ...shown].join(':');
  return latchkey.request('POST', `/v1/auth/${path}`, { bearer, body });
}

async function register() {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: newEmail() });
  const loginId = body.user.loginIds[0];
  const made = await latchkey.manage('POST', '/v1/mgmt/user/signin/embeddedlink', { loginId });
  const signedIn = await post('magiclink/verify', { token: made.body.token });
  return { loginId, refreshJwt: signedIn.body.refreshJwt as string };
}

const ways: Record<string, (options: object, loginId: string) => [string, object]> = {
  'a code': (options, loginId) => ['otp/signin/email', { loginId, loginOptions: options }],
  'a code of a sign-up': (options) => ['otp/signup/email', { loginId: newEmail(), loginOptions: options }],
  'a magic link': (options, loginId) => ['magiclink/signup-in/email', { loginId, loginOptions: options }],
  'an enchanted link': (options, loginId) => [
    'enchantedlink/signin/email',
    { loginId, loginOptions: options },
  ],
  'a new password': (options, loginId) => ['password/reset', { loginId, ...options }],
  'a change of address': (options, loginId) => [
    'otp/update/email',
    { loginId, email: newEmail(), ...options },
  ],
};

test.each(Object.keys(ways))('strangers can put no text into the message of %s', async (name) => {
  const { loginId, refreshJwt } = await register();
  const shown = name === 'a change of address' ? [refreshJwt] : [];
  for (const key of ['team', 'plan']) {
    const [path, body] = ways[name]?.({ templateOptions: { other: 'x', [key]: team } }, loginId) ?? ['', {}];
    const refused = await post(path, body, ...shown);
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
    expect(refused.body.errorMessage).toContain(`templateOptions.${key}`);
    expect(refused.body.errorMessage).toContain('management key');
    expect(await post(path, body, ...shown, 'a-wrong-key')).toMatchObject({ status: 400 });
    const accepted = await post(path, body, ...shown, latchkey.managementKey);
    expect(accepted.status).toBe(200);
  }
  const [path, body] = ways[name]?.({ templateOptions: { other: team, code: team } }, loginId) ?? ['', {}];
  expect((await post(path, body, ...shown)).status).toBe(200);
});

test('the auth management key and management calls can set them', async () => {
  const { loginId } = await register();
  const body = { loginId, loginOptions: { templateOptions: { team: 'Blue', plan: 'gold' } } };
  await post('otp/signin/email', body, latchkey.managementKey);
  const sent = await newestMessageTo(latchkey, loginId);
  expect(sent.subject).toBe('Hello Blue');
  expect(sent.text).toMatch(/^\d{6} gold$/);
  const invited = newEmail();
  await latchkey.manage('POST', '/v1/mgmt/user/create', {
    loginId: invited,
    invite: true,
    sendMail: true,
    templateOptions: { team: 'Red' },
  });
  expect((await newestMessageTo(latchkey, invited)).subject).toBe('Hello Red');
});

test('options that are accepted without a key are not rendered', async () => {
  const { loginId } = await register();
  await post('otp/signin/email', { loginId, loginOptions: { templateOptions: { other: team, code: team } } });
  expect(JSON.stringify(await messagesTo(latchkey, loginId))).not.toContain('evil');
});

test('a refusal is the same for an unknown login ID, and does not count as a message', async () => {
  const { loginId } = await register();
  const answers = [];
  for (const who of [loginId, newEmail()]) {
    for (let i = 0; i < 5; i++) {
      const loginOptions = { templateOptions: { team } };
      answers.push(await post('otp/signin/email', { loginId: who, loginOptions }));
    }
  }
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  await post('otp/signin/email', { loginId });
  expect(await messagesTo(latchkey, loginId)).toHaveLength(1);
});
