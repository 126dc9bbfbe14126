import { expect } from 'vitest';
import type { IdpResponseInput } from '../server/protocols/saml/idp-response.ts';
import type { Answer, Latchkey } from './harness.ts';
import { codeOf, errorOf, type IdentityProvider, SsoBrowser } from './identity-provider.ts';
import { codeSentTo } from './messages.ts';
import { OidcBrowser, type OpenIdProvider } from './openid-provider.ts';

/** The steps that tests of asserted addresses share. `of` returns the file's servers, which start later. */
export function assertedIdentities(of: () => { latchkey: Latchkey; provider: OpenIdProvider }) {
  async function manage(path: string, body: object): Promise<Answer['body']> {
    const answer = await of().latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  async function samlRound(
    tenant: string,
    idp: IdentityProvider,
    said: Partial<IdpResponseInput>,
  ): Promise<Answer> {
    const browser = new SsoBrowser(of().latchkey);
    const request = await browser.start(tenant);
    return browser.post(request.acsUrl, await idp.respond(request, said));
  }

  async function oidcRound(tenant: string, claims: Record<string, unknown>): Promise<Answer> {
    const { latchkey, provider } = of();
    const browser = new OidcBrowser(latchkey);
    return browser.get(await provider.signIn(await browser.start(tenant), claims));
  }

  async function signedIn(answer: Answer): Promise<Answer['body']> {
    expect(errorOf(answer)).toBe('');
    const exchanged = await of().latchkey.request('POST', '/v1/auth/sso/exchange', {
      body: { code: codeOf(answer) },
    });
    expect(exchanged.status, JSON.stringify(exchanged.body)).toBe(200);
    return exchanged.body;
  }

  async function signInByCode(email: string): Promise<Answer> {
    const { latchkey } = of();
    const sent = await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId: email } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const code = await codeSentTo(latchkey, email);
    return latchkey.request('POST', '/v1/auth/otp/verify/email', { body: { loginId: email, code } });
  }

  return { manage, samlRound, oidcRound, signedIn, signInByCode };
}

/** Returns the code, which must be absent, and the error. */
export const refusal = (answer: Answer) => [codeOf(answer), errorOf(answer)];
