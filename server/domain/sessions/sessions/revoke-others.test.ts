import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, newEmail } from '../../../../test/codes.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
  codeOf as ssoCodeOf,
} from '../../../../test/identity-provider.ts';
import { codeSentTo, newestMessageTo, secretOf, secretSentTo } from '../../../../test/messages.ts';
import { appUrl, codeOf, connectSimulator, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { refresh } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let codes: ReturnType<typeof codesOf>;
beforeAll(async () => {
  latchkey = await startLatchkey();
  codes = codesOf(latchkey);
  await connectSimulator(latchkey, 'acme');
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example/metadata');
  await connectTenant(latchkey, 'corp', idp);
});
afterAll(() => latchkey.close());

type Options = Record<string, unknown>;

interface Door {
  /** Signs a user in for the first time, and returns a session that others must not end. */
  register: () => Promise<{ loginId: string; refreshJwt: string }>;
  /** Requests a secret, as any caller can; `bearer` contains a refresh JWT if the caller is the user. */
  ask: (loginId: string, options: Options, bearer: string) => Promise<Answer>;
  /** Completes the request as the owner. */
  complete: (loginId: string, asked: Answer, loginOptions?: Options) => Promise<Answer>;
}

const post = (path: string, body: object, bearer?: string) =>
  latchkey.request('POST', `/v1/auth/${path}`, { body, ...(bearer && { bearer }) });

async function registerByCode() {
  const { email, refreshJwt } = await codes.register(newEmail());
  // Another test covers the limit for one recipient.
  latchkey.advance(60_000);
  return { loginId: email, refreshJwt };
}

const otp = (way: string): Door => ({
  register: registerByCode,
  ask: (loginId, loginOptions, bearer) => post(`otp/${way}/email`, { loginId, loginOptions }, bearer),
  async complete(loginId, _, loginOptions) {
    return post('otp/verify/email', { loginId, code: await codeSentTo(latchkey, loginId), loginOptions });
  },
});

const magicLink = (way: string): Door => ({
  register: registerByCode,
  ask: (loginId, loginOptions, bearer) => post(`magiclink/${way}/email`, { loginId, loginOptions }, bearer),
  async complete(loginId, _, loginOptions) {
    return post('magiclink/verify', { token: await secretSentTo(latchkey, loginId), loginOptions });
  },
});

const enchantedLink = (way: string): Door => ({
  register: registerByCode,
  ask: (loginId, loginOptions, bearer) =>
    post(`enchantedlink/${way}/email`, { loginId, loginOptions }, bearer),
  async complete(loginId, { body: { linkId, pendingRef } }) {
    const { text, links } = await newestMessageTo(latchkey, loginId);
    const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
    await post('enchantedlink/verify', { token: secretOf(links[numbers.indexOf(linkId)]) });
    return post('enchantedlink/pending-session', { pendingRef });
  },
});

let people = 0;

const oauth: Door = {
  async register() {
    const first = await new OAuthBrowser(latchkey).signIn('acme', { user: 'alice' });
    const { body } = await post('oauth/exchange', { code: codeOf(first) });
    return { loginId: body.user.loginIds[0], refreshJwt: body.refreshJwt };
  },
  ask: (_, options, bearer) =>
    post(`oauth/authorize?provider=acme&redirectURL=${encodeURIComponent(appUrl)}`, options, bearer),
  async complete(_, { body }, loginOptions) {
    const browser = new OAuthBrowser(latchkey);
    const provider = await browser.open(body.url);
    const answer = await browser.get(await browser.answer(provider, { user: 'alice' }));
    return post('oauth/exchange', { code: codeOf(answer), loginOptions });
  },
};

const sso: Door = {
  async register() {
    const loginId = `person${++people}@corp.example`;
    const { body } = await sso.complete(loginId, await sso.ask(loginId, {}, latchkey.projectId));
    return { loginId, refreshJwt: body.refreshJwt };
  },
  ask: (_, options, bearer) => post('sso/authorize?tenant=corp', options, bearer),
  async complete(nameId, { body }, loginOptions) {
    const browser = new SsoBrowser(latchkey);
    const request = await browser.open(body.url);
    const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId }));
    return post('sso/exchange', { code: ssoCodeOf(answer), loginOptions });
  },
};

const byCompletion: [string, Door][] = [
  ['a code', otp('signin')],
  ['a code, by signup-in', otp('signup-in')],
  ['a magic link', magicLink('signin')],
  ['a magic link, by signup-in', magicLink('signup-in')],
  ['OAuth', oauth],
  ['SSO', sso],
];
const doors: [string, Door][] = [
  ...byCompletion,
  ['an enchanted link', enchantedLink('signin')],
  ['an enchanted link, by signup-in', enchantedLink('signup-in')],
];

describe('revokeOtherSessions, requested when a sign-in by', () => {
  test.each(doors)(
    '%s starts, ends no session, because any caller could have requested it',
    async (_, door) => {
      const { loginId, refreshJwt } = await door.register();
      const asked = await door.ask(loginId, { revokeOtherSessions: true }, latchkey.projectId);
      const { status } = await door.complete(loginId, asked);
      expect([asked.status, status]).toEqual([200, 200]);
      expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
    },
  );

  test.each(byCompletion)('%s is completed, ends every other session', async (_, door) => {
    const { loginId, refreshJwt } = await door.register();
    const asked = await door.ask(loginId, {}, latchkey.projectId);
    const { body } = await door.complete(loginId, asked, { revokeOtherSessions: true });
    expect((await refresh(latchkey, refreshJwt)).body.errorCode).toBe('E064001');
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  });

  test.each(doors)('%s starts within a session, for step-up, ends every other one', async (_, door) => {
    const { loginId, refreshJwt } = await door.register();
    const plain = await door.complete(loginId, await door.ask(loginId, {}, latchkey.projectId));
    latchkey.advance(60_000);
    const bearer = `${latchkey.projectId}:${refreshJwt}`;
    const options = { stepup: true, revokeOtherSessions: true };
    const { body } = await door.complete(loginId, await door.ask(loginId, options, bearer));
    expect(body.claims.su).toBe(true);
    expect((await refresh(latchkey, plain.body.refreshJwt)).body.errorCode).toBe('E064001');
  });
});

describe('a session type', () => {
  const types = { revokeOtherSessionsTypes: ['mobile'] };

  test('is refused by name at every call that accepts one, and no session ends', async () => {
    const { loginId, refreshJwt } = await registerByCode();
    const loginOptions = { revokeOtherSessions: true, ...types };
    const embedded = await latchkey.manage('POST', '/v1/mgmt/user/signin/embeddedlink', { loginId });
    const calls: [string, () => Promise<Answer>][] = [
      ['otp', () => post('otp/signin/email', { loginId, loginOptions })],
      ['magic link', () => post('magiclink/signup-in/email', { loginId, loginOptions })],
      ['enchanted link', () => post('enchantedlink/signin/email', { loginId, loginOptions })],
      ['verify', () => post('magiclink/verify', { token: embedded.body.token, loginOptions })],
      ['password', () => post('password/signin', { loginId, password: 'x', loginOptions })],
      ['replace', () => post('password/replace', { loginId, oldPassword: 'x', newPassword: 'y', ...types })],
      ['totp', () => post('totp/verify', { loginId, code: '000000', loginOptions })],
      ['oauth', () => oauth.ask(loginId, types, latchkey.projectId)],
      ['sso', () => sso.ask(loginId, types, latchkey.projectId)],
      ['management', () => latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId, ...types })],
    ];
    for (const [name, call] of calls) {
      const { status, body } = await call();
      expect([status, body.errorCode], name).toEqual([400, 'E011003']);
      expect(body.errorMessage, name).toMatch(/revokeOtherSessionsTypes contains "mobile".* Leave/);
    }
    const logout = await latchkey.manage('POST', '/v1/mgmt/user/logout', {
      loginId,
      sessionTypes: ['mobile'],
    });
    expect([logout.status, logout.body.errorCode]).toEqual([400, 'E011003']);
    expect(logout.body.errorMessage).toMatch(/sessionTypes contains "mobile".* Leave/);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
    // The refusal did not use up the secret.
    const token = embedded.body.token;
    const again = { revokeOtherSessions: true, revokeOtherSessionsTypes: [] };
    expect((await post('magiclink/verify', { token, loginOptions: again })).status).toBe(200);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
  });

  test('is optional: an empty list and null end all sessions', async () => {
    for (const sessionTypes of [[], null]) {
      const { loginId, refreshJwt } = await registerByCode();
      const { status } = await latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId, sessionTypes });
      expect(status).toBe(200);
      expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
    }
  });
});
