import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowBrowser, page, password, startFlows } from '../../../../test/flows.ts';
import { codeSentTo, messagesTo, otherCode } from '../../../../test/messages.ts';
import { withToken } from '../../../../test/signed-in.ts';
import { sweep } from '../../../groups.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());

describe('by a code', () => {
  beforeAll(() => flows.offer('emailCode', 'smsCode'));

  test('a person without an account signs up, and one with an account signs in', async () => {
    const loginId = flows.newAddress();
    for (const firstSeen of [true, false]) {
      const browser = await flows.identify(loginId);
      expect(browser.at).toMatchObject({
        executionId: expect.stringMatching(/^sign-up-or-in\|#\|[0-9a-f]{36}$/),
        stepId: '1',
        status: 'waiting',
        action: 'screen',
        screen: { id: 'code', state: { sentTo: { maskedEmail: 'u***@e***.com' } } },
      });
      expect(browser.at.screen.state.lead).toContain('u***@e***.com');
      const done = await browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
      expect(done).toMatchObject({
        status: 'completed',
        action: 'none',
        authInfo: {
          firstSeen,
          user: { loginIds: [loginId], verifiedEmail: true },
          claims: { amr: ['email'] },
        },
        lastAuth: { authMethod: 'otp', loginId },
      });
      expect(done).not.toHaveProperty('nonce');
    }
  });

  test('nobody signs up where the project does not allow it', async () => {
    await flows.configure({ hostedPages: { signUp: false } });
    const loginId = flows.newAddress();
    const browser = await flows.identify(loginId);
    expect(browser.at.screen.id).toBe('code');
    expect(await messagesTo(latchkey, loginId)).toEqual([]);
    await flows.configure({ hostedPages: { signUp: true } });
  });

  test('nobody signs up by a flow of sign-ups, or in one that began before the project closed them', async () => {
    const looking = new FlowBrowser(latchkey);
    await looking.start('sign-up-or-in');
    const named = flows.newAddress();
    const naming = new FlowBrowser(latchkey);
    await naming.start('sign-up-or-in', { interactionId: 'createAccount', input: { loginId: named } });
    const sent = flows.newAddress();
    const signingUp = await flows.identify(sent, 'sign-up');
    await flows.configure({ hostedPages: { signUp: false } });
    const loginId = flows.newAddress();
    const direct = await flows.identify(loginId, 'sign-up');
    for (const { screen } of [
      direct.at,
      await naming.press('continue', { loginId: named }),
      await signingUp.press('resend'),
      await signingUp.press('verify', { code: await codeSentTo(latchkey, sent) }),
    ])
      expect(screen.state.errorText).toContain('can’t create an account');
    expect((await looking.press('continue', { loginId })).screen.id).toBe('code');
    expect([...(await messagesTo(latchkey, loginId)), ...(await messagesTo(latchkey, named))]).toEqual([]);
    await flows.configure({ hostedPages: { signUp: true } });
  });

  test('a wrong code stays on the screen, a new one can be sent, and back shows what was typed', async () => {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    const code = await codeSentTo(latchkey, loginId);
    const wrong = await browser.press('continue', { code: otherCode(code) });
    expect(wrong).toMatchObject({
      stepId: '1',
      screen: { id: 'code', state: { errorText: 'Incorrect code. Check it, or request a new one.' } },
    });
    const again = await browser.press('resend');
    expect(again).toMatchObject({ stepId: '1', screen: { id: 'code' } });
    expect(again.screen.state).not.toHaveProperty('errorText');
    const back = await browser.press('back');
    expect(back).toMatchObject({
      stepId: '0',
      screen: { id: 'sign-up-or-in', state: { form: { loginId } } },
    });
    await browser.press('continue', { email: loginId });
    const done = await browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
    expect(done.status).toBe('completed');
  });

  test('known, unknown and disabled users get the same answer', async () => {
    const known = await flows.makeUser();
    const disabled = await flows.makeUser();
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: disabled, status: 'disabled' });
    const answers = await Promise.all(
      [known, disabled, flows.newAddress()].map(async (loginId) => {
        const browser = await flows.identify(loginId, 'sign-in');
        const { executionId: _, ...answer } = browser.at;
        return JSON.stringify(answer).replaceAll(loginId, 'ADDRESS');
      }),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('a user who was disabled after the code was sent gets no session, and no other account', async () => {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    const code = await codeSentTo(latchkey, loginId);
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
    expect((await browser.press('verify', { code })).status).toBe('waiting');
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
    expect((await browser.press('verify', { code })).status).toBe('waiting');
    expect((await latchkey.manage('POST', '/v1/mgmt/user/search', { loginIds: [loginId] })).body.total).toBe(
      0,
    );
  });

  test('texts are in the language of the page, and of English for any other', async () => {
    const words = { 'de-at': 'falsch', 'de-DE': 'falsch', 'fr-ca': 'incorrect', xx: 'Incorrect code' };
    for (const [locale, expected] of Object.entries(words)) {
      const loginId = await flows.makeUser();
      const browser = await flows.identify(loginId, 'sign-in', { options: { locale } });
      const { screen } = await browser.press('verify', {
        code: otherCode(await codeSentTo(latchkey, loginId)),
      });
      expect(screen.state.errorText, locale).toContain(expected);
    }
  });
});

describe('by a password', () => {
  beforeAll(() => flows.offer('password', 'emailCode'));

  test('a person signs in; a wrong one stays on the screen', async () => {
    const browser = await flows.identify(await flows.makeUser(), 'sign-in');
    expect(browser.at.screen).toMatchObject({
      id: 'password',
      state: { componentsState: { usePassword: 'hide' } },
    });
    const wrong = await browser.press('signIn', { password: 'not this one at all' });
    expect(wrong.screen).toMatchObject({
      id: 'password',
      state: { errorText: 'Incorrect login ID or password.' },
    });
    const done = await browser.press('signIn', { password });
    expect(done).toMatchObject({ status: 'completed', authInfo: { claims: { amr: ['pwd'] } } });
  });

  test('another way is at hand', async () => {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    await browser.press('useEmailCode');
    expect(browser.at).toMatchObject({ stepId: '2', screen: { id: 'code' } });
    expect((await browser.press('verify', { code: await codeSentTo(latchkey, loginId) })).status).toBe(
      'completed',
    );
  });

  test('a person signs up, with the address proven or not, as the project demands', async () => {
    const first = flows.newAddress();
    const proving = new FlowBrowser(latchkey);
    await proving.start('sign-up', {
      interactionId: 'continue',
      input: { email: first, name: 'Ann <b>Lee' },
    });
    expect(proving.at.screen.id).toBe('code');
    const proven = await proving.press('verify', { code: await codeSentTo(latchkey, first) });
    expect(proven.authInfo).toMatchObject({
      firstSeen: true,
      user: { name: 'Ann <b>Lee', verifiedEmail: true },
    });
    await flows.configure({ hostedPages: { signUpProvesAddress: false } });
    const second = flows.newAddress();
    const browser = new FlowBrowser(latchkey);
    await browser.start('sign-up-or-in', { interactionId: 'createAccount', input: { loginId: second } });
    expect(browser.at.screen).toMatchObject({ id: 'create-account', state: { form: { loginId: second } } });
    await browser.press('continue', { loginId: second, name: '' });
    expect(browser.at.screen.id).toBe('create-password');
    const weak = await browser.press('createAccount', { newPassword: 'short' });
    expect(weak.screen.state.errorText).toContain('at least');
    const done = await browser.press('createAccount', { newPassword: password });
    expect(done).toMatchObject({
      status: 'completed',
      authInfo: { firstSeen: true, claims: { amr: ['pwd'] } },
    });
    await flows.configure({ hostedPages: { signUpProvesAddress: true } });
  });

  test('an expired one is replaced', async () => {
    const loginId = await flows.makeUser();
    await latchkey.manage('POST', '/v1/mgmt/user/password/expire', { loginId });
    const browser = await flows.identify(loginId, 'sign-in');
    await browser.press('signIn', { password });
    expect(browser.at.screen.id).toBe('replace-password');
    const replaced = { oldPassword: password, newPassword: 'another long sentence with snow' };
    expect((await browser.press('setPassword', replaced)).status).toBe('completed');
  });
});

describe('a nonce', () => {
  beforeAll(() => flows.offer('emailCode'));

  const codeRefused = { status: 400, body: { errorCode: 'E108201' } };
  const ended = { status: 400, body: { errorCode: 'E103205' } };

  async function atCode() {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    const request = browser.request('verify', { code: await codeSentTo(latchkey, loginId) });
    const nonce = [...browser.nonces.values()][0] as string;
    return { loginId, browser, request, nonce };
  }

  test('is not needed to look at a flow, which stores nothing', async () => {
    const browser = new FlowBrowser(latchkey);
    const { body } = await browser.start('sign-in');
    expect(body).toMatchObject({
      stepId: '0',
      action: 'screen',
      screen: { id: 'sign-in', state: { form: {} } },
    });
    const [, id] = body.executionId.split('|#|');
    const stored = latchkey.service.db
      .selectFrom('flowExecutions')
      .select('id')
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', id);
    expect(await stored.execute()).toEqual([]);
    expect((await browser.press('continue', { loginId: await flows.makeUser() })).screen.id).toBe('code');
    expect(await stored.execute()).toHaveLength(1);
  });

  test('belongs to one execution, and is neither missing nor made up', async () => {
    const { browser, request, nonce } = await atCode();
    const other = await atCode();
    const first = new FlowBrowser(latchkey);
    const unstored = (await first.start('sign-in')).nonce;
    for (const wrong of ['', 'x', '1.made-up-by-somebody', other.nonce, unstored, `${nonce}x`]) {
      expect(await browser.send(request, wrong), wrong).toMatchObject(codeRefused);
    }
    expect(nonce).toMatch(/^1\.[\w-]{43}$/);
    expect((await browser.send(request)).body.status).toBe('completed');
  });

  test('works once, and the same request gets the same answer again', { tags: 'race' }, async () => {
    const { browser, request, nonce, loginId } = await atCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.send(request, nonce)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.nonce)).size).toBe(1);
    expect(answers[0]?.body.status).toBe('completed');
    const other = { ...request, input: { ...request.input, code: '000000' } };
    expect(await browser.send(other, nonce)).toMatchObject(codeRefused);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { loginId });
    expect(body.sessions ?? body).toHaveLength(1);
  });

  test('allows one of many guesses at once', { tags: 'race' }, async () => {
    const { browser, request, nonce } = await atCode();
    const guesses = Array.from({ length: 30 }, (_, i) => String(100_000 + i));
    const answers = await Promise.all(
      guesses.map((code) => browser.send({ ...request, input: { ...request.input, code } }, nonce)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('of a lost answer sends nothing again', async () => {
    const { browser, loginId, nonce } = await atCode();
    const request = browser.request('resend');
    for (let i = 0; i < 3; i += 1) expect((await browser.send(request, nonce)).status).toBe(200);
    expect(await messagesTo(latchkey, loginId)).toHaveLength(2);
  });

  test('gives a session again for an hour, while it is unused and alive', async () => {
    const used = await atCode();
    const { body } = await used.browser.send(used.request, used.nonce);
    await withToken(latchkey, 'POST', '/v1/auth/refresh', body.authInfo.refreshJwt, {});
    expect(await used.browser.send(used.request, used.nonce)).toMatchObject(ended);
    const late = await atCode();
    await late.browser.send(late.request, late.nonce);
    const out = await atCode();
    await out.browser.send(out.request, out.nonce);
    await latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId: out.loginId });
    expect(await out.browser.send(out.request, out.nonce)).toMatchObject(ended);
    latchkey.advance(60 * 60_000 + 1_000);
    await sweep(latchkey.service);
    expect(await late.browser.send(late.request, late.nonce)).toMatchObject(ended);
    expect(await late.browser.send({ ...late.request, interactionId: 'polling' })).toMatchObject({
      body: { status: 'completed' },
    });
    expect((await late.browser.press('polling')).authInfo).toBeUndefined();
  });

  test('ends after two days, also one that was never used', async () => {
    const { browser, request } = await atCode();
    const looking = new FlowBrowser(latchkey);
    await looking.start('sign-in');
    latchkey.advance(2 * 24 * 60 * 60_000 + 1_000);
    expect(await browser.send(request)).toMatchObject(ended);
    await sweep(latchkey.service);
    const left = latchkey.service.db
      .selectFrom('flowExecutions')
      .select('id')
      .where('projectId', '=', latchkey.projectId);
    expect(await left.execute()).toEqual([]);
    expect(await looking.send(looking.request('continue'))).toMatchObject(ended);
  });
});

describe('an execution', () => {
  const rowOf = ({ at }: FlowBrowser) =>
    latchkey.service.db
      .selectFrom('flowExecutions')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', at.executionId.split('|#|')[1])
      .executeTakeFirst();

  test('that waits for no link ends half a day after its last interaction', async () => {
    await flows.offer('emailCode', 'magicLink');
    const loginId = await flows.makeUser();
    const [kept, left] = [await flows.identify(loginId), await flows.identify(await flows.makeUser())];
    latchkey.advance(11 * 60 * 60_000);
    expect((await kept.press('useLink')).screen.id).toBe('link');
    latchkey.advance(2 * 60 * 60_000);
    await sweep(latchkey.service);
    expect(await rowOf(left)).toBeUndefined();
    expect(await left.send(left.request('resend'))).toMatchObject({ body: { errorCode: 'E103205' } });
    latchkey.advance(30 * 60 * 60_000);
    expect((await kept.press('polling')).action).toBe('poll');
    latchkey.advance(6 * 60 * 60_000);
    expect(await kept.send(kept.request('polling'))).toMatchObject({ body: { errorCode: 'E103205' } });
  });

  test('gives no session twice when another request takes over', async () => {
    await flows.offer('password');
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    const request = browser.request('signIn', { password });
    const nonce = [...browser.nonces.values()][0] as string;
    // The first instance is held while it compares the password, as if it had stopped.
    const { hashing } = latchkey.service;
    const run = hashing.run;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    hashing.run = (async (...given: Parameters<typeof run>) => {
      await released;
      return run.apply(hashing, given);
    }) as typeof run;
    const slow = browser.send(request, nonce);
    await expect.poll(async () => (await rowOf(browser))?.workingSince).toBeGreaterThan(0);
    const { workingSince = 0 } = (await rowOf(browser)) ?? {};
    latchkey.advance(61_000);
    const taking = browser.send(request, nonce);
    await expect.poll(async () => (await rowOf(browser))?.workingSince).toBeGreaterThan(workingSince);
    release();
    hashing.run = run;
    expect(await slow).toMatchObject({ status: 409, body: { errorCode: 'E011012' } });
    expect((await taking).body.status).toBe('completed');
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { loginId });
    expect(body.sessions ?? body).toHaveLength(1);
  });
});

describe('what a page sends', () => {
  beforeAll(() => flows.offer('password'));

  test('never reaches the tokens', async () => {
    const claims = {
      customClaims: { admin: true },
      loginOptions: { stepup: true, customClaims: { admin: true } },
    };
    const more = { ...claims, stepup: true, mfa: true, userId: 'U1', tenantId: 'acme' };
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId, 'sign-in', { options: more, input: { loginId, ...more } });
    const { authInfo } = await browser.press('signIn', { password, ...more });
    expect(JSON.stringify(authInfo.claims)).not.toMatch(/admin|"su"|acme/);
  });

  test('is refused if it is no flow, no execution or no address of the project', async () => {
    const start = (body: object) => latchkey.request('POST', '/v1/flow/start', { body });
    expect(await start({ flowId: 'nothing' })).toMatchObject({ status: 404, body: { errorCode: 'E102001' } });
    const redirectAuth = { callbackUrl: 'app://callback', codeChallenge: 'x' };
    const native = await start({ flowId: 'sign-in', options: { redirectAuth } });
    expect([native.status, native.body.errorCode]).toEqual([501, 'E501001']);
    for (const redirectUrl of ['https://evil.example/', 'javascript:alert(1)']) {
      const refused = await start({ flowId: 'sign-in', options: { redirectUrl } });
      expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
      expect(refused.body.errorMessage).not.toContain('evil');
    }
    const browser = new FlowBrowser(latchkey);
    for (const executionId of ['x', 'sign-in|#|x', `sign-in|#|${'0'.repeat(36)}`, `x|#|${'0'.repeat(36)}`]) {
      const request = { executionId, stepId: '1', interactionId: 'verify', input: {} };
      expect((await browser.send(request, '1.abcdefghijklmnop')).body.errorCode, executionId).toBe('E103205');
    }
  });

  test('can have odd values, which are answered with a screen', async () => {
    const odd = [1, true, {}, [], ['x'], '\u202e', '{{form.email}}', '<img onerror=alert(1)>', '__proto__'];
    for (const value of odd) {
      const browser = new FlowBrowser(latchkey);
      const input = { loginId: value, constructor: value, toString: value };
      const { status, body } = await browser.start('sign-in', { interactionId: 'continue', input });
      expect([status, body.action], JSON.stringify(value)).toEqual([200, 'screen']);
    }
    for (const interactionId of ['constructor', '__proto__', 'provider-', 'verify', 'submit']) {
      const browser = new FlowBrowser(latchkey);
      expect((await browser.start('sign-in', { interactionId })).status, interactionId).toBe(200);
    }
  });

  test('is refused if it is longer than a field, because a stranger could fill the database with it', async () => {
    const long = 'x'.repeat(1_025);
    for (const [name, interactionId] of Object.entries({
      loginId: 'createAccount',
      origin: 'continue',
      token: 'submit',
    })) {
      const input = { loginId: 'a@example.com', [name]: long };
      const browser = new FlowBrowser(latchkey);
      const refused = { status: 400, body: { errorCode: 'E011003' } };
      const { status, body } = await browser.start('sign-up-or-in', { interactionId, input });
      expect({ status, body }, name).toMatchObject(refused);
      expect(body.errorMessage).toMatch(new RegExp(`^input\\.${name} must have at most`));
      await browser.start('sign-up-or-in');
      expect(await browser.send(browser.request(interactionId, input)), name).toMatchObject(refused);
      expect(await browser.send(browser.request('submit', input), ''), name).toMatchObject(refused);
    }
  });

  test('opens no way that the project does not offer', async () => {
    for (const interactionId of ['usePasskey', 'provider-google', 'passkeyInField']) {
      const browser = new FlowBrowser(latchkey);
      await browser.start('sign-in', { interactionId, input: { transactionId: 'x', response: 'x' } });
      expect(browser.at, interactionId).toMatchObject({
        action: 'screen',
        screen: { id: 'sign-in', state: { errorText: expect.stringContaining('can’t sign in this way') } },
      });
    }
    const browser = await flows.identify(await flows.makeUser());
    for (const way of ['useEmailCode', 'useLink', 'useOrganization'])
      expect((await browser.press(way)).screen, way).toMatchObject({
        id: 'password',
        state: { errorText: expect.stringContaining('can’t sign in this way') },
      });
  });

  test('too often is answered with a text, and the form lives', async () => {
    const rateLimits = {
      signInPerAddress: { requests: 1, seconds: 60 },
      flowPerAddress: { requests: 2, seconds: 60 },
    };
    const loginId = await flows.makeUser();
    await flows.configure({ rateLimits, unlimitedAddresses: [] });
    const browser = await flows.identify(loginId, 'sign-in');
    await browser.press('signIn', { password: 'not this one at all' });
    const limited = await browser.press('signIn', { password });
    expect(limited.screen).toMatchObject({
      id: 'password',
      state: { errorText: expect.stringMatching(/Too many .*seconds/) },
    });
    await flows.identify(loginId, 'sign-in');
    const third = await flows.identify(loginId, 'sign-in');
    expect(third.at).toMatchObject({
      stepId: '0',
      screen: { id: 'sign-in', state: { errorText: expect.stringContaining('Too many') } },
    });
    latchkey.advance(120_000);
    expect((await third.press('continue', { loginId })).screen.id).toBe('password');
    expect((await browser.press('signIn', { password })).status).toBe('completed');
    await flows.configure({ unlimitedAddresses: ['127.0.0.0/8'] });
  });

  test('too often within one flow is answered with a text, too, and the form lives', async () => {
    await flows.offer('password');
    const loginId = await flows.makeUser();
    await flows.configure({
      rateLimits: {
        flowPerAddress: { requests: 2, seconds: 60 },
        signInPerAddress: { requests: 100, seconds: 60 },
      },
      unlimitedAddresses: [],
    });
    latchkey.advance(120_000);
    const browser = await flows.identify(loginId, 'sign-in');
    const texts: string[] = [];
    for (let i = 0; i < 12 && texts.length === 0; i += 1) {
      const { screen } = await browser.press(i % 2 === 0 ? 'back' : 'continue', { loginId });
      if (screen.state.errorText) texts.push(screen.state.errorText);
      // A person needs fewer than these.
      if (i < 6) expect(texts).toEqual([]);
    }
    expect(texts).toEqual([expect.stringMatching(/Too many .*seconds/)]);
    latchkey.advance(120_000);
    if (browser.at.screen.id === 'sign-in') await browser.press('continue', { loginId });
    expect((await browser.press('signIn', { password })).status).toBe('completed');
    await flows.configure({ unlimitedAddresses: ['127.0.0.0/8'] });
  });
});

test('with cookies, the last answer sets one and keeps the refresh token out of the body', async () => {
  await flows.offer('password');
  await flows.configure({ tokenDelivery: 'cookies' });
  const browser = await flows.identify(await flows.makeUser(), 'sign-in');
  const origin = new URL(page).origin;
  const answer = await latchkey.request('POST', '/v1/flow/next', {
    headers: { origin, 'x-descope-flow-nonce': [...browser.nonces.values()][0] ?? '' },
    body: browser.request('signIn', { password }),
  });
  expect(answer.headers.getSetCookie().join()).toMatch(/^DSR=[^;]+;.*HttpOnly/);
  expect(answer.body.authInfo).not.toHaveProperty('refreshJwt');
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Descope-Flow-Nonce');
  await flows.configure({ tokenDelivery: 'body' });
});
