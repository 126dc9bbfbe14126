import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowBrowser, linkSentTo, page, password, startFlows } from '../../../../test/flows.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());

/** Another tab of the same browser. */
function tabOf(browser: FlowBrowser): FlowBrowser {
  return new FlowBrowser(latchkey, browser.nonces);
}

describe('a link that signs in', () => {
  beforeAll(() => flows.offer('magicLink'));

  async function asked(flowId = 'sign-up-or-in') {
    const loginId = flows.newAddress();
    const browser = await flows.identify(loginId, flowId);
    expect(browser.at.screen).toMatchObject({
      id: 'link',
      state: { sentTo: { maskedEmail: 'u***@e***.com' } },
    });
    return { loginId, browser, link: await linkSentTo(latchkey, loginId) };
  }

  test('leads to the application’s page, where a button uses it, and the first tab goes on', async () => {
    const { loginId, browser, link } = await asked();
    expect(link.startsWith(`${page}?descope-login-flow=sign-up-or-in%7C%23%7C`)).toBe(true);
    expect(await browser.send(browser.request('polling'))).toMatchObject({
      nonce: '',
      body: { action: 'poll' },
    });
    const tab = tabOf(browser);
    expect((await tab.open(link)).body.screen.id).toBe('open-link');
    const stale = await browser.press('resend');
    expect(stale.screen.id).toBe('open-link');
    expect((await browser.press('polling')).action).toBe('poll');
    const done = await tab.press('signIn');
    expect(done).toMatchObject({ status: 'completed', authInfo: { user: { loginIds: [loginId] } } });
    expect((await browser.press('polling')).authInfo).toEqual(done.authInfo);
  });

  test('that was opened in another browser signs in there, and the one that asked is told', async () => {
    const { loginId, browser, link } = await asked();
    const elsewhere = new FlowBrowser(latchkey);
    const { body } = await elsewhere.open(link);
    expect(body).toMatchObject({ stepId: '0', screen: { id: 'open-link' } });
    expect(body.executionId).not.toBe(browser.at.executionId);
    // The one that asked cannot press that button.
    const forged = { ...elsewhere.request('signIn'), executionId: body.executionId };
    expect((await browser.send(forged, [...browser.nonces.values()][0])).status).toBe(400);
    expect((await browser.press('polling')).action).toBe('poll');
    expect((await browser.press('signIn')).screen.id).toBe('link');
    const done = await elsewhere.press('signIn');
    expect(done).toMatchObject({ status: 'completed', authInfo: { user: { loginIds: [loginId] } } });
    const told = await browser.press('polling');
    expect(told).toMatchObject({ action: 'screen', screen: { id: 'opened-elsewhere' } });
    expect(JSON.stringify(told)).not.toContain('Jwt');
    expect((await browser.press('back')).screen.id).toBe('sign-up-or-in');
  });

  test('is not spent by being opened, however often', async () => {
    const { link } = await asked();
    for (let i = 0; i < 3; i += 1) expect((await new FlowBrowser(latchkey).open(link)).status).toBe(200);
    const browser = new FlowBrowser(latchkey);
    await browser.open(link);
    expect((await browser.press('signIn')).status).toBe('completed');
    const late = new FlowBrowser(latchkey);
    await late.open(link);
    expect((await late.press('signIn')).screen).toMatchObject({
      id: 'open-link',
      state: { errorText: expect.stringContaining('already been used') },
    });
  });

  test('of a stranger tells no other browser anything', async () => {
    const victim = await asked();
    const own = await asked();
    const address = new URL(own.link);
    address.searchParams.set(
      'descope-login-flow',
      new URL(victim.link).searchParams.get('descope-login-flow') ?? '',
    );
    const attacker = new FlowBrowser(latchkey);
    await attacker.open(address.href);
    expect((await attacker.press('signIn')).authInfo.user.loginIds).toEqual([own.loginId]);
    expect((await victim.browser.press('polling')).action).toBe('poll');
  });

  test('signs up in the flow of that name, and can be sent again', async () => {
    const { browser, loginId } = await asked('sign-up');
    expect(await browser.press('resend')).toMatchObject({ stepId: '1', screen: { id: 'link' } });
    const tab = tabOf(browser);
    await tab.open(await linkSentTo(latchkey, loginId));
    expect((await tab.press('signIn')).authInfo.firstSeen).toBe(true);
  });
});

describe('a forgotten password', () => {
  beforeAll(() => flows.offer('password', 'emailCode'));

  async function forgotten() {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId, 'sign-in');
    const sent = await browser.press('forgot');
    expect(sent.screen).toMatchObject({
      id: 'reset-sent',
      state: { sentTo: { maskedEmail: 'u***@e***.com' } },
    });
    return { loginId, browser, link: await linkSentTo(latchkey, loginId) };
  }
  const newPassword = 'another long sentence with snow';

  test('is replaced on the page that the link opens, and a weak one spends nothing', async () => {
    const { loginId, browser, link } = await forgotten();
    expect((await browser.press('polling')).action).toBe('poll');
    await browser.open(link);
    expect(browser.at.screen.id).toBe('set-password');
    const weak = await browser.press('setPassword', { newPassword: 'short' });
    expect(weak.screen.state.errorText).toContain('at least');
    expect((await browser.press('setPassword', { newPassword })).status).toBe('completed');
    const again = await flows.identify(loginId, 'sign-in');
    expect((await again.press('signIn', { password })).status).toBe('waiting');
    expect((await again.press('signIn', { password: newPassword })).status).toBe('completed');
  });

  test('is replaced in another browser, and the one that asked is told', async () => {
    const { browser, link } = await forgotten();
    const elsewhere = new FlowBrowser(latchkey);
    await elsewhere.open(link);
    expect(elsewhere.at.screen.id).toBe('set-password');
    expect((await elsewhere.press('setPassword', { newPassword })).status).toBe('completed');
    expect((await browser.press('polling')).screen.id).toBe('opened-elsewhere');
  });

  test('can be sent again, and the answer says nothing about who has an account', async () => {
    const { browser } = await forgotten();
    const known = await browser.press('resend');
    const unknown = await flows.identify(flows.newAddress(), 'sign-in');
    await unknown.press('forgot');
    const { lead } = unknown.at.screen.state;
    expect(known.screen.state.lead).toBe(lead);
    expect((await browser.press('back')).screen.id).toBe('sign-in');
  });
});
