import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowBrowser, page, password, startFlows } from '../../../../test/flows.ts';
import { codeSentTo, otherCode } from '../../../../test/messages.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
beforeAll(async () => {
  flows = await startFlows();
});
afterAll(() => flows.latchkey.close());

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
      expect(JSON.stringify(browser.at.screen.state.lead)).not.toContain(loginId);
      const done = await browser.press('verify', { code: await codeSentTo(flows.latchkey, loginId) });
      expect(done).toMatchObject({
        status: 'completed',
        action: 'none',
        authInfo: { firstSeen, user: { loginIds: [loginId], verifiedEmail: true }, claims: { amr: ['email'] } },
        lastAuth: { authMethod: 'otp', loginId },
      });
      expect(done).not.toHaveProperty('nonce');
    }
  });

  test('a wrong code stays on the screen, a new one can be sent, and back shows what was typed', async () => {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    const code = await codeSentTo(flows.latchkey, loginId);
    const wrong = await browser.press('continue', { code: otherCode(code) });
    expect(wrong).toMatchObject({
      stepId: '1',
      screen: { id: 'code', state: { errorText: 'Incorrect code. Check it, or request a new one.' } },
    });
    const again = await browser.press('resend');
    expect(again).toMatchObject({ stepId: '1', screen: { id: 'code' } });
    expect(again.screen.state).not.toHaveProperty('errorText');
    const back = await browser.press('back');
    expect(back).toMatchObject({ stepId: '0', screen: { id: 'sign-up-or-in', state: { form: { loginId } } } });
    await browser.press('continue', { email: loginId });
    const done = await browser.press('verify', { code: await codeSentTo(flows.latchkey, loginId) });
    expect(done.status).toBe('completed');
  });

  test('known, unknown and disabled users get the same answer', async () => {
    const known = await flows.makeUser();
    const disabled = await flows.makeUser();
    await flows.latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: disabled, status: 'disabled' });
    const [first, ...others] = await Promise.all(
      [known, disabled, flows.newAddress()].map(async (loginId) => {
        const { executionId: _, ...answer } = (await flows.identify(loginId, 'sign-in')).at;
        return JSON.parse(JSON.stringify(answer).replaceAll(loginId, 'ADDRESS'));
      }),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});

test('by a password, a person signs in; a wrong one stays on the screen', async () => {
  await flows.offer('password', 'emailCode');
  const loginId = await flows.makeUser();
  const browser = await flows.identify(loginId, 'sign-in');
  expect(browser.at.screen).toMatchObject({
    id: 'password',
    state: { componentsState: { usePassword: 'hide' } },
  });
  const wrong = await browser.press('signIn', { password: 'not this one at all' });
  expect(wrong.screen).toMatchObject({ id: 'password', state: { errorText: 'Incorrect login ID or password.' } });
  const done = await browser.press('signIn', { password });
  expect(done).toMatchObject({ status: 'completed', authInfo: { claims: { amr: ['pwd'] } } });
});

test('the first screen stores nothing, and goes on with its nonce', async () => {
  await flows.offer('emailCode');
  const browser = new FlowBrowser(flows.latchkey);
  const { body } = await browser.start('sign-in');
  expect(body).toMatchObject({ stepId: '0', action: 'screen', screen: { id: 'sign-in', state: {} } });
  expect(await flows.latchkey.service.db.selectFrom('flowExecutions').selectAll().where('projectId', '=', flows.latchkey.projectId).where('id', '=', body.executionId.split('|#|')[1]).execute()).toEqual([]);
  const loginId = await flows.makeUser();
  expect((await browser.press('continue', { loginId })).screen.id).toBe('code');
  expect(page).toContain('https');
});
