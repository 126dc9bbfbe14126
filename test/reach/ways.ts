import type { FormBrowser } from '../browser.ts';
import { Authenticator } from '../counterparts/authenticator.ts';
import type { Answer } from '../harness.ts';
import { codeOf, SsoBrowser } from '../identity-provider.ts';
import { newestMessageTo, secretOf } from '../messages.ts';
import { OAuthBrowser } from '../oauth-browser.ts';
import { OidcBrowser } from '../openid-provider.ts';
import { passkeysOf } from '../passkeys.ts';
import { demandOf, enrolAwaited, setPolicy } from '../sign-in-policy.ts';
import { type PasswordUser, signInByPassword, verifyTotp, withToken } from '../signed-in.ts';
import { domains, must, type World } from './world.ts';

/** A way of signing in, with the user who signs in so. */
export interface Way {
  name: string;
  /** The column of the tables. */
  column: string;
  user: PasswordUser;
  signIn(): Promise<Answer>;
  /** Signs in on the hosted page at `login`. Returns the address where the browser goes on. Absent: this way has no page. */
  open?(browser: FormBrowser, login: string): Promise<string>;
}

const password = 'Correct horse battery 7';

/** The tenants to which the users belong when they sign in. */
const first = [
  ...['member', 'exempt', 'no-longer-exempt', 'enforced-later', 'disabled-later', 'disabled-enforcing'],
  'left-later',
];

export async function createUser(world: World, loginId: string, more: string[] = []): Promise<PasswordUser> {
  const { user } = await world.manage('user/create', {
    loginId,
    email: loginId,
    verifiedEmail: true,
    password,
    userTenants: [...first, ...more].map((tenantId) => ({ tenantId, roleNames: ['Reader'] })),
    ssoAppIds: [world.shared.oidc.id, world.shared.saml.id],
  });
  // A role in the project must never stand in for one in a tenant.
  await world.manage('user/update/role/add', { loginId, roleNames: ['Reader'] });
  return { loginId, password, userId: user.userId as string };
}

export async function createImpersonator(world: World, loginId: string): Promise<PasswordUser> {
  const user = await createUser(world, loginId);
  await world.manage('user/update/role/add', { loginId, roleNames: ['Support'] });
  return user;
}

/** Creates the users, before any tenant is disabled or enforces SSO. */
export async function createWays(world: World): Promise<Way[]> {
  const { latchkey, here, manage, idp, provider, pathOf } = world;
  const post = (path: string, body: object) => latchkey.request('POST', `/v1/auth/${path}`, { body });
  const named = (name: string) => createUser(world, `${name}@example.com`);

  const byPassword = (user: PasswordUser) => async (browser: FormBrowser, login: string) => {
    await browser.get(login);
    const asked = await browser.submit(login, { loginId: user.loginId });
    return (await browser.post(asked.path, { password })).location;
  };

  /** A way whose code the page takes as it comes from the provider. */
  function byCode(
    name: string,
    column: string,
    user: PasswordUser,
    begin: () => Promise<Answer>,
    api: string,
  ) {
    const code = async () => {
      const code = codeOf(await begin());
      if (!code) throw new Error(`no code: ${name}`);
      return code;
    };
    return {
      name,
      column,
      user,
      signIn: async () => post(`${api}/exchange`, { code: await code() }),
      open: async (_: FormBrowser, login: string) => {
        const { searchParams } = new URL(login, here.baseUrl);
        const to = new URL(searchParams.get('redirectUrl') ?? '');
        to.searchParams.set('code', await code());
        to.searchParams.set('state', searchParams.get('state') ?? '');
        return to.href;
      },
    };
  }

  const plain = await named('password');
  const linked = await named('link');
  const keyed = await named('passkey');
  const corner = await named('oauth');
  const vouched = await named('management');
  const ofA = await createUser(world, `ann@${domains.a}`, ['a', 'b']);
  const ofB = await createUser(world, `bob@${domains.b}`, ['a', 'b']);
  const impersonated = await createUser(world, 'impersonated@example.com', ['a', 'b']);
  const support = await createImpersonator(world, 'support@example.com');

  const passkeys = passkeysOf(latchkey);
  const authenticator = new Authenticator();
  const { refreshJwt } = must(await signInByPassword(latchkey, keyed));
  must(await passkeys.add(authenticator, keyed.loginId, refreshJwt));

  const atCorner = { nameId: corner.loginId, email: corner.loginId, name: 'Owner', fault: 'none' };
  return [
    {
      name: 'password',
      column: 'no SSO',
      user: plain,
      signIn: () => signInByPassword(latchkey, plain),
      open: byPassword(plain),
    },
    {
      name: 'magic link',
      column: 'no SSO',
      user: linked,
      async signIn() {
        must(await post('magiclink/signin/email', { loginId: linked.loginId }));
        const { links } = await newestMessageTo(latchkey, linked.loginId);
        return post('magiclink/verify', { token: secretOf(links[0]) });
      },
      async open(browser, login) {
        await browser.get(login);
        const asked = await browser.submit(login, { loginId: linked.loginId });
        await browser.submit(asked.path, { method: 'magicLink' });
        const { links } = await newestMessageTo(latchkey, linked.loginId);
        return (await browser.post(pathOf(links[0]), { t: secretOf(links[0]) })).location;
      },
    },
    {
      name: 'passkey',
      column: 'no SSO',
      user: keyed,
      signIn: () => passkeys.signIn(authenticator, keyed.loginId),
      async open(browser, login) {
        const page = login.replace('?', '/passkey?');
        await browser.get(login);
        const { transactionId, options } = JSON.parse((await browser.post(page, { start: 'yes' })).html);
        const { origin } = new URL(here.baseUrl);
        const response = authenticator.get(JSON.stringify(options), { origin });
        return (await browser.post(page, { transactionId, response })).location;
      },
    },
    byCode('OAuth', 'no SSO', corner, () => new OAuthBrowser(here).signIn('corner', atCorner), 'oauth'),
    ...(await withSecondFactor(world, named)),
    {
      name: 'management key',
      column: 'no SSO',
      user: vouched,
      signIn: () => latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId: vouched.loginId }),
    },
    byCode(
      ...(['SSO of a', 'SSO of a', ofA] as const),
      async () => {
        const browser = new SsoBrowser(here);
        const request = await browser.start('a');
        return browser.post(request.acsUrl, await idp.respond(request, { nameId: ofA.loginId }));
      },
      'sso',
    ),
    byCode(
      ...(['SSO of b', 'SSO of b', ofB] as const),
      async () => {
        const browser = new OidcBrowser(here);
        const claims = { sub: 'bob', email: ofB.loginId, email_verified: true };
        return browser.get(await provider.signIn(await browser.start('b'), claims));
      },
      'sso',
    ),
    {
      name: 'impersonation',
      column: 'impersonation',
      user: impersonated,
      async signIn() {
        const request = { impersonatorId: support.userId, loginId: impersonated.loginId };
        const { jwt } = await manage('impersonate', { ...request, validateConsent: false });
        return withToken(latchkey, 'POST', '/v1/auth/refresh', jwt, {});
      },
    },
  ];

  /** Sign-ins by password that a policy demands more of. The policy is removed when they are done. */
  async function withSecondFactor(
    world: World,
    named: (name: string) => Promise<PasswordUser>,
  ): Promise<Way[]> {
    const { latchkey } = world;
    const demanding = async <T>(work: () => Promise<T>): Promise<T> => {
      await setPolicy(latchkey, { when: 'newDevice', methods: ['totp', 'recoveryCode'] });
      const done = await work();
      await setPolicy(latchkey, { when: 'never', methods: ['totp'] });
      return done;
    };
    const prepare = async (name: string) => {
      const user = await named(name);
      const { code } = await enrolAwaited(latchkey, user, await demandOf(latchkey, user));
      const { refreshJwt } = await demandOf(latchkey, user);
      const input = { loginId: user.loginId, code: code(), loginOptions: { mfa: true, trustDevice: true } };
      return { user, session: must(await verifyTotp(latchkey, input, refreshJwt)) };
    };
    return demanding(async () => {
      const device = await prepare('device');
      let token = device.session.trustedDeviceJwt as string;
      const { user, session } = await prepare('recovery');
      const { loginId } = user;
      const made = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', session.refreshJwt, {
        loginId,
      });
      const codes: string[] = must(made).codes.map(({ code }: { code: string }) => code);
      return [
        {
          name: 'trusted device',
          column: 'no SSO',
          user: device.user,
          signIn: () =>
            demanding(async () => {
              const answer = await latchkey.request('POST', '/v1/auth/password/signin', {
                body: { loginId: device.user.loginId, password },
                headers: { 'x-descope-trusted-device-token': token },
              });
              token = answer.body.trustedDeviceJwt ?? token;
              return answer;
            }),
          open: (browser, login) => {
            browser.cookies.set('DTD', token);
            return demanding(() => byPassword(device.user)(browser, login));
          },
        },
        {
          name: 'recovery code',
          column: 'no SSO',
          user,
          signIn: () =>
            demanding(async () => {
              const answer = await signInByPassword(latchkey, user);
              if (answer.body.errorCode !== 'E064007') return answer;
              const body = { loginId, code: codes.pop(), loginOptions: { mfa: true } };
              const { refreshJwt } = answer.body.mfa;
              return withToken(latchkey, 'POST', '/v1/auth/recovery-codes/signin', refreshJwt, body);
            }),
          open: (browser, login) =>
            demanding(async () => {
              const asked = pathOf(await byPassword(user)(browser, login));
              await browser.get(asked);
              const { path } = await browser.submit(asked, { factor: 'recoveryCode' });
              return (await browser.post(path, { code: codes.pop() ?? '' })).location;
            }),
        },
      ];
    });
  }
}
