import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowBrowser, page, startFlows } from '../../../../test/flows.ts';
import {
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { connectSimulator, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
});
afterAll(() => latchkey.close());

describe('a provider', () => {
  beforeAll(async () => {
    await connectSimulator(latchkey, 'corner', { title: 'Corner' });
    await flows.offer('emailCode', 'oauth');
  });

  /** Goes to the provider from the first screen, and comes back. */
  async function visit(fields: Record<string, string>, flowId = 'sign-up-or-in') {
    const browser = new FlowBrowser(latchkey);
    const { body } = await browser.start(flowId, { interactionId: 'provider-corner' });
    expect(body).toMatchObject({ action: 'redirect', screen: { id: '', state: {} } });
    const site = new OAuthBrowser(latchkey);
    const returned = await site.get(await site.answer(await site.open(body.redirect.url), fields));
    return { browser, location: returned.headers.get('location') ?? '' };
  }

  test('leads back to the page, which gets the session', async () => {
    const { browser, location } = await visit({ email: 'corner@example.com' });
    expect(location.startsWith(`${page}?descope-login-flow=`)).toBe(true);
    const { body } = await browser.open(location);
    expect(body).toMatchObject({ status: 'completed', authInfo: { claims: { amr: expect.any(Array) } } });
    const stranger = new FlowBrowser(latchkey);
    expect((await stranger.open(location)).body.errorCode).toBe('E108201');
  });

  test('leads back to the execution that began, and its code is of no use to anyone else', async () => {
    const { browser, location } = await visit({ email: 'corner@example.com' });
    const code = new URL(location).searchParams.get('code');
    const thief = new FlowBrowser(latchkey);
    await thief.start('sign-in');
    const { screen } = await thief.press('submit', { exchangeCode: code });
    expect(screen).toMatchObject({ id: 'provider-problem', state: { problem: expect.stringMatching(/\w/) } });
    expect((await thief.press('back')).screen.id).toBe('sign-in');
    for (const path of ['/v1/auth/oauth/exchange', '/v1/auth/sso/exchange']) {
      const { body } = await latchkey.request('POST', path, { body: { code } });
      expect(body.errorCode, path).toBe('E067102');
    }
    expect((await browser.open(location)).body.status).toBe('completed');
  });

  test('that refuses is reported by a text of a screen of its own, in our words', async () => {
    const browser = new FlowBrowser(latchkey);
    await browser.start('sign-in', { interactionId: 'provider', input: { 'oauth-provider': 'corner' } });
    for (const [err, words] of Object.entries({
      denied: 'canceled',
      'Call <b>0800 1234</b>': 'isn’t working',
      __proto__: 'isn’t working',
    })) {
      const { executionId } = browser.at;
      const address = `${page}?${new URLSearchParams({ 'descope-login-flow': `${executionId}_0`, err })}`;
      const { body } = await browser.open(address);
      expect(body.screen).toMatchObject({
        id: 'provider-problem',
        state: { problem: expect.stringContaining(words) },
      });
      expect(JSON.stringify(body)).not.toContain('0800');
      expect((await browser.press('back')).screen.id).toBe('sign-in');
    }
  });

  test('that is off, or unknown, is reported on the screen', async () => {
    for (const provider of ['github', 'nothing', '']) {
      const browser = new FlowBrowser(latchkey);
      await browser.start('sign-in', { interactionId: 'provider', input: { 'oauth-provider': provider } });
      expect(browser.at.screen, provider).toMatchObject({
        id: 'sign-in',
        state: { errorText: expect.any(String) },
      });
    }
  });

  test('does not stand in for the second factor', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
    const { browser, location } = await visit({ email: 'policy@example.com' });
    const { body } = await browser.open(location);
    expect(body).toMatchObject({ status: 'waiting', screen: { id: 'add-factor' } });
    expect(JSON.stringify(body)).not.toContain('Jwt');
    await setPolicy(latchkey, { when: 'never' });
  });
});

describe('an organization', () => {
  let idp: IdentityProvider;
  beforeAll(async () => {
    idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
    await connectTenant(latchkey, 'corp', idp, {}, { domains: ['corp.example'] });
    await flows.offer('emailCode', 'sso');
  });

  async function throughProvider(browser: FlowBrowser) {
    const { action, redirect } = await browser.press('continue');
    expect(action).toBe('redirect');
    const site = new SsoBrowser(latchkey);
    const request = await site.open(redirect.url);
    const returned = await site.post(request.acsUrl, await idp.respond(request));
    return browser.open(returned.headers.get('location') ?? '');
  }

  test('signs in its own addresses, by its domain', async () => {
    const browser = await flows.identify('alice@corp.example', 'sign-in');
    expect(browser.at.screen.id).toBe('organization');
    const { body } = await throughProvider(browser);
    expect(body).toMatchObject({
      status: 'completed',
      authInfo: { user: { loginIds: ['alice@corp.example'] }, idpResponse: { idpGroups: ['staff'] } },
    });
  });

  test('takes back nothing but its own answer, and a way that is not offered leads nowhere', async () => {
    await flows.offer('sso');
    const browser = await flows.identify('alice@corp.example', 'sign-in');
    for (const [interaction, input] of [
      ['submit', { transactionId: 'x', response: '{}' }],
      ['submit', { token: 'x' }],
      ['useEmailCode', {}],
      ['usePassword', {}],
    ] as const) {
      const { status, body } = await browser.send(browser.request(interaction, input));
      expect([status, body.action, body.screen?.id], interaction).toEqual([200, 'screen', 'organization']);
    }
    await flows.offer('emailCode', 'sso');
  });

  test('that the page names gets its people, and an unknown one breaks nothing', async () => {
    const named = await flows.identify(flows.newAddress(), 'sign-up-or-in', { options: { tenant: 'corp' } });
    expect(named.at.screen.id).toBe('organization');
    expect((await throughProvider(named)).body.status).toBe('completed');
    const unknown = await flows.identify(flows.newAddress(), 'sign-in', { options: { tenant: 'nobody' } });
    expect(unknown.at.screen.id).toBe('code');
  });

  test('can begin, and its people are signed in without a click', async () => {
    const starting = await createIdentityProvider(latchkey, 'https://idp.start.example');
    await connectTenant(latchkey, 'start', starting, { allowIdpInitiated: true });
    const site = new SsoBrowser(latchkey);
    const { acsUrl, issuer } = await site.start('start');
    const unsolicited = await starting.respond(
      { id: undefined, acsUrl, issuer },
      { nameId: 'eve@start.example' },
    );
    const returned = await site.post(acsUrl, unsolicited);
    const exchangeCode = new URL(returned.headers.get('location') ?? '').searchParams.get('code');
    const input = { exchangeCode, idpInitiated: true };
    const browser = new FlowBrowser(latchkey);
    const { body } = await browser.start('sign-up-or-in', { input });
    expect(body).toMatchObject({
      status: 'completed',
      authInfo: { user: { loginIds: ['eve@start.example'] } },
    });
    const again = new FlowBrowser(latchkey);
    await again.start('sign-up-or-in', { input });
    expect(again.at.screen).toMatchObject({
      id: 'provider-problem',
      state: { problem: expect.stringMatching(/\w/) },
    });
    expect((await again.press('back')).screen.id).toBe('sign-up-or-in');
  });

  test('has codes that belong to an execution, which no page can begin with', async () => {
    const asking = await flows.identify('alice@corp.example', 'sign-in');
    const { redirect } = await asking.press('continue');
    const site = new SsoBrowser(latchkey);
    const request = await site.open(redirect.url);
    const returned = await site.post(request.acsUrl, await idp.respond(request));
    const location = returned.headers.get('location') ?? '';
    const input = { exchangeCode: new URL(location).searchParams.get('code'), idpInitiated: true };
    const thief = new FlowBrowser(latchkey);
    await thief.start('sign-in', { input });
    expect(thief.at).toMatchObject({ action: 'screen', screen: { id: 'provider-problem' } });
    expect((await asking.open(location)).body.status).toBe('completed');
  });
});
