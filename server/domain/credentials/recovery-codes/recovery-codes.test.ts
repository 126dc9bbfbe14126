import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createTwoFactorUser, demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import { signInByPassword, verifyTotp, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await setPolicy(latchkey, { when: 'always', methods: ['totp', 'recoveryCode'] });
});
afterAll(() => latchkey.close());

const mfa = { mfa: true };

/** A user with an authenticator who has just created recovery codes. */
async function userWithCodes() {
  const user = await createTwoFactorUser(latchkey);
  const { loginId } = user;
  const { refreshJwt } = await demandOf(latchkey, user);
  const { body } = await verifyTotp(latchkey, { loginId, code: user.code(), loginOptions: mfa }, refreshJwt);
  return { user, session: body.refreshJwt as string, codes: await generate(loginId, body.refreshJwt) };
}

async function generate(loginId: string, token: string): Promise<string[]> {
  const answer = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', token, { loginId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.codes.map(({ code }: { code: string }) => code);
}

function useCode(loginId: string, code: string, token?: string, loginOptions: object = mfa): Promise<Answer> {
  return latchkey.request('POST', '/v1/auth/recovery-codes/signin', {
    bearer: [latchkey.projectId, token].filter(Boolean).join(':'),
    body: { loginId, code, loginOptions },
  });
}

const refusal = ({ status, body }: Answer) => [status, body.errorCode];

test('ten codes are shown once, and each completes one sign-in, however it is typed', async () => {
  const { user, codes } = await userWithCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  const { refreshJwt, methods } = await demandOf(latchkey, user);
  expect(methods).toEqual(['totp', 'recoveryCode']);
  const typed = codes[0]!.toUpperCase().replaceAll('-', ' ').replace('0', 'O').replace('1', 'l');
  const { body } = await useCode(user.loginId, typed, refreshJwt);
  expect(body.claims.amr).toEqual(['pwd', 'recovery', 'mfa']);
  const next = await demandOf(latchkey, user);
  expect(refusal(await useCode(user.loginId, codes[0]!, next.refreshJwt))).toEqual([401, 'E061102']);
  expect((await useCode(user.loginId, codes[1]!, next.refreshJwt)).status).toBe(200);
});

test('of many requests with one code exactly one signs in', async () => {
  const { user, codes } = await userWithCodes();
  const demands = await Promise.all(Array.from({ length: 6 }, () => demandOf(latchkey, user)));
  const answers = await Promise.all(demands.map((one) => useCode(user.loginId, codes[0]!, one.refreshJwt)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('new codes replace the earlier ones', async () => {
  const { user, codes, session } = await userWithCodes();
  const [fresh] = await generate(user.loginId, session);
  const { refreshJwt } = await demandOf(latchkey, user);
  expect(refusal(await useCode(user.loginId, codes[0]!, refreshJwt))).toEqual([401, 'E061102']);
  expect((await useCode(user.loginId, fresh!, refreshJwt)).status).toBe(200);
});

test('a code never signs in alone, and is not used up by the attempt', async () => {
  const { user, codes } = await userWithCodes();
  expect(refusal(await useCode(user.loginId, codes[0]!, undefined, {}))).toEqual([401, 'E064002']);
  const { refreshJwt } = await demandOf(latchkey, user);
  expect((await useCode(user.loginId, codes[0]!, refreshJwt)).status).toBe(200);
});

test('a code is of its user only', async () => {
  const [first, second] = [await userWithCodes(), await userWithCodes()];
  const { refreshJwt } = await demandOf(latchkey, second.user);
  const { loginId } = second.user;
  expect(refusal(await useCode(loginId, first.codes[0]!, refreshJwt))).toEqual([401, 'E061102']);
  expect(refusal(await useCode(first.user.loginId, first.codes[0]!, refreshJwt))).toEqual([401, 'E064002']);
  const other = { loginId: first.user.loginId };
  const stolen = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', second.session, other);
  expect(refusal(stolen)).toEqual([400, 'E062108']);
});

test.each(['', 'x', '0000-0000-0000-0000', '0000-0000-0000-000u'])('is refused: %j', async (code) => {
  const { user } = await userWithCodes();
  const { refreshJwt } = await demandOf(latchkey, user);
  expect([400, 401]).toContain((await useCode(user.loginId, code, refreshJwt)).status);
});

test('an administrator deletes the codes of a user', async () => {
  const { user, codes } = await userWithCodes();
  const { loginId } = user;
  expect((await latchkey.manage('POST', '/v1/mgmt/user/recovery-codes/delete', { loginId })).status).toBe(
    200,
  );
  const { refreshJwt, methods } = await demandOf(latchkey, user);
  expect(methods).toEqual(['totp']);
  expect(refusal(await useCode(loginId, codes[0]!, refreshJwt))).toEqual([401, 'E061102']);
});

test('codes go with the user, and are no second factor of a user who has no other', async () => {
  const { user } = await userWithCodes();
  const { loginId, userId } = user;
  await latchkey.manage('POST', '/v1/mgmt/user/totp/delete', { loginId });
  const answer = await signInByPassword(latchkey, user);
  expect(answer.body.mfa).toMatchObject({ methods: ['totp'], enrol: true });
  await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
  const { db } = latchkey.service;
  const left = db.selectFrom('recoveryCodes').select('userId').where('projectId', '=', latchkey.projectId);
  expect(await left.where('userId', '=', userId).execute()).toEqual([]);
});
