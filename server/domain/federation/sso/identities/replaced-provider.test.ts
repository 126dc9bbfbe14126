import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { idpMetadata } from '../saml/idp-fixture.ts';

/** Tests which users a replacing identity provider can sign in. */

let latchkey: Latchkey;
let first: IdentityProvider;
let second: IdentityProvider;
/** An identity provider with the name of the first one, and keys of its own. */
let impostor: IdentityProvider;
let counter = 0;
let tenant: string;
let domain: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  first = await createIdentityProvider(latchkey, 'https://idp.first.example');
  second = await createIdentityProvider(latchkey, 'https://idp.second.example');
  impostor = await createIdentityProvider(latchkey, first.entityId);
});
afterAll(() => latchkey.close());
beforeEach(() => {
  counter += 1;
  tenant = `swap-${counter}`;
  domain = `swap${counter}.example`;
});

const alice = () => ({ nameId: `alice-${counter}`, attributes: { email: [`alice@${domain}`] } });

async function round(idp: IdentityProvider, said = alice()): Promise<Answer> {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(tenant);
  return browser.post(request.acsUrl, await idp.respond(request, said));
}

async function userIdOf(answer: Answer): Promise<string> {
  expect(errorOf(answer)).toBe('');
  const { body } = await latchkey.request('POST', '/v1/auth/sso/exchange', {
    body: { code: codeOf(answer) },
  });
  return body.user.userId;
}

async function manage(path: string, body: object): Promise<Answer['body']> {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Replaces the provider as an administrator. */
const replace = (idp: IdentityProvider, domains: string[] = []) =>
  manage('sso/saml', {
    tenantId: tenant,
    domains,
    redirectUrl: 'http://127.0.0.1:9/app',
    settings: { idpUrl: 'https://idp.example/sso', entityId: idp.entityId, idpCert: idp.certificatePem },
  });

/** Replaces the provider through a setup link. */
async function swap(fields: Record<string, string>): Promise<void> {
  const { adminSSOConfigurationLink: link } = await manage('tenant/adminlinks/sso/generate', {
    tenantId: tenant,
  });
  const opened = await latchkey.request('GET', link.replace(latchkey.baseUrl, ''), { bearer: null });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const saved = await latchkey.request('POST', new URL(link).pathname, {
    bearer: null,
    headers: {
      cookie,
      origin: latchkey.baseUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
    rawBody: new URLSearchParams({ do: 'save', ...fields }).toString(),
  });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, expect.stringMatching(/&saved$/)]);
}

const swapSaml = (idp: IdentityProvider, certificates = [idp.certificatePem]) =>
  swap({ protocol: 'saml', metadataXml: idpMetadata({ entityId: idp.entityId, certificates }) });

async function settings(): Promise<Answer['body']> {
  return (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`)).body;
}

const decide = (carryOverIdentities: boolean) =>
  latchkey.manage('POST', '/v1/mgmt/sso/identities/decide', { tenantId: tenant, carryOverIdentities });

describe('an attacker who swaps the metadata by a setup link', () => {
  test.each([
    ['another name', () => second, () => [second.certificatePem]],
    ['the same name and other keys', () => impostor, () => [impostor.certificatePem]],
    [
      'the same name and a further key',
      () => impostor,
      () => [first.certificatePem, impostor.certificatePem],
    ],
  ])('signs in no user, with %s, until an administrator has decided', async (_words, idp, certificates) => {
    await connectTenant(latchkey, tenant, first, {}, { domains: [domain] });
    const known = await userIdOf(await round(first));
    const created = await manage('user/create', { loginId: `carl@${domain}` });
    await swapSaml(idp(), certificates());
    for (const nameId of [`alice-${counter}`, `carl@${domain}`, `new@${domain}`]) {
      const answer = await round(idp(), { nameId, attributes: { email: [] } });
      expect([codeOf(answer), errorOf(answer)]).toEqual([undefined, expect.stringMatching(/confirm/)]);
    }
    expect((await settings()).saml).toMatchObject({ awaitsDecision: true, replacedProvider: first.entityId });

    expect((await decide(false)).status).toBe(200);
    expect((await settings()).saml).toMatchObject({ awaitsDecision: false, replacedProvider: '' });
    const answer = await round(idp());
    if (codeOf(answer)) expect(await userIdOf(answer)).not.toBe(known);
    expect(await userIdOf(await round(idp(), { nameId: `carl@${domain}`, attributes: { email: [] } }))).toBe(
      created.user.userId,
    );
  });

  test('does not get in by swapping twice', async () => {
    await connectTenant(latchkey, tenant, first);
    await userIdOf(await round(first));
    await swapSaml(impostor);
    await swapSaml(impostor);
    expect(codeOf(await round(impostor))).toBeUndefined();
    expect((await settings()).saml.replacedProvider).toBe(first.entityId);
  });

  test('changes nothing by saving the same identity provider, or the connection’s first one', async () => {
    await manage('tenant/create', { id: tenant, name: tenant });
    await manage('sso/redirect', { tenantId: tenant, samlRedirectUrl: 'http://127.0.0.1:9/app' });
    await swapSaml(first);
    const known = await userIdOf(await round(first));
    await swapSaml(first);
    expect(await userIdOf(await round(first))).toBe(known);
  });

  test('gains nothing when the connection is switched off and on again', async () => {
    await connectTenant(latchkey, tenant, first);
    const known = await userIdOf(await round(first));
    const set = (authType: string) => manage('sso/settings/authtype', { tenantId: tenant, authType });
    const state = async () => {
      const { awaitsDecision, replacedProvider, idpEntityId } = (await settings()).saml;
      return { awaitsDecision, replacedProvider, idpEntityId };
    };
    await set('none');
    const start = await latchkey.request('POST', `/v1/auth/sso/authorize?tenant=${tenant}`, { body: {} });
    expect([start.status, start.body.errorCode]).toEqual([404, 'E111302']);
    await set('saml');
    expect(await userIdOf(await round(first))).toBe(known);
    await set('none');
    await swapSaml(impostor);
    expect(await state()).toMatchObject({ awaitsDecision: true, replacedProvider: first.entityId });
    for (const authType of ['none', 'saml', 'saml']) await set(authType);
    expect(await state()).toMatchObject({ awaitsDecision: true, replacedProvider: first.entityId });
    expect(codeOf(await round(impostor))).toBeUndefined();
    const never = await latchkey.manage('POST', '/v1/mgmt/sso/settings/authtype', {
      tenantId: tenant,
      authType: 'oidc',
    });
    expect([never.status, never.body.errorCode]).toEqual([400, 'E011004']);
  });

  test('voids answers that were under way', async () => {
    await connectTenant(latchkey, tenant, first);
    const browser = new SsoBrowser(latchkey);
    const request = await browser.start(tenant);
    const xml = await first.respond(request, alice());
    await swapSaml(second);
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
  });
});

describe('after a change of the identity provider', () => {
  test('no identity of the old one signs in, and none is lost', async () => {
    await connectTenant(latchkey, tenant, first);
    const said = { nameId: `alice-${counter}`, attributes: { email: [] as string[] } };
    const known = await userIdOf(await round(first, said));
    await replace(second);
    const answer = await round(second, said);
    if (codeOf(answer)) expect(await userIdOf(answer)).not.toBe(known);
    await replace(first);
    expect(await userIdOf(await round(first, said))).toBe(known);
  });

  test('an address of the connection’s domain does not lead to an account of the old one', async () => {
    await connectTenant(latchkey, tenant, first, {}, { domains: [domain] });
    await userIdOf(await round(first));
    await replace(second, [domain]);
    expect(codeOf(await round(second))).toBeUndefined();
  });

  test('identities carry over if an administrator decides so', async () => {
    await connectTenant(latchkey, tenant, first, {}, { domains: [domain] });
    const known = await userIdOf(await round(first));
    await replace(second, [domain]);
    expect((await settings()).saml).toMatchObject({
      awaitsDecision: false,
      replacedProvider: first.entityId,
    });
    expect((await decide(true)).status).toBe(200);
    expect(await userIdOf(await round(second))).toBe(known);
    expect((await settings()).saml.replacedProvider).toBe('');
    expect((await decide(true)).body).toMatchObject({ errorCode: 'E011004' });
  });

  test('OpenID identities carry over in the same way, with their tokens', async () => {
    const [one, two]: OpenIdProvider[] = [
      await startOpenIdProvider(latchkey),
      await startOpenIdProvider(latchkey),
    ];
    const signIn = async (provider: OpenIdProvider) => {
      const browser = new OidcBrowser(latchkey);
      return browser.get(await provider.signIn(await browser.start(tenant), { sub: `sub-${counter}` }));
    };
    await connectOidcTenant(latchkey, tenant, one as OpenIdProvider, { manageProviderTokens: true });
    const known = await userIdOf(await signIn(one as OpenIdProvider));
    await swap({
      protocol: 'oidc',
      issuer: two?.issuer ?? '',
      clientId: 'latchkey',
      clientSecret: 'secret',
    });
    expect(codeOf(await signIn(two as OpenIdProvider))).toBeUndefined();
    expect((await decide(true)).status).toBe(200);
    const kept = latchkey.context.db
      .selectFrom('ssoTokens')
      .select(['subject', 'providerUserId'])
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenant);
    const providerUserId = `sub-${counter}`;
    expect(await kept.execute()).toEqual([{ subject: `${two?.issuer} ${providerUserId}`, providerUserId }]);
    expect(await userIdOf(await signIn(two as OpenIdProvider))).toBe(known);
    one?.close();
    two?.close();
  });
});
