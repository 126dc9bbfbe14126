import { expect } from 'vitest';
import type { IdpResponseInput } from '../server/protocols/saml/idp-response.ts';
import type { Answer, Latchkey } from './harness.ts';
import { codeOf, type IdentityProvider, type SsoBrowser } from './identity-provider.ts';

/** The fixtures of one test of SAML sign-ins. */
interface Scene {
  latchkey: Latchkey;
  idp: IdentityProvider;
  browser: SsoBrowser;
  tenant: string;
  counter: number;
}

/** The steps that tests of SAML sign-ins share. `of` returns the scene of the current test. */
export function samlRounds(of: () => Scene) {
  function exchange(code: unknown, path = '/v1/auth/sso/exchange'): Promise<Answer> {
    return of().latchkey.request('POST', path, { body: { code } });
  }

  /** Runs a sign-in in one browser, with `changes` to the identity provider's answer. */
  async function round(changes: Partial<IdpResponseInput> = {}, parameters: Record<string, string> = {}) {
    const { browser, idp, tenant } = of();
    const request = await browser.start(tenant, parameters);
    return browser.post(request.acsUrl, await idp.respond(request, changes));
  }

  /** Returns a person for a single test, because login IDs are unique in the project. */
  function person(name = 'alice'): Partial<IdpResponseInput> {
    return { nameId: `${name}.${of().counter}@corp.example` };
  }

  async function signIn(changes: Partial<IdpResponseInput> = person()): Promise<Answer> {
    const code = codeOf(await round(changes));
    expect(code).toBeTypeOf('string');
    return exchange(code);
  }

  async function lastFailure(): Promise<{ kind: string; reason: string }> {
    const { latchkey } = of();
    const row = await latchkey.service.db
      .selectFrom('auditEvents')
      .select('data')
      .where('projectId', '=', latchkey.projectId)
      .where('action', '=', 'LoginFailed')
      .orderBy('occurredAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return JSON.parse(row.data);
  }

  return { exchange, round, person, signIn, lastFailure };
}
