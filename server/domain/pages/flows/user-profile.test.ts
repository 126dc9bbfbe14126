import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowBrowser, password, startFlows } from '../../../../test/flows.ts';
import type { Latchkey } from '../../../../test/harness.ts';
import { codeSentTo } from '../../../../test/messages.ts';

/** The flows of the user profile widget: what users change about themselves, and what they must prove before. */
let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: Latchkey;

beforeAll(async () => {
  flows = await startFlows();
  latchkey = flows.latchkey;
});
afterAll(() => latchkey?.close());

async function signedIn(more: object = {}) {
  const loginId = await flows.makeUser(more);
  const { body } = await latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });
  const { refreshJwt, user } = body;
  return { loginId, userId: user.userId as string, refreshJwt, bearer: `${latchkey.projectId}:${refreshJwt}` };
}

async function press(flowId: string, interactionId: string, input: object, bearer?: string) {
  const browser = new FlowBrowser(latchkey);
  await browser.start(flowId, { interactionId, input, ...(bearer && { bearer }) });
  return browser;
}

const find = async (userId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?userid=${userId}`)).body.user;

describe('a detail', () => {
  test('changes with one button, and the flow ends without tokens', async () => {
    const { bearer, userId } = await signedIn();
    const { at } = await press('user-profile-name', 'save', { name: ' Ann Lee ' }, bearer);
    expect(at).toMatchObject({ status: 'completed', action: 'none' });
    expect(at.authInfo).toBeUndefined();
    expect((await find(userId)).name).toBe('Ann Lee');
  });
});

test('an address changes only with the code that is sent there', async () => {
  const { bearer, userId, loginId } = await signedIn();
  const email = flows.newAddress();
  const browser = await press('user-profile-email', 'continue', { email }, bearer);
  expect(browser.at.screen.id).toBe('user-profile-code');
  expect((await find(userId)).email).toBe(loginId);
  const wrong = await browser.press('verify', { code: '000000' });
  expect(wrong.screen.state.errorText).toContain('Incorrect code');
  const done = await browser.press('verify', { code: await codeSentTo(latchkey, email) });
  expect(done.status).toBe('completed');
  expect(await find(userId)).toMatchObject({ email, verifiedEmail: true });
});

test('a session that is not recent proves who the user is first, and then goes on', async () => {
  const { bearer, userId } = await signedIn();
  await latchkey.clock.advance(11 * 60_000);
  const browser = await press('user-profile-password', 'save', { newPassword: 'another long sentence' }, bearer);
  expect(browser.at.screen.id).toBe('step-up');
  await browser.press('usePassword');
  const done = await browser.press('continue', { password });
  expect(done).toMatchObject({ status: 'completed', authInfo: { user: { userId } } });
});
