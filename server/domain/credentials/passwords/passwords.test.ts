import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { otherPassword as other, password, passwordsOf } from '../../../../test/passwords.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey({}, { hashesAtFullCost: true });
});
afterAll(() => latchkey.close());

let loginId: string;
let counter = 0;
beforeEach(() => {
  counter += 1;
  loginId = `user${counter}@example.com`;
});

const { signIn, set, createUser, createWithPassword } = passwordsOf(() => ({ latchkey, loginId }));

function replace(oldPassword: string, newPassword: string) {
  return latchkey.request('POST', '/v1/auth/password/replace', {
    body: { loginId, oldPassword, newPassword },
  });
}

async function load() {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

describe('an active password', () => {
  test('is set with an empty answer, shows in the user, and signs in without a change', async () => {
    expect((await createUser()).password).toBe(false);
    const answer = await set('active');
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect((await load()).password).toBe(true);
    const { status, body } = await signIn();
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ loginIds: [loginId], status: 'enabled', password: true });
    expect(body.claims.amr).toEqual(['pwd']);
    expect(body.firstSeen).toBe(false);
  });

  test('is set by the public SDK and by user ID', async () => {
    const { userId } = await createUser();
    const result = await latchkey.sdk().management.user.setActivePassword(userId, password);
    expect(result.ok).toBe(true);
    expect((await signIn()).status).toBe(200);
  });

  test('signs in by any login ID of the user, however it is written', async () => {
    const more = `second-${loginId}`;
    await createUser(loginId, { additionalLoginIds: [more] });
    await set('active');
    expect((await signIn(password, { loginId: ` ${more.toUpperCase()} ` })).status).toBe(200);
  });

  test('is compared in normal form C, whatever keyboard it was typed on', async () => {
    await createWithPassword('ångström später café');
    expect((await signIn('ångström später café'.normalize('NFD'))).status).toBe(200);
  });

  test('is compared to its last character', async () => {
    const long = `harbor ${'z'.repeat(65)}`;
    await createWithPassword(long + 'a'.repeat(28));
    expect((await signIn(long + 'b'.repeat(28))).status).toBe(401);
    expect((await signIn(long + 'a'.repeat(28))).status).toBe(200);
  });

  test('is stored as Argon2id with a salt of its own', async () => {
    await createWithPassword();
    const first = await storedHash();
    await set('active');
    const second = await storedHash();
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
  });

  test('is deleted with the user', async () => {
    await createWithPassword();
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
    expect((await signIn()).body.errorCode).toBe('E062903');
    await createUser();
    expect((await load()).password).toBe(false);
    expect((await signIn()).body.errorCode).toBe('E062903');
  });

  test('belongs to its project', async () => {
    await createWithPassword();
    const { projectId } = await latchkey.addProject();
    const body = { loginId, password };
    const answer = await latchkey.request('POST', '/v1/auth/password/signin', { bearer: projectId, body });
    expect(answer.body.errorCode).toBe('E062903');
  });
});

describe('a temporary password', () => {
  test('does not sign in, and can be exchanged for one that does', async () => {
    await createUser();
    expect((await set('temporary')).body).toEqual({});
    expect(await signIn()).toMatchObject({ status: 401, body: { errorCode: 'E062909' } });
    const replaced = await replace(password, other);
    expect(replaced.status).toBe(200);
    expect(replaced.body.claims.amr).toEqual(['pwd']);
    expect((await signIn(other)).status).toBe(200);
    expect((await signIn()).body.errorCode).toBe('E062903');
    expect((await replace(password, other)).body.errorCode).toBe('E062903');
  });

  test('reveals no more to a wrong guess than any other', async () => {
    await createUser();
    await set('temporary');
    expect((await signIn(other)).body.errorCode).toBe('E062903');
  });

  test('is useless after 72 hours', async () => {
    await createUser();
    await set('temporary');
    const later = await latchkey.startAnother();
    later.advance(72 * 3_600_000);
    const body = { loginId, oldPassword: password, newPassword: other };
    const answer = await later.request('POST', '/v1/auth/password/replace', { body });
    expect(answer).toMatchObject({ status: 401, body: { errorCode: 'E062909' } });
    await later.close();
  });

  test('comes from the older route too, unless that requests an active one', async () => {
    await createUser();
    const path = '/v1/mgmt/user/password/set';
    await latchkey.manage('POST', path, { loginId, password });
    expect((await signIn()).body.errorCode).toBe('E062909');
    await latchkey.manage('POST', path, { loginId, password, setActive: true });
    expect((await signIn()).status).toBe(200);
  });

  test('works through the public SDK', async () => {
    await createUser();
    const sdk = latchkey.sdk();
    expect((await sdk.management.user.setTemporaryPassword(loginId, password)).ok).toBe(true);
    const refused = await sdk.password.signIn(loginId, password);
    expect(refused).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E062909' } });
    const replaced = await sdk.password.replace(loginId, password, other);
    expect(replaced.ok).toBe(true);
    const session = await sdk.validateSession(replaced.data?.sessionJwt as string);
    expect(session.token.amr).toEqual(['pwd']);
    expect((await sdk.password.signIn(loginId, other)).ok).toBe(true);
  });
});

describe('an expired password', () => {
  test('does not sign in until it is replaced', async () => {
    await createWithPassword();
    expect((await latchkey.manage('POST', '/v1/mgmt/user/password/expire', { loginId })).body).toEqual({});
    expect(await signIn()).toMatchObject({ status: 401, body: { errorCode: 'E062909' } });
    expect((await replace(password, password)).body.errorMessage).toContain(
      'is the same as the old password',
    );
    expect((await replace(password, other)).status).toBe(200);
    expect((await signIn(other)).status).toBe(200);
  });

  test('needs a user who has a password', async () => {
    await createUser();
    expect((await latchkey.sdk().management.user.expirePassword(loginId)).error?.errorCode).toBe('E011004');
    expect((await latchkey.sdk().management.user.expirePassword('nobody')).error?.errorCode).toBe('E112102');
  });
});

describe('a new password', () => {
  test.each([
    ['14 characters', 'harbor ceiling', 'at least 15'],
    ['129 characters', 'ha'.padEnd(129, 'rbor ceiling '), 'more than 128'],
    ['a common one with digits', 'password1234567', 'common'],
    ['a common one with symbols', '!! Sunshine 2024 !!', 'common'],
    ['two common ones', 'SunshinePrincess9', 'common'],
    ['a well-known phrase', 'Correct Horse Battery Staple', 'common'],
    ['the product with digits', 'Latchkey-12345678', 'name of the user, the project or the product'],
    ['the project with digits', 'test project 2026!', 'name of the user, the project or the product'],
    ['a repetition', 'abcabcabcabcabc', 'repeats'],
    ['a sequence', 'stuvwxyzabcdefgh', 'sequence'],
    ['a walk over the keyboard', 'LKJHGFDSAPOIUYTREWQ', 'sequence'],
  ])('is refused with the reason: %s', async (_name, typed, reason) => {
    await createUser();
    const { status, body } = await set('active', typed);
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(reason);
    expect((await load()).password).toBe(false);
  });

  test('cannot be a login ID or name of the user', async () => {
    loginId = `margarethe.vonholt${counter}@example.com`;
    await createUser(loginId, { displayName: 'Margarethe von Holt' });
    for (const typed of [loginId, 'margarethe.vonholt', 'Margarethe-1234567', 'VonHoltVonHolt77']) {
      expect((await set('active', typed)).status).toBe(400);
    }
  });

  test.each([
    ['15 lower-case letters', 'kdwuzeqlabvntoy'],
    ['words and spaces', 'a fox and 3 owls'],
    ['15 CJK characters', '春眠不覚暁処処聞啼鳥夜来風雨声'],
    ['64 characters', 'harbor ceiling lantern '.repeat(3).slice(0, 64)],
    ['128 characters', 'harbor ceiling lantern '.repeat(6).slice(0, 128)],
    ['128 characters of four bytes', [...'🦊🦉🐢🐙🦀🐳🦜🦩🐝🦋🐌🐞🦗'.repeat(10)].slice(0, 128).join('')],
  ])('is accepted and signs in: %s', async (_name, typed) => {
    await createWithPassword(typed);
    expect((await signIn(typed)).status).toBe(200);
  });
});

describe('sign-up', () => {
  function signUp(more: Record<string, unknown> = {}) {
    return latchkey.request('POST', '/v1/auth/password/signup', { body: { loginId, password, ...more } });
  }

  test('registers and signs in, with nothing proven or granted', async () => {
    const user = {
      name: 'Ada',
      email: loginId,
      verifiedEmail: true,
      roleNames: ['Tenant Admin'],
      status: 'x',
    };
    const { status, body } = await signUp({ user });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      firstSeen: true,
      user: { name: 'Ada', email: loginId, verifiedEmail: false, roleNames: [], status: 'enabled' },
      claims: { amr: ['pwd'] },
    });
    expect((await signIn()).status).toBe(200);
  });

  test('refuses a login ID that is registered, and leaves its owner alone', async () => {
    await createUser();
    expect((await signUp()).body.errorCode).toBe('E062107');
    expect((await load()).password).toBe(false);
  });

  test('refuses a weak password, and creates no user', async () => {
    expect((await signUp({ password: loginId })).status).toBe(400);
    expect((await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`)).status).toBe(404);
  });

  test('registers one of several simultaneous users', async () => {
    const answers = await Promise.all([signUp(), signUp(), signUp()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('works through the public SDK', async () => {
    const result = await latchkey.sdk().password.signUp(loginId, password, { name: 'Ada' });
    expect(result.ok).toBe(true);
    expect(result.data?.user?.name).toBe('Ada');
  });
});

test('sessions outlive a change of the password, unless it ends them', async () => {
  await createWithPassword();
  const sessions: string[] = [];
  for (let count = 0; count < 3; count += 1) sessions.push((await signIn()).body.refreshJwt);
  const statuses = async () => {
    const bearers = sessions.map((refreshJwt) => `${latchkey.projectId}:${refreshJwt}`);
    const answers = bearers.map((bearer) => latchkey.request('GET', '/v1/auth/me', { bearer }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  await replace(password, other);
  await set('active');
  expect(await statuses()).toEqual([200, 200, 200]);
  const body = { loginId, oldPassword: password, newPassword: other, revokeOtherSessions: true };
  const replaced = await latchkey.request('POST', '/v1/auth/password/replace', { body });
  expect(await statuses()).toEqual([401, 401, 401]);
  sessions.splice(0, 3, replaced.body.refreshJwt);
  expect(await statuses()).toEqual([200]);
});

describe('a signed-in user', () => {
  async function signedIn() {
    await createWithPassword();
    return (await signIn()).body.refreshJwt as string;
  }

  function update(refreshJwt: string, newPassword: string, id = loginId) {
    return latchkey.request('POST', '/v1/auth/password/update', {
      bearer: `${latchkey.projectId}:${refreshJwt}`,
      body: { loginId: id, newPassword },
    });
  }

  test('can set another password, under the same rules', async () => {
    const refreshJwt = await signedIn();
    expect((await update(refreshJwt, 'short')).status).toBe(400);
    expect(await update(refreshJwt, other)).toMatchObject({ status: 200, body: {} });
    expect((await signIn(other)).status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });

  test('cannot change another user’s', async () => {
    const refreshJwt = await signedIn();
    const somebody = `somebody-${loginId}`;
    await createUser(somebody);
    expect((await update(refreshJwt, other, somebody)).body.errorCode).toBe('E062108');
  });

  test('is needed', async () => {
    const body = { loginId, newPassword: other };
    expect((await latchkey.request('POST', '/v1/auth/password/update', { body })).status).toBe(401);
  });
});

test('a disabled user cannot sign in, nor replace the password', async () => {
  await createUser(loginId, { status: 'disabled' });
  await set('active');
  expect(await signIn()).toMatchObject({ status: 401, body: { errorCode: 'E062109' } });
  expect(await replace(password, other)).toMatchObject({ status: 401, body: { errorCode: 'E062109' } });
  expect((await signIn(other)).body.errorCode).toBe('E062903');
});

test('only one of two replacements of the same password succeeds', async () => {
  await createWithPassword();
  const answers = await Promise.all([replace(password, other), replace(password, `${other} again`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

async function storedHash(): Promise<string> {
  const { userId } = await load();
  const row = await latchkey.service.db
    .selectFrom('passwords')
    .select('hash')
    .where('projectId', '=', latchkey.projectId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return row.hash;
}
