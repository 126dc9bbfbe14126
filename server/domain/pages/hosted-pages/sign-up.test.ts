import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { codeOf, type HostedPages, password, startHostedPages } from '../../../../test/hosted-pages.ts';
import { codeSentTo, newestMessageTo } from '../../../../test/messages.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { enrolTotp, refresh, signInByPassword } from '../../../../test/signed-in.ts';

let pages: HostedPages;
let latchkey: HostedPages['latchkey'];
let browser: FormBrowser;
beforeAll(async () => {
  pages = await startHostedPages();
  ({ latchkey } = pages);
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  browser = new FormBrowser(latchkey);
  await pages.configure({ hostedPages: { signInMethods: allMethods, signUpProvesAddress: true } });
});

const allMethods = ['password', 'emailCode', 'smsCode', 'magicLink', 'totp', 'sso', 'passkey'];
const start = () => pages.at('sign-up');
const isChoice = (path: string) => path.startsWith(`/login/${latchkey.projectId}/choose?`);

let counter = 0;
const newEmail = () => `new${++counter}@sign-up.example`;

/** Begins a sign-up, up to the page that asks for the proof. */
async function begin(loginId: string, name = '') {
  await browser.get(start());
  return browser.submit(start(), { loginId, name });
}

async function prove(loginId: string, name?: string) {
  const { path } = await begin(loginId, name);
  return browser.submit(path, { code: await codeSentTo(latchkey, loginId) });
}

async function userOf(loginId: string) {
  const address = `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`;
  return (await latchkey.manage('GET', address)).body.user;
}

describe('a sign-up on the sign-in page', () => {
  test.each(['password', 'emailCode', 'magicLink'])(
    'is offered to every name that the step of %s asks about, with and without an account',
    async (method) => {
      const known = newEmail();
      await latchkey.manage('POST', '/v1/mgmt/user/create', {
        loginId: known,
        email: known,
        verifiedEmail: true,
      });
      const offers = async () => {
        const found: (string | undefined)[] = [];
        for (const loginId of [known, newEmail()]) {
          await browser.get(pages.at('start'));
          const asked = await browser.submit(pages.at('start'), { loginId });
          const shown = method === 'password' ? asked : await browser.submit(asked.path, { method });
          expect(shown.html).toContain(loginId);
          found.push(/<a href="([^"]*sign-up[^"]*)">Create an account/.exec(shown.html)?.[1]);
        }
        return found;
      };
      const [first, second] = await offers();
      expect([first, second]).toEqual([expect.stringContaining('/sign-up'), first]);
      await pages.configure({ hostedPages: { signUp: false } });
      expect(await offers()).toEqual([undefined, undefined]);
      await pages.configure({ hostedPages: { signUp: true } });
    },
  );

  test('leads from the address by a code to a password, and creates no account before the code', async () => {
    const loginId = newEmail();
    const asked = await begin(loginId, 'Fred');
    expect(asked.html).toContain(`We’ve sent a 6-digit code to ${loginId}.`);
    expect(asked.html).not.toContain('type="password"');
    expect(await userOf(loginId)).toBeUndefined();
    const choose = await browser.submit(asked.path, { code: await codeSentTo(latchkey, loginId) });
    expect(isChoice(choose.path)).toBe(true);
    expect(choose.html).toContain(`${loginId} is confirmed.`);
    expect(await userOf(loginId)).toMatchObject({ verifiedEmail: true, password: false, name: 'Fred' });
    const weak = await browser.submit(choose.path, { password: 'password' });
    expect(weak.html).toContain('You can’t use this password');
    const end = await browser.submit(weak.path, { password });
    const { body } = await pages.exchange(codeOf(end.path));
    expect(body).toMatchObject({ firstSeen: true, user: { loginIds: [loginId], verifiedEmail: true } });
    expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(200);
  });

  test('leads by a link to the same choice, where it is opened', async () => {
    const loginId = newEmail();
    const { path } = await begin(loginId);
    const sent = await browser.submit(path, { method: 'magicLink' });
    expect(sent.html).toContain(`We’ve sent a link to ${loginId}.`);
    const [link] = (await newestMessageTo(latchkey, loginId)).links;
    const { pathname, search, searchParams } = new URL(link);
    browser = new FormBrowser(latchkey);
    const choose = await browser.submit(pathname + search, { t: searchParams.get('t') ?? '' });
    expect(isChoice(choose.path)).toBe(true);
    const end = await browser.submit(choose.path, { password });
    expect((await pages.exchange(codeOf(end.path))).body.user).toMatchObject({ loginIds: [loginId] });
  });

  test('can end without a choice, with an authenticator, or with a passkey, which can be taken back', async () => {
    // To browsers, `localhost` can have passkeys. An IP address cannot.
    latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
    const plain = await prove(newEmail());
    for (const choice of ['passkey', 'totp', 'none']) expect(plain.html).toContain(`value="${choice}"`);
    const end = await browser.submit(plain.path, { choice: 'none' });
    expect((await pages.exchange(codeOf(end.path))).body.claims.amr).toEqual(['email']);
    browser = new FormBrowser(latchkey);
    const chosen = await prove(newEmail());
    expect((await browser.submit(chosen.path, { choice: 'totp' })).html).toContain('<code class="key">');
    const passkey = await browser.submit(chosen.path, { choice: 'passkey' });
    expect(passkey.html).toContain('Create a passkey');
    const back = /<p class="other"><a href="([^"]+)"/.exec(passkey.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const again = await browser.get(back);
    expect(again.html).toContain('name="password"');
    expect((await browser.submit(back, { password })).path).toContain('code=');
    latchkey.service.baseUrl = latchkey.baseUrl;
  });

  test('that is broken off after the code leaves an account that its owner can enter by a reset', async () => {
    const loginId = newEmail();
    await prove(loginId);
    await latchkey.request('POST', '/v1/auth/password/reset', { body: { loginId } });
    expect((await newestMessageTo(latchkey, loginId)).kind).toBe('passwordReset');
  });

  test('looks the same for the address of an account, and signs in its owner', async () => {
    const known = await pages.makeUser();
    const fresh = newEmail();
    const seen: string[] = [];
    for (const loginId of [known, fresh]) {
      browser = new FormBrowser(latchkey);
      const asked = await begin(loginId);
      const wrong = await browser.submit(asked.path, { code: '000000' });
      seen.push(`${asked.html}${wrong.html}`.replaceAll(loginId, 'X'));
    }
    expect(seen[1]).toBe(seen[0]);
    browser = new FormBrowser(latchkey);
    const end = await prove(known);
    const { body } = await pages.exchange(codeOf(end.path));
    expect(body).toMatchObject({ firstSeen: false, user: { loginIds: [known] } });
    expect((await signInByPassword(latchkey, { loginId: known, password })).status).toBe(200);
  });

  test('with the address of an account that another person has prepared takes it over', async () => {
    const loginId = newEmail();
    const planted = await latchkey.request('POST', '/v1/auth/password/signup', {
      body: { loginId, password },
    });
    await enrolTotp(latchkey, { loginId }, planted.body.refreshJwt);
    // The owner chooses how to sign in, like anyone else who signs up.
    const choose = await prove(loginId);
    expect(isChoice(choose.path)).toBe(true);
    const end = await browser.submit(choose.path, { choice: 'none' });
    const { user } = (await pages.exchange(codeOf(end.path))).body;
    expect(user).toMatchObject({ userId: planted.body.user.userId, password: false, TOTP: false });
    expect((await refresh(latchkey, planted.body.refreshJwt)).status).toBe(401);
    expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(401);
  });

  test.each(['ann.typo.example.com', 'ann@', 'ann@example', 'ann smith', '0171 2345678', '12345'])(
    'refuses “%s”, which is no address, at its field, and keeps what was typed',
    async (loginId) => {
      const { path, html } = await begin(loginId, 'Ann');
      expect(path).toBe(start());
      expect(html).toContain(
        'id="loginId-problem" role="alert">Enter an email address, such as name@example.com, or a phone number',
      );
      expect(html).toContain(`value="${loginId}"`);
      expect(html).toContain('value="Ann"');
      expect(await userOf(loginId)).toBeUndefined();
    },
  );

  test.each(['ann', 'ann@sign-up.example'])(
    'of “%s” cannot go around the proof by the address of another step',
    async (loginId) => {
      await begin(loginId);
      expect((await browser.get(pages.at('password'))).location).toBe(pages.at());
      expect((await browser.post(pages.at('password'), { password })).status).toBe(400);
      for (const step of ['choose', 'add-passkey', 'add-factor', 'enrol']) {
        const form = { password, choice: 'none', start: 'yes', factor: 'totp', code: '123456' };
        expect((await browser.post(pages.at(step), form)).status).toBe(400);
        expect((await browser.get(pages.at(step))).location).toBe(pages.at());
      }
      expect(await userOf(loginId)).toBeUndefined();
    },
  );

  test('with a phone number sends a text message', async () => {
    const phone = '+12025551777';
    const choose = await prove(phone);
    expect(isChoice(choose.path)).toBe(true);
    expect(await userOf(phone)).toMatchObject({ verifiedPhone: true, password: false });
  });

  test('of a project with passwords only sends a code all the same, and asks for the password', async () => {
    await pages.configure({ hostedPages: { signInMethods: ['password'] } });
    const choose = await prove(newEmail());
    expect(choose.html).toContain('name="password"');
    expect(choose.html).not.toContain('value="none"');
    expect(isChoice((await browser.submit(choose.path, { choice: 'none' })).path)).toBe(true);
    expect((await browser.submit(choose.path, { password })).path).toContain('code=');
  });

  test('of a project without passwords and passkeys ends after the code', async () => {
    await pages.configure({ hostedPages: { signInMethods: ['emailCode', 'totp'] } });
    expect((await prove(newEmail())).path).toContain('code=');
  });

  test('first adds the second factor that the policy demands, and then lets the user choose', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
    const loginId = newEmail();
    const add = await prove(loginId);
    expect(add.path).toContain('/add-factor?');
    const enrol = await browser.submit(add.path, { factor: 'totp' });
    const key = (/<code class="key">([^<]+)</.exec(enrol.html)?.[1] ?? '').replaceAll(' ', '');
    const choose = await browser.submit(enrol.path, { code: totpCode(key, latchkey.service.now()) });
    expect(isChoice(choose.path)).toBe(true);
    const end = await browser.submit(choose.path, { password });
    expect((await pages.exchange(codeOf(end.path))).body.claims.amr).toEqual(['email', 'totp', 'mfa']);
    expect(await userOf(loginId)).toMatchObject({ password: true, TOTP: true });
    await setPolicy(latchkey, { when: 'never', methods: [] });
  });
});

describe('without the proof, as in projects of earlier versions', () => {
  test('anyone signs up under any name with a password, and the page says so', async () => {
    await pages.configure({ hostedPages: { signUpProvesAddress: false } });
    expect((await browser.get(start())).html).toContain('Email, phone number or username');
    const asked = await begin('a-username');
    const end = await browser.submit(asked.path, { password });
    expect((await pages.exchange(codeOf(end.path))).body.user).toMatchObject({ loginIds: ['a-username'] });
  });

  test('a project that has never stored the setting keeps it off', async () => {
    const { db, projectId } = { db: latchkey.context.db, projectId: latchkey.projectId };
    const row = await db
      .selectFrom('projects')
      .select('settings')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    const settings = JSON.parse(row.settings);
    delete settings.hostedPages.signUpProvesAddress;
    await db
      .updateTable('projects')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', projectId)
      .execute();
    await pages.configure({ locale: 'en' });
    const { body } = await latchkey.manage('GET', '/v1/mgmt/project/settings');
    expect(body.settings?.hostedPages ?? body.hostedPages).toMatchObject({ signUpProvesAddress: false });
  });
});
