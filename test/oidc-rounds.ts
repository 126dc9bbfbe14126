import { expect } from 'vitest';
import type { Answer, Latchkey } from './harness.ts';
import { codeOf, errorOf } from './identity-provider.ts';
import type { OidcBrowser, OpenIdProvider, SignInChanges } from './openid-provider.ts';

/** The fixtures of one test of OpenID Connect sign-ins. */
interface Scene {
  latchkey: Latchkey;
  provider: OpenIdProvider;
  browser: OidcBrowser;
  tenant: string;
  counter: number;
}

/** The steps that tests of OpenID Connect sign-ins share. `of` returns the scene of the current test. */
export function oidcRounds(of: () => Scene) {
  /** Returns a person for a single test, because login IDs are unique in the project. */
  function person(more: Record<string, unknown> = {}) {
    const { counter } = of();
    return {
      sub: `sub-${counter}`,
      email: `ann@corp${counter}.example`,
      name: 'Ann',
      groups: ['staff'],
      ...more,
    };
  }

  async function round(
    claims: Record<string, unknown> = person(),
    parameters: Record<string, string> = {},
    more: SignInChanges = {},
  ): Promise<Answer> {
    const { browser, provider, tenant } = of();
    return browser.get(await provider.signIn(await browser.start(tenant, parameters), claims, more));
  }

  function exchange(code: unknown, path = '/v1/auth/sso/exchange'): Promise<Answer> {
    return of().latchkey.request('POST', path, { body: { code } });
  }

  async function signIn(claims: Record<string, unknown> = person()): Promise<Answer> {
    const answer = await round(claims);
    expect(errorOf(answer)).toBe('');
    return exchange(codeOf(answer));
  }

  async function failures(): Promise<{ kind: string; reason: string; protocol: string }[]> {
    const { latchkey, tenant } = of();
    return (await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`)).body.failures;
  }

  return { person, round, exchange, signIn, failures };
}
