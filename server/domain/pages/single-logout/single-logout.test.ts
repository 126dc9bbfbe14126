import { createPrivateKey } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import type { FormBrowser, Visited } from '../../../../test/browser.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { fieldsOf, type SamlApp, samlSteps, spMetadata } from '../../../../test/saml-applications.ts';
import { logoutResponse } from '../../../protocols/saml/logout.ts';
import { inflateSamlMessage } from '../../../protocols/saml/message.ts';
import { createCertifiedKey } from '../../../protocols/saml/self-signed.ts';
import { signEnveloped } from '../../../protocols/saml/sign.ts';

type Key = Awaited<ReturnType<typeof createCertifiedKey>>;

/** An application, with its service provider. */
interface Application {
  name: string;
  app: SamlApp;
  sp: SAML;
  /** The profile of the last sign-in. */
  profile: { nameID: string; sessionIndex: string };
}

/** The request that a browser brings to an application. */
interface Asked {
  at: string;
  id: string;
  nameId: string;
  sessionIndex: string;
  request: object;
}

let provider: Provider;
let steps: ReturnType<typeof samlSteps>;
let metadata: HttpReceiver;
let key: Key;
let stranger: Key;
const logoutOf: Record<string, { redirect?: string; post?: string }> = {};

beforeAll(async () => {
  provider = await startProvider();
  [key, stranger] = await Promise.all([
    createCertifiedKey('sp.example', Date.now()),
    createCertifiedKey('stranger.example', Date.now()),
  ]);
  steps = samlSteps(provider, key);
  metadata = await startReceiver(({ path }) => ({
    status: 200,
    body: spMetadata(`${metadata.url}${path}`, key.certificatePem, logoutOf[path]),
  }));
});
afterAll(async () => {
  await provider.latchkey.close();
  await metadata.close();
});

let counter = 0;

/** Creates an application with an address for logouts, unless `binding` is `none`. */
async function createApplication(
  binding: 'redirect' | 'post' | 'none' = 'redirect',
  settings: object = {},
): Promise<Application> {
  counter += 1;
  const [name, path] = [`Application ${counter}`, `/${counter}`];
  logoutOf[path] = binding === 'none' ? {} : { [binding]: `https://sp${counter}.example.com/logout` };
  const metadataUrl = `${metadata.url}${path}`;
  const created = await steps.createApp({ name, useMetadataInfo: true, metadataUrl, ...settings });
  const app = { ...created, entityId: metadataUrl };
  const sp = await steps.serviceProvider(app);
  return { name, app, sp, profile: { nameID: '', sessionIndex: '' } };
}

/** Signs a user in to all applications, with one browser. */
async function signedInTo(
  ...applications: Application[]
): Promise<{ browser: FormBrowser; loginId: string }> {
  const browser = provider.browser();
  const loginId = await provider.makeUser({ ssoAppIds: applications.map(({ app }) => app.id) });
  for (const one of applications) {
    // They are asked in this order.
    provider.latchkey.advance(1);
    await signInTo(one, loginId, browser);
  }
  return { browser, loginId };
}

async function signInTo(one: Application, loginId: string, browser: FormBrowser): Promise<void> {
  const { profile } = await steps.signIn(one.sp, loginId, browser);
  one.profile = profile as unknown as Application['profile'];
}

/** Begins the logout at an application. Returns the page to which it leads. */
async function leave(
  browser: FormBrowser,
  { sp, profile }: Application,
  relayState = 'bye',
): Promise<Visited> {
  const url = await sp.getLogoutUrlAsync(profile as never, relayState, {});
  return provider.follow(browser, steps.pathOf(url));
}

/** Reads the request with which a page leads to an application, as the application does. */
async function askedAt(page: Visited, { sp }: Application): Promise<Asked> {
  const [, url] = /^0; url=(.*)$/.exec(page.headers.get('refresh') ?? '') ?? [];
  const query = url ? Object.fromEntries(new URL(url).searchParams) : undefined;
  const { profile } = query
    ? await sp.validateRedirectAsync(query, new URL(url ?? '').search.slice(1))
    : await sp.validatePostRequestAsync({ SAMLRequest: fieldsOf(page)['SAMLRequest'] ?? '' });
  const read = profile as unknown as { ID: string; nameID: string; sessionIndex: string };
  const at = url
    ? `${new URL(url).origin}${new URL(url).pathname}`
    : (/id="submit" method="post" action="([^"]*)"/.exec(page.html)?.[1] ?? '');
  return { at, id: read.ID, nameId: read.nameID, sessionIndex: read.sessionIndex, request: read };
}

/** Answers a request, and returns the page to which that leads. */
async function answer(
  browser: FormBrowser,
  { sp }: Application,
  { request }: Asked,
  isSuccess = true,
): Promise<Visited> {
  const url = await sp.getLogoutResponseUrlAsync(request as never, '', {}, isSuccess);
  return provider.follow(browser, steps.pathOf(url));
}

/** Reads the answer to the application that has begun the logout. */
async function answeredTo({ sp }: Application, { location }: Visited) {
  const url = new URL(location);
  const query = Object.fromEntries(url.searchParams);
  const xml = inflateSamlMessage(query['SAMLResponse'] ?? '');
  const statuses = [...xml.matchAll(/status:(\w+)"/g)].map(([, status]) => status);
  const isValid = await sp.validateRedirectAsync(query, url.search.slice(1)).then(
    () => true,
    () => false,
  );
  return { at: `${url.origin}${url.pathname}`, relayState: query['RelayState'], statuses, isValid };
}

async function failuresOf(one: Application): Promise<number> {
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/signins?id=${one.app.id}`);
  return body.signIns.filter(({ outcome }: { outcome: string }) => outcome === 'logoutFailed').length;
}

const logoutPage = () => `/logout/${provider.latchkey.projectId}`;

/** Answers for the applications, in this order. Returns the page after the last one. */
async function answerAll(
  browser: FormBrowser,
  first: Visited,
  ...applications: Application[]
): Promise<Visited> {
  let page = first;
  for (const one of applications) {
    const asked = await askedAt(page, one);
    expect(asked).toMatchObject({ nameId: one.profile.nameID, sessionIndex: one.profile.sessionIndex });
    page = await answer(browser, one, asked);
  }
  return page;
}

test('a logout at one application reaches the others one after the other, by either binding', async () => {
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  const [one, two, three] = [
    await createApplication(),
    await createApplication('redirect', { subjectNameIdFormat: transient }),
    await createApplication('post', { subjectNameIdType: 'email' }),
  ];
  const { browser } = await signedInTo(one, two, three);
  expect(new Set([one, two, three].map(({ profile }) => profile.sessionIndex)).size).toBe(3);
  const first = await leave(browser, one);
  expect(first.html).toContain(two.name);
  expect(first.html).toContain('Signing out…');
  expect((await askedAt(first, two)).at).toMatch(/^https:\/\/sp\d+\.example\.com\/logout$/);
  const last = await answerAll(browser, first, two, three);
  expect(await answeredTo(one, last)).toMatchObject({
    relayState: 'bye',
    statuses: ['Success'],
    isValid: true,
  });
  expect((await browser.get(logoutPage())).html).toContain('Nothing to finish here');
  const again = await steps.open(browser, await steps.authorizeUrl(two.sp));
  expect(again.html).toContain('name="loginId"');
});

test('an answer by the POST binding, which brings no cookies, counts', async () => {
  const [one, two] = [await createApplication(), await createApplication('post')];
  const { browser } = await signedInTo(one, two);
  const asked = await askedAt(await leave(browser, one), two);
  const xml = await signEnveloped(
    logoutResponse({
      id: '_answer',
      issuer: two.app.entityId,
      issueInstant: provider.latchkey.service.now(),
      destination: two.app.logoutUrl,
      inResponseTo: asked.id,
    }),
    { privateKey: createPrivateKey(key.privateKeyPem) },
  );
  const stranger = provider.browser();
  const form = { SAMLResponse: Buffer.from(xml).toString('base64') };
  const foreign = { origin: 'https://sp.example.com', 'sec-fetch-site': 'cross-site' };
  const { location } = await stranger.post(steps.pathOf(two.app.logoutUrl), form, foreign);
  const page = await provider.follow(browser, location);
  expect((await answeredTo(one, page)).statuses).toEqual(['Success']);
});

test('an application that refuses, or cannot be asked, makes the logout a partial one', async () => {
  const [one, two, three, four, five] = [
    await createApplication(),
    await createApplication(),
    await createApplication('none'),
    await createApplication(),
    await createApplication(),
  ];
  const { browser } = await signedInTo(one, two, three, four, five);
  await provider.manage('/v1/mgmt/sso/idp/app/saml/update', {
    id: four.app.id,
    name: four.name,
    loginPageUrl: 'https://wiki.example.com/',
    enabled: false,
    useMetadataInfo: true,
    metadataUrl: four.app.entityId,
  });
  const first = await leave(browser, one);
  await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: five.app.id });
  const last = await answer(browser, two, await askedAt(first, two), false);
  expect(await answeredTo(one, last)).toMatchObject({ statuses: ['Success', 'PartialLogout'] });
  expect([await failuresOf(two), await failuresOf(three), await failuresOf(four)]).toEqual([1, 1, 1]);
});

describe('an application that does not answer', () => {
  test('does not end the logout: the user comes back and goes on without it', async () => {
    const [one, two, three] = [
      await createApplication(),
      await createApplication(),
      await createApplication(),
    ];
    const { browser } = await signedInTo(one, two, three);
    await leave(browser, one);
    for (const path of ['/account/', '/apps/']) {
      const { location } = await browser.get(`${path}${provider.latchkey.projectId}`);
      expect(location).toBe(logoutPage());
    }
    const page = await browser.get(logoutPage());
    expect(page.html).toContain(`${two.name} didn’t respond`);
    expect(page.html).toContain('No response');
    const { request = '' } = fieldsOf(page);
    expect((await browser.post(logoutPage(), { request: 'another', do: 'skip' })).location).toBe(
      logoutPage(),
    );
    expect((await browser.get(logoutPage())).html).toContain(`${two.name} didn’t respond`);
    await browser.post(logoutPage(), { request, do: 'skip' });
    const last = await answerAll(browser, await browser.get(logoutPage()), three);
    expect((await answeredTo(one, last)).statuses).toEqual(['Success', 'PartialLogout']);
    expect(await failuresOf(two)).toBe(1);
  });

  test('can be asked again, and its late answer counts', async () => {
    const [one, two, three] = [
      await createApplication(),
      await createApplication(),
      await createApplication(),
    ];
    const { browser } = await signedInTo(one, two, three);
    const asked = await askedAt(await leave(browser, one), two);
    await browser.post(logoutPage(), { request: asked.id, do: 'again' });
    const again = await askedAt(await browser.get(logoutPage()), two);
    expect(again.id).not.toBe(asked.id);
    await browser.post(logoutPage(), { request: again.id, do: 'skip' });
    const third = await askedAt(await browser.get(logoutPage()), three);
    expect((await answer(browser, two, asked)).html).toContain(`${three.name} didn’t respond`);
    expect((await answeredTo(one, await answer(browser, three, third))).statuses).toEqual(['Success']);
  });

  test('is forgotten after fifteen minutes', async () => {
    const [one, two] = [await createApplication(), await createApplication()];
    const { browser } = await signedInTo(one, two);
    await leave(browser, one);
    provider.latchkey.advance(15 * 60_000);
    expect((await browser.get(logoutPage())).html).toContain('Nothing to finish here');
    provider.latchkey.advance(-15 * 60_000);
  });
});

test('a logout on the account page reaches all applications, and ends with what is left', async () => {
  const [one, two] = [await createApplication(), await createApplication()];
  const { browser } = await signedInTo(one, two);
  const path = `/account/${provider.latchkey.projectId}`;
  const { location } = await browser.post(path, { signOut: 'yes' });
  const first = await provider.follow(browser, location);
  const second = await answer(browser, one, await askedAt(first, one), false);
  const end = await answer(browser, two, await askedAt(second, two));
  expect(end).toMatchObject({ status: 200, location: '' });
  expect(end.html).toContain('You are signed out');
  expect(end.html).toContain(one.name);
  expect(end.html).not.toContain(two.name);
});

test('an application at which a sign-in ends while the user leaves is asked, or gets no assertion', async () => {
  const [one, two] = [await createApplication(), await createApplication()];
  const account = `/account/${provider.latchkey.projectId}`;
  for (let round = 0; round < 6; round += 1) {
    const loginId = await provider.makeUser({ ssoAppIds: [one.app.id, two.app.id] });
    const browser = provider.browser();
    await signInTo(one, loginId, browser);
    const { location } = await browser.get(steps.pathOf(await steps.authorizeUrl(two.sp)));
    const [answered] = await Promise.all([browser.get(location), browser.post(account, { signOut: 'yes' })]);
    const running = await browser.get(logoutPage());
    expect(running.html).toContain(one.name);
    expect(running.html.includes(two.name)).toBe(answered.html.includes('SAMLResponse'));
  }
});

test('a logout at an OpenID application reaches the SAML applications, and returns there', async () => {
  const saml = await createApplication();
  const client = await provider.createClient();
  const loginId = await provider.makeUser({ ssoAppIds: [saml.app.id, client.appId] });
  const browser = provider.browser();
  await signInTo(saml, loginId, browser);
  const { url, checks } = await prepare(client.config);
  const { location } = await provider.follow(browser, steps.pathOf(url.href));
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  const leaving = openid.buildEndSessionUrl(client.config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: callback,
    state: 's1',
  });
  const first = await provider.follow(browser, steps.pathOf(leaving.href));
  const last = await answerAll(browser, first, saml);
  expect(last.location).toBe(`${callback}?state=s1`);
});

describe('only the browser of the session goes on', () => {
  test('another one can neither see nor change the logout', async () => {
    const [one, two] = [await createApplication(), await createApplication()];
    const { browser } = await signedInTo(one, two);
    const asked = await askedAt(await leave(browser, one), two);
    const other = provider.browser();
    expect((await other.get(logoutPage())).html).toContain('Nothing to finish here');
    expect((await answer(other, two, asked)).html).toContain('Nothing to finish here');
    await other.post(logoutPage(), { request: asked.id, do: 'skip' });
    expect((await browser.get(logoutPage())).html).toContain(`${two.name} didn’t respond`);
  });

  test('a form of another site is refused', async () => {
    const [one, two] = [await createApplication(), await createApplication()];
    const { browser } = await signedInTo(one, two);
    const asked = await askedAt(await leave(browser, one), two);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const refused = await browser.post(logoutPage(), { request: asked.id, do: 'skip' }, foreign);
    expect(refused).toMatchObject({ status: 400, location: '' });
  });

  test('a request that names the session of another browser ends it, and asks nobody through this one', async () => {
    const [one, two] = [await createApplication(), await createApplication()];
    const { browser } = await signedInTo(one, two);
    const other = await signedInTo(two);
    const before = new Map(other.browser.cookies);
    const answered = await answeredTo(one, await leave(other.browser, one));
    expect(answered.statuses).toEqual(['Success', 'PartialLogout']);
    expect(other.browser.cookies).toEqual(before);
    expect((await steps.open(browser, await steps.authorizeUrl(one.sp))).html).toContain('name="loginId"');
  });
});

describe('an answer', () => {
  const scene = async () => {
    const [one, two, three] = [
      await createApplication(),
      await createApplication(),
      await createApplication(),
    ];
    const { browser } = await signedInTo(one, two, three);
    return { one, two, three, browser, asked: await askedAt(await leave(browser, one), two) };
  };

  test('that comes again changes nothing', async () => {
    const { one, two, three, browser, asked } = await scene();
    const third = await answer(browser, two, asked);
    const replayed = await answer(browser, two, asked, false);
    expect(replayed.html).toContain(`${three.name} didn’t respond`);
    const last = await answer(browser, three, await askedAt(third, three));
    expect((await answeredTo(one, last)).statuses).toEqual(['Success']);
  });

  test.each([
    ['to another request', (asked: Asked) => ({ ...asked, request: { ...asked.request, ID: '_other' } })],
    ['of another application', (asked: Asked) => asked],
  ])('%s does not count', async (what, change) => {
    const { two, three, browser, asked } = await scene();
    const from = what.startsWith('of') ? three : two;
    expect((await answer(browser, from, change(asked))).html).toContain(`${two.name} didn’t respond`);
  });

  test.each([
    ['not signed', { privateKey: undefined as never }, 'not signed'],
    ['signed by a stranger', 'stranger', 'not signed with any'],
    ['issued by another', { issuer: 'https://other.example' }, 'another service provider'],
  ] as const)('that is %s is refused', async (_, change, reason) => {
    const { two, browser, asked } = await scene();
    const changes = change === 'stranger' ? { privateKey: stranger.privateKeyPem } : change;
    const sp = await steps.serviceProvider(two.app, changes);
    const refused = await answer(browser, { ...two, sp }, asked);
    expect(refused).toMatchObject({ status: 400, location: '' });
    expect(refused.html).toContain(reason);
  });

  test('addressed to another application is refused', async () => {
    const { two, three, browser, asked } = await scene();
    const url = await two.sp.getLogoutResponseUrlAsync(asked.request as never, '', {}, true);
    const moved = steps.pathOf(url).replace(two.app.id, three.app.id);
    expect(await browser.get(moved)).toMatchObject({ status: 400, location: '' });
  });
});

test('an application that has begun the logout and is gone at its end gets no answer', async () => {
  const [one, two] = [await createApplication(), await createApplication()];
  const { browser } = await signedInTo(one, two);
  const first = await leave(browser, one);
  await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: one.app.id });
  const end = await answerAll(browser, first, two);
  expect([end.status, end.location]).toEqual([200, '']);
  expect(end.html).toContain('You are signed out');
});

test('an application that signs the user out by itself meanwhile is not asked', async () => {
  const [one, two, three] = [await createApplication(), await createApplication(), await createApplication()];
  const { browser } = await signedInTo(one, two, three);
  const first = await leave(browser, one);
  expect((await answeredTo(three, await leave(browser, three))).statuses).toEqual(['Success']);
  const last = await answerAll(browser, first, two);
  expect((await answeredTo(one, last)).statuses).toEqual(['Success']);
});

test('an application without a session index signs out only the user whom it names', async () => {
  const [one, two] = [await createApplication(), await createApplication()];
  const { browser } = await signedInTo(one, two);
  const { nameID } = one.profile;
  one.profile = { nameID: 'somebody else' } as never;
  const refused = await answeredTo(one, await leave(browser, one));
  expect(refused.statuses).toEqual(['Requester', 'UnknownPrincipal']);
  expect((await browser.get(`/apps/${provider.latchkey.projectId}`)).status).toBe(200);
  one.profile = { nameID } as never;
  await answerAll(browser, await leave(browser, one), two);
});

test('a session that has ended elsewhere is gone for its applications, and the answer is a success', async () => {
  const [one, two] = [await createApplication(), await createApplication()];
  const { browser, loginId } = await signedInTo(one, two);
  await provider.manage('/v1/mgmt/user/logout', { loginId });
  expect((await answeredTo(one, await leave(browser, one))).statuses).toEqual(['Success']);
});
