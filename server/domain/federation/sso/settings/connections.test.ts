import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { refusal, ssoSettings } from '../../../../../test/sso-settings.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Admin' });
});
afterAll(() => latchkey.close());

const { newTenant, configure, load } = ssoSettings(() => latchkey);

describe('domains of an SSO connection', () => {
  test('belong to one connection of the project only', async () => {
    const [first, second] = [await newTenant(), await newTenant()];
    const domain = `${first}.example`;
    await configure(first, {}, { domains: [domain] });
    const answer = await configure(second, {}, { domains: [domain.toUpperCase(), 'free.example'] });
    expect(answer).toMatchObject({ status: 400, ...refusal('E111203', new RegExp(domain)) });
    expect(await load(second)).toMatchObject({ tenant: { authType: 'none', domains: [] } });
    await latchkey.manage('POST', '/v1/mgmt/sso/settings/new', {
      tenantId: first,
      ssoId: 'more',
      displayName: 'More',
    });
    const ofSameTenant = await configure(first, {}, { ssoId: 'more', domains: [domain] });
    expect(ofSameTenant).toMatchObject(refusal('E111203', new RegExp(domain)));
    await configure(first, {}, { domains: [] });
    expect(await configure(second, {}, { domains: [domain] })).toMatchObject({ status: 200 });
  });

  test('that two tenants claim at once go to one of them', async () => {
    const [first, second] = [await newTenant(), await newTenant()];
    const domains = [`${first}.example`, `a.${first}.example`];
    const answers = await Promise.all([
      configure(first, {}, { domains }),
      configure(second, {}, { domains: domains.toReversed() }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const taken = [...(await load(first)).tenant.domains, ...(await load(second)).tenant.domains];
    expect(taken.sort()).toEqual(domains.sort());
  });

  test('are host names of organizations', async () => {
    const tenantId = await newTenant();
    const refused = [
      'gmail.com',
      'Outlook.com',
      'localhost',
      '10.0.0.1',
      '-a.example',
      'a_b.example',
      'a@b.example',
      '',
    ];
    for (const domain of refused) {
      expect(await configure(tenantId, {}, { domains: [domain] }), domain).toMatchObject(refusal('E011004'));
    }
    await configure(tenantId, {}, { domains: ['Bücher.example', ' x.example '] });
    expect((await load(tenantId)).tenant.domains).toEqual(['x.example', 'xn--bcher-kva.example']);
  });

  test('are limited to a hundred', async () => {
    const tenantId = await newTenant();
    const domains = Array.from({ length: 101 }, (_, i) => `d${i}.${tenantId}.example`);
    expect(await configure(tenantId, {}, { domains })).toMatchObject(refusal('E011003', /domains/));
    expect(await configure(tenantId, {}, { domains: domains.slice(1) })).toMatchObject({ status: 200 });
  });
});

describe('SSO connections beside the default one', () => {
  const add = (tenantId: string, ssoId: string | undefined, displayName = 'Second') =>
    latchkey.manage('POST', '/v1/mgmt/sso/settings/new', { tenantId, ssoId, displayName });

  test('have a given or generated ID, and settings of their own', async () => {
    const tenantId = await newTenant();
    expect((await add(tenantId, 'okta')).body).toMatchObject({
      ssoId: 'okta',
      displayName: 'Second',
      saml: {},
    });
    const { ssoId } = (await add(tenantId, '')).body;
    expect(ssoId).toMatch(/^[0-9A-Za-z]{28}$/);
    await configure(tenantId, { entityId: 'urn:okta' }, { ssoId: 'okta', domains: [`${tenantId}.example`] });
    const all = await latchkey.manage('GET', `/v2/mgmt/sso/settings/all?tenantId=${tenantId}`);
    expect(all.body.SSOSettings).toMatchObject([
      { ssoId: 'default_ssoid', saml: { idpEntityId: '' }, tenant: { domains: [], authType: 'none' } },
      { ssoId: 'okta', saml: { idpEntityId: 'urn:okta' }, tenant: { domains: [`${tenantId}.example`] } },
      { ssoId, saml: { idpEntityId: '' }, tenant: { domains: [] } },
    ]);
    expect((await load(tenantId, 'okta')).saml.spACSUrl).toMatch(/&ssoId=okta$/);
  });

  test('cannot have a duplicate ID, the ID of the default one, or an empty name', async () => {
    const tenantId = await newTenant();
    await add(tenantId, 'okta');
    expect(await add(tenantId, 'okta')).toMatchObject(refusal('E011004', /okta/));
    expect(await add(tenantId, 'default_ssoid')).toMatchObject(refusal('E011004'));
    expect(await add(tenantId, '../x')).toMatchObject(refusal('E011004', /letters/));
    expect(await add(tenantId, 'other', '')).toMatchObject(refusal('E011002', /displayName/));
    expect(await add('none', 'okta')).toMatchObject(refusal('E111202'));
  });

  test('are deleted with their domains', async () => {
    const tenantId = await newTenant();
    await add(tenantId, 'okta');
    await configure(tenantId, {}, { ssoId: 'okta', domains: [`${tenantId}.example`] });
    const path = `/v1/mgmt/sso/settings?tenantId=${tenantId}&ssoId=okta`;
    expect(await latchkey.manage('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await latchkey.manage('DELETE', path)).toMatchObject(refusal('E111302'));
    expect(await configure(tenantId, {}, { domains: [`${tenantId}.example`] })).toMatchObject({
      status: 200,
    });
  });

  test('do not include the default one, which is blank after deletion, and gets another key the next time', async () => {
    const tenantId = await newTenant();
    await add(tenantId, 'okta');
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', {
      id: tenantId,
      name: tenantId,
      authType: 'saml',
    });
    await configure(tenantId);
    const { saml } = await load(tenantId);
    const path = `/v1/mgmt/sso/settings?tenantId=${tenantId}`;
    expect(await latchkey.manage('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await latchkey.manage('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await load(tenantId)).toMatchObject({ tenant: { authType: 'none' }, saml: { idpEntityId: '' } });
    expect((await load(tenantId, 'okta')).ssoId).toBe('okta');
    await configure(tenantId);
    expect((await load(tenantId)).saml.spCertificate).not.toBe(saml.spCertificate);
  });
});

describe('the redirect URL of SSO sign-ins', () => {
  test('is set alone: absent fields stay, an empty text clears', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { defaultSSORoles: ['Admin'] }, { domains: [`${tenantId}.example`] });
    const redirect = (body: object) =>
      latchkey.manage('POST', '/v1/mgmt/sso/redirect', { tenantId, ...body });
    const before = await load(tenantId);
    await redirect({ samlRedirectUrl: 'https://app.example/s', oauthRedirectUrl: 'https://app.example/o' });
    const set = await load(tenantId);
    expect(set).toMatchObject({
      saml: { redirectUrl: 'https://app.example/s', defaultSSORoles: ['Admin'] },
      oidc: { redirectUrl: 'https://app.example/o' },
      tenant: { domains: [`${tenantId}.example`] },
    });
    await redirect({ samlRedirectUrl: null });
    expect(await load(tenantId)).toEqual(set);
    await redirect({ samlRedirectUrl: '', oauthRedirectUrl: '' });
    expect(await load(tenantId)).toEqual(before);
    expect(await redirect({ samlRedirectUrl: 'nowhere' })).toMatchObject(refusal('E011004'));
  });

  test('can be set before the identity provider, without setting up SAML', async () => {
    const tenantId = await newTenant();
    await latchkey.manage('POST', '/v1/mgmt/sso/redirect', {
      tenantId,
      samlRedirectUrl: 'https://app.example/',
    });
    expect(await load(tenantId)).toMatchObject({
      saml: { redirectUrl: 'https://app.example/' },
      tenant: { authType: 'none' },
    });
  });
});
