import type { Answer, Latchkey } from '../harness.ts';
import { codeOf as codeOfSso, createIdentityProvider, SsoBrowser } from '../identity-provider.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../oauth-browser.ts';
import { OidcBrowser, startOpenIdProvider } from '../openid-provider.ts';
import { claimsOf } from '../signed-in.ts';

/** An address, the account that somebody else makes with it, and everything that only this test knows them by. */
export interface Case {
  /** In every name that must be free. */
  tag: string;
  kind: 'email' | 'phone';
  /** The owner's address. */
  victim: string;
  /** The domain of the owner's address, when it is an email. */
  domain: string;
  /** The other kind of address, which the creator of the account owns. */
  own: string;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

export const password = 'a long and unusual sentence';

/** At which the creators of accounts and the owners sign in, each as themselves. */
export const [creatorsProvider, ownersProvider] = ['acme', 'globex'] as const;

/** One project with providers, and identity providers that tenants are connected to as a case needs them. */
export async function createWorld(latchkey: Latchkey) {
  await connectSimulator(latchkey, creatorsProvider);
  await connectSimulator(latchkey, ownersProvider);
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  const openIdProvider = await startOpenIdProvider(latchkey);
  let count = 0;

  const post = (path: string, body: object, refreshJwt?: string): Promise<Answer> =>
    latchkey.request('POST', `/v1/auth/${path}`, {
      bearer: [latchkey.projectId, refreshJwt].filter(Boolean).join(':'),
      body,
    });

  async function manage(path: string, body: object): Promise<Answer['body']> {
    return must(await latchkey.manage('POST', `/v1/mgmt/${path}`, body));
  }

  await manage('role/create', { name: 'Given' });
  await manage('role/create', { name: 'Impersonator', permissionNames: ['Impersonate'] });
  await manage('tenant/create', { id: 'given', name: 'Given' });
  await manage('user/create', { loginId: 'support', roleNames: ['Impersonator'] });

  async function exchangeSso(answer: Answer): Promise<Answer> {
    const code = codeOfSso(answer);
    return code ? post('sso/exchange', { code }) : { ...answer, status: 401 };
  }

  return {
    latchkey,
    idp,
    openIdProvider,
    post,
    manage,
    newCase(kind: Case['kind']): Case {
      count += 1;
      const [tag, domain] = [`case-${count}`, `case${count}.example`];
      const email = (name: string) => `${name}@${domain}`;
      const phone = `+1202555${String(1_000 + count)}`;
      return kind === 'email'
        ? { tag, kind, domain, victim: email('owner'), own: phone }
        : { tag, kind, domain, victim: phone, own: email('creator') };
    },
    async load(loginId: string): Promise<Answer['body']> {
      const path = `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`;
      return (await latchkey.manage('GET', path)).body.user;
    },
    async saml(tenant: string, said: { nameId: string }): Promise<Answer> {
      const browser = new SsoBrowser(latchkey);
      const request = await browser.start(tenant);
      return exchangeSso(await browser.post(request.acsUrl, await idp.respond(request, said)));
    },
    async oidc(tenant: string, claims: Record<string, unknown>): Promise<Answer> {
      const browser = new OidcBrowser(latchkey);
      const url = await openIdProvider.signIn(await browser.start(tenant), claims);
      return exchangeSso(await browser.get(url));
    },
    async oauth(provider: string, fields: Record<string, string>): Promise<Answer> {
      const answer = await new OAuthBrowser(latchkey).signIn(provider, fields);
      return exchangeOAuth(latchkey, answer);
    },
    /** Returns the ID of the user whom an answer signs in; empty for none. */
    userOf({ status, body }: Answer): string {
      if (status !== 200) return '';
      const jwt = body.refreshJwt ?? body.sessionJwt ?? body.jwt;
      return jwt ? claimsOf(jwt).sub : '';
    },
    close: () => openIdProvider.close(),
  };
}

/** Status 401 when the browser did not get a code. */
export async function exchangeOAuth(latchkey: Latchkey, answer: Answer): Promise<Answer> {
  const location = answer.headers.get('location');
  const hasCode = location && new URL(location).searchParams.has('code');
  return hasCode ? exchange(latchkey, answer) : { ...answer, status: 401 };
}

export function must({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

export function channelOf(address: string): 'email' | 'sms' {
  return address.startsWith('+') ? 'sms' : 'email';
}
