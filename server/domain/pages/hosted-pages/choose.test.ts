import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { newestMessageTo } from '../../../../test/messages.ts';

const password = 'a long sentence with rain in it';
const back = 'https://app.example.com/callback';

let latchkey: Latchkey;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const settings = { redirectUrls: [back], hostedPages: { redirectUrl: back } };
  await latchkey.manage('POST', '/v1/mgmt/project/settings', settings);
});
afterAll(() => latchkey.close());

interface Sent {
  loginId: string;
  path: string;
  t: string;
}

async function linkOf(loginId: string): Promise<Sent> {
  const { pathname, search, searchParams } = new URL((await newestMessageTo(latchkey, loginId)).links[0]);
  return { loginId, path: pathname + search, t: searchParams.get('t') ?? '' };
}

async function invite(): Promise<Sent> {
  counter += 1;
  const loginId = `guest${counter}@example.com`;
  const body = { loginId, email: loginId, invite: true, sendMail: true };
  expect((await latchkey.manage('POST', '/v1/mgmt/user/create', body)).status).toBe(200);
  return linkOf(loginId);
}

async function reset(): Promise<Sent> {
  counter += 1;
  const loginId = `user${counter}@example.com`;
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId, email: loginId, verifiedEmail: true });
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
  await latchkey.request('POST', '/v1/auth/password/reset', { body: { loginId } });
  return linkOf(loginId);
}

/** Opens the link up to the page that asks how to sign in from now on. */
async function open({ path, t }: Sent) {
  const browser = new FormBrowser(latchkey);
  return { browser, choose: await browser.submit(path, { t }) };
}

function signIn(loginId: string, password: string) {
  return latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });
}

async function stateOf(loginId: string) {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  const { body: listed } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { loginId });
  return { status: body.user.status, verified: body.user.verifiedEmail, sessions: listed.sessions.length };
}

const other = 'another sentence without any rain';

describe.each([
  ['an invitation', invite],
  ['a reset', reset],
])('%s', (_, send) => {
  test('is valid until the choice is made, so that a closed page can be opened again', async () => {
    const sent = await send();
    const before = await stateOf(sent.loginId);
    for (let i = 0; i < 2; i++) {
      const { choose } = await open(sent);
      expect(choose.html).toContain('name="password"');
      expect(choose.html).toContain(sent.loginId);
    }
    expect(await stateOf(sent.loginId)).toEqual(before);
    const { browser, choose } = await open(sent);
    const weak = await browser.submit(choose.path, { password: 'password' });
    expect(weak.html).toContain('You can’t use this password');
    expect(await stateOf(sent.loginId)).toEqual(before);
    const end = await browser.submit(choose.path, { password: other });
    const code = new URL(end.path).searchParams.get('code');
    const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', { body: { code } });
    expect(body.claims.amr).toEqual(['email']);
    expect((await signIn(sent.loginId, other)).status).toBe(200);
    expect((await open(sent)).choose).toMatchObject({ status: 400, location: '' });
  });

  test('accepts one choice, even from several pages at the same time', { tags: 'race' }, async () => {
    const sent = await send();
    const opened = await Promise.all([1, 2, 3].map(() => open(sent)));
    const ends = await Promise.all(
      opened.map(({ browser, choose }, i) => browser.post(choose.path, { password: `${other} ${i}` })),
    );
    const isDone = ends.map(({ location }) => location.startsWith(back));
    expect(isDone.filter(Boolean)).toHaveLength(1);
    const works = await Promise.all(isDone.map((_, i) => signIn(sent.loginId, `${other} ${i}`)));
    expect(works.map(({ status }) => status === 200)).toEqual(isDone);
    const late = opened[isDone.indexOf(false)] as (typeof opened)[number];
    expect((await late.browser.get(late.choose.path)).html).toContain('This page has expired');
  });

  test('is void on the choosing page, too, if the address has changed or the user is disabled', async () => {
    for (const change of [
      (loginId: string) =>
        latchkey.manage('POST', '/v1/mgmt/user/update/email', {
          loginId,
          email: `moved.${loginId}`,
          verified: true,
        }),
      (loginId: string) =>
        latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ]) {
      const sent = await send();
      const { browser, choose } = await open(sent);
      await change(sent.loginId);
      expect((await browser.post(choose.path, { password: other })).location).not.toContain(back);
      expect((await browser.post(choose.path, { choice: 'none' })).location).not.toContain(back);
      expect((await stateOf(sent.loginId)).sessions).toBe(0);
      expect((await open(sent)).choose.status).toBe(400);
    }
  });

  test('cannot be used at the address of sign-in links', async () => {
    const { loginId, path } = await send();
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId } });
    const { t } = await linkOf(loginId);
    expect((await open({ loginId, path, t })).choose.status).toBe(400);
  });
});
