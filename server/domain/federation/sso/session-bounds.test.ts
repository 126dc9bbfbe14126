import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { connectOidcTenant, OidcBrowser, startOpenIdProvider } from '../../../../test/openid-provider.ts';
import { claimsOf, enrolTotp, refresh, verifyTotp, withToken } from '../../../../test/signed-in.ts';
import type { IdpResponseInput } from '../../../protocols/saml/idp-response.ts';

/** Tests the scope and the duration of a session that an identity provider began. */

let latchkey: Latchkey;
let idp: IdentityProvider;
let other: IdentityProvider;
let counter = 0;
let a: string;
let b: string;
let domain: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.a.example');
  other = await createIdentityProvider(latchkey, 'https://idp.b.example');
});
afterAll(() => latchkey.close());
beforeEach(() => {
  counter += 1;
  a = `a-${counter}`;
  b = `b-${counter}`;
  domain = `a${counter}.example`;
});

async function round(
  tenant: string,
  said: (startedAt: number) => Partial<IdpResponseInput>,
  parameters: Record<string, string> = {},
  by = idp,
): Promise<Answer> {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(tenant, parameters);
  return browser.post(request.acsUrl, await by.respond(request, said(latchkey.service.now())));
}

async function exchanged(answer: Answer): Promise<Answer['body']> {
  expect(errorOf(answer)).toBe('');
  const { status, body } = await latchkey.request('POST', '/v1/auth/sso/exchange', {
    body: { code: codeOf(answer) },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function manage(path: string, body: object): Promise<void> {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const nameId = () => `ann@${domain}`;

describe('a SAML answer', () => {
  beforeEach(() => connectTenant(latchkey, a, idp, {}, { domains: [domain] }));

  test('must state that the user signed in again, if the application requires it', async () => {
    const forced = { forceAuthn: 'true' };
    const old = await round(a, (now) => ({ nameId: nameId(), authnInstant: now - 61_000 }), forced);
    expect([codeOf(old), errorOf(old)]).toEqual([undefined, expect.stringMatching(/sign in again/)]);
    const fresh = await round(a, (now) => ({ nameId: nameId(), authnInstant: now }), forced);
    expect(codeOf(fresh)).toBeTypeOf('string');
    const unforced = await round(a, (now) => ({ nameId: nameId(), authnInstant: now - 61_000 }));
    expect(codeOf(unforced)).toBeTypeOf('string');
  });

  test('bounds the session by its SessionNotOnOrAfter, also after a further factor', async () => {
    const end = latchkey.service.now() + 3_600_000;
    const { refreshJwt, user } = await exchanged(
      await round(a, () => ({ nameId: nameId(), sessionNotOnOrAfter: end })),
    );
    expect(claimsOf(refreshJwt).exp * 1000).toBeLessThanOrEqual(end);
    const code = await enrolTotp(latchkey, { loginId: user.loginIds[0] }, refreshJwt);
    const input = { loginId: user.loginIds[0], code: code(), loginOptions: { mfa: true } };
    const raised = await verifyTotp(latchkey, input, refreshJwt);
    expect(raised.status, JSON.stringify(raised.body)).toBe(200);
    expect(claimsOf(raised.body.refreshJwt).exp * 1000).toBeLessThanOrEqual(end);
    latchkey.advance(3_600_001);
    expect((await refresh(latchkey, raised.body.refreshJwt)).status).toBe(401);
  });

  test('with a repeated attribute has all its values: groups use all of them, a name the first', async () => {
    const answer = await round(a, () => ({
      nameId: nameId(),
      attributes: [
        ['name', ['First']],
        ['groups', ['one']],
        ['name', ['Second']],
        ['groups', ['two', 'one']],
      ],
    }));
    const { user, idpResponse } = await exchanged(answer);
    expect(user.name).toBe('First');
    expect(idpResponse.idpGroups).toEqual(['one', 'two', 'one']);
    expect(idpResponse.idpSAMLAttributes).toMatchObject({ name: ['First', 'Second'] });
  });
});

test('an ID token from the future is refused beyond a minute', async () => {
  const provider = await startOpenIdProvider(latchkey);
  await connectOidcTenant(latchkey, a, provider);
  const signIn = async (seconds: number) => {
    const browser = new OidcBrowser(latchkey);
    const iat = Math.floor(latchkey.service.now() / 1000) + seconds;
    const claims = { sub: `s-${counter}`, iat, exp: iat + 300 };
    return browser.get(await provider.signIn(await browser.start(a), claims));
  };
  expect(codeOf(await signIn(50))).toBeTypeOf('string');
  const late = await signIn(120);
  expect([codeOf(late), errorOf(late)]).toEqual([undefined, expect.stringMatching(/future/)]);
  provider.close();
});

describe('a member of two tenants that enforce SSO', () => {
  let role: string;
  beforeEach(async () => {
    await connectTenant(latchkey, a, idp, {}, { domains: [domain] });
    await connectTenant(latchkey, b, other);
    role = `Role ${counter}`;
    await manage('role/create', { name: role });
    await manage('user/create', {
      loginId: nameId(),
      userTenants: [a, b].map((tenantId) => ({ tenantId, roleNames: [role] })),
    });
  });
  const enforce = (tenantId: string) => manage('tenant/settings', { tenantId, enforceSSO: true });
  const signIn = async () => exchanged(await round(a, () => ({ nameId: nameId() })));

  test('gets the grants of the tenant whose identity provider it was, and cannot select the other', async () => {
    await enforce(a);
    await enforce(b);
    const { sessionJwt, refreshJwt } = await signIn();
    expect(claimsOf(sessionJwt).tenants).toEqual({ [a]: { roles: [role], permissions: [] } });
    const selected = await withToken(latchkey, 'POST', '/v1/auth/tenant/select', refreshJwt, { tenant: b });
    expect([selected.status, selected.body.errorCode]).toEqual([403, 'E064005']);
    const { body } = await refresh(latchkey, refreshJwt);
    expect(Object.keys(claimsOf(body.sessionJwt).tenants)).toEqual([a]);
  });

  test('keeps these bounds with a further factor', async () => {
    const { refreshJwt: unbound, user } = await signIn();
    const code = await enrolTotp(latchkey, { loginId: user.loginIds[0] }, unbound);
    await enforce(a);
    await enforce(b);
    const { refreshJwt } = await signIn();
    const input = { loginId: user.loginIds[0], code: code(), loginOptions: { mfa: true } };
    const { body } = await verifyTotp(latchkey, input, refreshJwt);
    expect(Object.keys(claimsOf(body.sessionJwt).tenants)).toEqual([a]);
  });
});
