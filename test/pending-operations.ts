import { totpCode } from './authenticator-app.ts';
import { Authenticator } from './counterparts/authenticator.ts';
import type { Answer, Latchkey } from './harness.ts';
import {
  codeOf as codeOfSso,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from './identity-provider.ts';
import { newestMessageTo, secretOf } from './messages.ts';
import { codeOf, connectSimulator, exchange, OAuthBrowser } from './oauth-browser.ts';
import { passkeysOf } from './passkeys.ts';
import { type PasswordUser, withToken } from './signed-in.ts';

export interface PendingUser extends PasswordUser {
  email: string;
  /** The refresh JWT of the session that begins the operation. */
  refreshJwt: string;
}

/** An operation that begins in one request and ends in another. */
export interface PendingOperation {
  name: string;
  /** True if it also ends with the session that began it, and not only with all access of the user. */
  isOfSession: boolean;
  /**
   * Begins it, and returns the function that finishes it. `by`: the credentials after the project ID in the
   * bearer; pages in a browser read none.
   */
  begin(user: PendingUser): Promise<(by?: string) => Promise<Answer>>;
}

const provider = 'acme';

function bearerOf({ projectId }: Latchkey, by?: string): string {
  return [projectId, by].filter(Boolean).join(':');
}

export async function pendingOperations(latchkey: Latchkey): Promise<PendingOperation[]> {
  await connectSimulator(latchkey, provider);
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  return [
    ...enrolments(latchkey),
    ...signInsAtProviders(latchkey),
    ...ssoSignIns(latchkey, idp),
    ...enchantedLinks(latchkey),
    consent(latchkey),
  ];
}

function enrolments(latchkey: Latchkey): PendingOperation[] {
  const passkeys = passkeysOf(latchkey);
  return [
    {
      name: 'an authenticator app',
      isOfSession: true,
      async begin({ loginId, refreshJwt }) {
        const { body } = await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, { loginId });
        return (by) =>
          latchkey.request('POST', '/v1/auth/totp/verify', {
            bearer: bearerOf(latchkey, by),
            body: { loginId, code: totpCode(body.key, latchkey.service.now()) },
          });
      },
    },
    {
      name: 'a passkey',
      isOfSession: true,
      async begin({ loginId, refreshJwt }) {
        const started = await passkeys.start('update', { loginId }, refreshJwt);
        const response = new Authenticator().create(started.options);
        return (by) => passkeys.finish('update', started.transactionId, response, by);
      },
    },
    {
      name: 'a passkey as second factor',
      isOfSession: true,
      async begin({ loginId, refreshJwt }) {
        const authenticator = new Authenticator();
        await passkeys.add(authenticator, loginId, refreshJwt);
        const wanted = { loginId, loginOptions: { mfa: true } };
        const started = await passkeys.start('signin', wanted, refreshJwt);
        const response = authenticator.get(started.options);
        return (by) => passkeys.finish('signin', started.transactionId, response, by);
      },
    },
  ];
}

function signInsAtProviders(latchkey: Latchkey): PendingOperation[] {
  const fields = ({ email }: PendingUser) => ({ nameId: `sub-${email}`, email, name: 'Ada' });
  const linking = ({ refreshJwt }: PendingUser) =>
    ({ path: '/update', bearer: `${latchkey.projectId}:${refreshJwt}` }) as const;
  return [
    {
      name: 'the answer of a provider that is to be added',
      isOfSession: true,
      async begin(user) {
        const browser = new OAuthBrowser(latchkey);
        const answer = await browser.answer(await browser.start(provider, linking(user)), fields(user));
        return async () => {
          const answered = await browser.get(answer);
          const { searchParams } = new URL(answered.headers.get('location') as string);
          return { ...answered, status: searchParams.has('code') ? 200 : 401 };
        };
      },
    },
    {
      name: 'the code of a provider that was added',
      isOfSession: true,
      async begin(user) {
        const answer = await new OAuthBrowser(latchkey).signIn(provider, fields(user), linking(user));
        codeOf(answer);
        return (by) => exchange(latchkey, answer, by);
      },
    },
    {
      name: 'the answer of a provider as second factor',
      isOfSession: true,
      async begin(user) {
        await new OAuthBrowser(latchkey).signIn(provider, fields(user));
        const browser = new OAuthBrowser(latchkey);
        const { bearer } = linking(user);
        const at = await browser.start(provider, { bearer, body: { mfa: true } });
        const answer = await browser.answer(at, fields(user));
        return async (by) => {
          const answered = await browser.get(answer);
          const { searchParams } = new URL(answered.headers.get('location') as string);
          return searchParams.has('code') ? exchange(latchkey, answered, by) : { ...answered, status: 401 };
        };
      },
    },
    {
      name: 'the code of a sign-in at a provider',
      isOfSession: false,
      async begin(user) {
        const answer = await new OAuthBrowser(latchkey).signIn(provider, fields(user));
        codeOf(answer);
        return (by) => exchange(latchkey, answer, by);
      },
    },
  ];
}

function ssoSignIns(latchkey: Latchkey, idp: IdentityProvider): PendingOperation[] {
  let count = 0;
  const signIn = async (tenant: string, nameId: string, options: { by?: string; body?: object } = {}) => {
    const { by, body = {} } = options;
    const bearer = bearerOf(latchkey, by);
    const asked = await latchkey.request('POST', `/v1/auth/sso/authorize?tenant=${tenant}`, { bearer, body });
    const browser = new SsoBrowser(latchkey);
    const request = await browser.open(asked.body.url);
    const answer = await idp.respond(request, { nameId });
    return async () => codeOfSso(await browser.post(request.acsUrl, answer));
  };
  const exchangeCode = (code: string | undefined, by?: string) =>
    latchkey.request('POST', '/v1/auth/sso/exchange', { bearer: bearerOf(latchkey, by), body: { code } });
  /** Makes the identity provider the origin of the user. */
  const join = async (user: PendingUser) => {
    const tenant = `pending-${++count}`;
    const nameId = `employee-${user.email}`;
    await connectTenant(latchkey, tenant, idp);
    const { body } = await exchangeCode(await (await signIn(tenant, nameId))());
    await adoptUser(latchkey, user, body.user.userId);
    return { tenant, nameId };
  };
  return [
    {
      name: 'the code of a sign-in at a tenant’s identity provider',
      isOfSession: false,
      async begin(user) {
        const { tenant, nameId } = await join(user);
        const code = await (await signIn(tenant, nameId))();
        return (by) => exchangeCode(code, by);
      },
    },
    {
      name: 'the answer of a tenant’s identity provider as second factor',
      isOfSession: true,
      async begin(user) {
        const { tenant, nameId } = await join(user);
        const answer = await signIn(tenant, nameId, { by: user.refreshJwt, body: { mfa: true } });
        return async (by) => exchangeCode((await answer()) ?? '', by);
      },
    },
  ];
}

/** Makes the fixture's user one who came from an identity provider. */
async function adoptUser(latchkey: Latchkey, user: PendingUser, userId: string): Promise<void> {
  const manage = async (path: string, body: object) => {
    const answer = await latchkey.manage('POST', `/v1/mgmt/user/${path}`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  const email = `sso-${user.email}`;
  await manage('update/loginid', { loginId: `employee-${user.email}`, newLoginId: email });
  await manage('update/email', { loginId: email, email, verified: true });
  if (user.password) await manage('password/set/active', { loginId: email, password: user.password });
  const { body } = await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId: email });
  Object.assign(user, { loginId: email, email, userId, refreshJwt: body.refreshJwt });
}

function enchantedLinks(latchkey: Latchkey): PendingOperation[] {
  const confirm = (token: string, refreshJwt?: string) =>
    latchkey.request('POST', '/v1/auth/enchantedlink/verify', {
      body: { token },
      bearer: bearerOf(latchkey, refreshJwt),
    });
  const collect = (pendingRef: string, by?: string) =>
    latchkey.request('POST', '/v1/auth/enchantedlink/pending-session', {
      body: { pendingRef },
      bearer: bearerOf(latchkey, by),
    });
  const ask = async (path: string, body: object, refreshJwt?: string): Promise<Answer['body']> => {
    const bearer = bearerOf(latchkey, refreshJwt);
    const answer = await latchkey.request('POST', `/v1/auth/enchantedlink/${path}/email`, { body, bearer });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const approve = async (email: string, linkId: string, refreshJwt?: string) =>
    confirm(await rightSecret(latchkey, email, linkId), refreshJwt);
  return [
    {
      name: 'an enchanted link that is not approved',
      isOfSession: false,
      async begin({ loginId, email }) {
        const { pendingRef, linkId } = await ask('signin', { loginId });
        const token = await rightSecret(latchkey, email, linkId);
        return async (by) => {
          await confirm(token, by);
          return collect(pendingRef, by);
        };
      },
    },
    {
      name: 'the session of an enchanted link that was approved',
      isOfSession: false,
      async begin({ loginId, email }) {
        const { pendingRef, linkId } = await ask('signin', { loginId });
        await approve(email, linkId);
        return (by) => collect(pendingRef, by);
      },
    },
    {
      name: 'the session of an enchanted link that was approved as second factor',
      isOfSession: true,
      async begin({ loginId, email, refreshJwt }) {
        const asked = { loginId, loginOptions: { mfa: true } };
        const { pendingRef, linkId } = await ask('signin', asked, refreshJwt);
        await approve(email, linkId);
        return (by) => collect(pendingRef, by);
      },
    },
    {
      name: 'the session of an enchanted link that changed the address',
      isOfSession: true,
      async begin(user) {
        const { loginId, refreshJwt } = user;
        const email = `new-${user.email}`;
        const { pendingRef, linkId } = await ask('update', { loginId, email }, refreshJwt);
        await approve(email, linkId, refreshJwt);
        user.email = email;
        return (by) => collect(pendingRef, by);
      },
    },
  ];
}

async function rightSecret(latchkey: Latchkey, email: string, linkId: string): Promise<string> {
  const { text, links } = await newestMessageTo(latchkey, email);
  const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
  return secretOf(links.find((_: string, index: number) => numbers[index] === linkId));
}

function consent(latchkey: Latchkey): PendingOperation {
  return {
    name: 'the page that asks for consent to an impersonation',
    isOfSession: true,
    async begin({ refreshJwt }) {
      const path = '/v1/auth/me/consent/impersonation/link';
      const asked = { redirectUrl: 'http://127.0.0.1:9/app' };
      const { body } = await withToken(latchkey, 'POST', path, refreshJwt, asked);
      const link = new URL(body.url).searchParams.get('link') as string;
      return async () => {
        const answered = await latchkey.request('POST', body.url.replace(latchkey.baseUrl, ''), {
          bearer: null,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          rawBody: new URLSearchParams({ link, answer: 'allow', duration: 'week' }).toString(),
        });
        return { ...answered, status: answered.status === 303 ? 200 : 401 };
      };
    },
  };
}
