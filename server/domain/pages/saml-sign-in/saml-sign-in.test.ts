import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { type Provider, startProvider } from '../../../../test/applications.ts';
import { startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { acsUrl, fieldsOf, type SamlApp, samlSteps, spMetadata } from '../../../../test/saml-applications.ts';
import { enrolTotp, signInByPassword } from '../../../../test/signed-in.ts';
import { createCertifiedKey } from '../../../protocols/saml/self-signed.ts';

type Steps = ReturnType<typeof samlSteps>;

let provider: Provider;
let key: { privateKeyPem: string; certificatePem: string };
let createApp: Steps['createApp'];
let serviceProvider: Steps['serviceProvider'];
let pathOf: Steps['pathOf'];
let open: Steps['open'];
let lastAddress: Steps['lastAddress'];
let authorizeUrl: Steps['authorizeUrl'];
let signIn: Steps['signIn'];
let stranger: { privateKeyPem: string; certificatePem: string };
beforeAll(async () => {
  provider = await startProvider();
  // The counterpart checks times by the machine's clock.
  [key, stranger] = await Promise.all([
    createCertifiedKey('sp.example', Date.now()),
    createCertifiedKey('stranger.example', Date.now()),
  ]);
  ({ createApp, serviceProvider, pathOf, open, lastAddress, authorizeUrl, signIn } = samlSteps(
    provider,
    key,
  ));
});
afterAll(() => provider.latchkey.close());

async function grantedUser(app: SamlApp, more: object = {}): Promise<string> {
  return provider.grantedUser(app.id, more);
}

test('a user signs in to a SAML application, by a signed request of either binding', async () => {
  const app = await createApp({ signedRequestsRequired: true });
  const loginId = await grantedUser(app, { name: 'Ada Lovelace', givenName: 'Ada' });
  const sp = await serviceProvider(app, { validateInResponseTo: 'always' as never });
  const { profile, fields, browser } = await signIn(sp, loginId);
  expect(fields['RelayState']).toBe('state-1');
  expect(profile).toMatchObject({ email: loginId, name: 'Ada Lovelace', givenName: 'Ada' });
  expect(profile?.issuer).toContain('/v1/auth/saml/idp/metadata');

  const byPost = await serviceProvider(app, {
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: true,
  });
  const form = await byPost.getAuthorizeMessageAsync('state-2');
  const sent = await browser.post(
    pathOf(app.ssoUrl),
    { SAMLRequest: String(form.SAMLRequest), RelayState: 'state-2' },
    { origin: 'https://wiki.example.com', 'sec-fetch-site': 'cross-site' },
  );
  const page = await provider.follow(browser, sent.location);
  const again = await byPost.validatePostResponseAsync(fieldsOf(page));
  expect(again.profile?.nameID).toBe(profile?.nameID);
});

test('our metadata says what a service provider needs', async () => {
  const app = await createApp();
  const { body, headers, status } = await provider.latchkey.request(
    'GET',
    pathOf(app.ssoUrl).replace('/sso', '/metadata'),
  );
  expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
  expect(body).toContain(`Location="${app.ssoUrl}"`);
  expect(body).toContain(`Location="${app.logoutUrl}"`);
});

test('our metadata is signed with the key that signs assertions, also after a new one has been activated', async () => {
  const app = await createApp();
  const metadata = async () => (await fetch(app.ssoUrl.replace('/sso', '/metadata'))).text();
  const certificates = async () => {
    const path = `/v1/mgmt/sso/idp/app/saml/certificates?id=${app.id}`;
    const { body } = await provider.latchkey.manage('GET', path);
    return body.certificates.map(({ certificate }: { certificate: string }) => certificate) as string[];
  };
  const isSignedWith = (xml: string, certificate: string) => {
    const verifier = new SignedXml({ publicCert: certificate });
    verifier.loadSignature(/<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '');
    return verifier.checkSignature(xml);
  };
  const [first = ''] = await certificates();
  const before = await metadata();
  expect(before).toMatch(/ cacheDuration="PT1H"/);
  const [, validUntil = ''] = / validUntil="([^"]*)"/.exec(before) ?? [];
  expect(validUntil).toBe(new X509Certificate(first).validToDate.toISOString());
  expect(isSignedWith(before, first)).toBe(true);
  await provider.manage('/v1/mgmt/sso/idp/app/saml/certificate/create', { id: app.id });
  const both = await metadata();
  expect([isSignedWith(both, first), both.split('<md:KeyDescriptor').length - 1]).toEqual([true, 2]);
  await provider.manage('/v1/mgmt/sso/idp/app/saml/certificate/activate', { id: app.id });
  const [second = ''] = await certificates();
  expect(second).not.toBe(first);
  expect(isSignedWith(await metadata(), second)).toBe(true);
});

test('our metadata is there before that of the service provider', async () => {
  const app = await createApp({ useMetadataInfo: true, metadataUrl: 'http://127.0.0.1:9/metadata' });
  const metadata = await fetch(app.ssoUrl.replace('/sso', '/metadata'));
  expect([metadata.status, await metadata.text()]).toEqual([200, expect.stringContaining(app.ssoUrl)]);
  const refused = await provider.browser().get(pathOf(app.initiatedUrl));
  expect(refused.html).toContain('The metadata of the application cannot be read');
});

test('a request that cannot be accepted ends at the error page of the application, if it has one', async () => {
  const errorRedirectUrl = 'https://wiki.example.com/sso-error?from=idp';
  const app = await createApp({ errorRedirectUrl });
  const { location } = await provider.browser().get(`${pathOf(app.ssoUrl)}&SAMLRequest=bm9uc2Vuc2U`);
  const url = new URL(location);
  expect(url.origin + url.pathname).toBe('https://wiki.example.com/sso-error');
  expect([url.searchParams.get('from'), url.searchParams.get('err')]).toEqual(['idp', expect.any(String)]);
});

test('a sign-in can begin here, and goes to the default address', async () => {
  const app = await createApp({ defaultRelayState: 'https://wiki.example.com/start' });
  const loginId = await grantedUser(app);
  const page = await open(provider.browser(), app.initiatedUrl, loginId);
  const fields = fieldsOf(page);
  expect(fields['RelayState']).toBe('https://wiki.example.com/start');
  const sp = await serviceProvider(app);
  expect((await sp.validatePostResponseAsync(fields)).profile?.['email']).toBe(loginId);
});

test('the assertion has the mapped attributes and groups, and the name that the settings say', async () => {
  await provider.manage('/v1/mgmt/role/create', { name: 'Editor' });
  const app = await createApp({
    subjectNameIdType: 'email',
    attributeMapping: [
      { name: 'mail', type: '', value: 'email' },
      { name: 'who', type: '', value: 'user.name' },
    ],
    groupsMapping: [
      {
        name: 'groups',
        type: '',
        filterType: 'roles',
        value: 'editors',
        roles: [{ id: '', name: 'Editor' }],
      },
    ],
  });
  const loginId = await grantedUser(app, { name: 'Ada', roleNames: ['Editor'] });
  const { profile } = await signIn(await serviceProvider(app), loginId);
  expect(profile).toMatchObject({ nameID: loginId, mail: loginId, who: 'Ada', groups: 'editors' });
  const reader = await grantedUser(app, { name: 'Bob' });
  const second = await signIn(await serviceProvider(app), reader);
  expect(second.profile).not.toHaveProperty('groups');
});

describe('an address that nobody has verified', () => {
  const attributeMapping = ['email', 'phone', 'loginId', 'name'].map((value) => ({
    name: value,
    type: '',
    value,
  }));
  const unproven = { name: 'Ann', phone: '+4915112345678', verifiedEmail: false, verifiedPhone: false };
  const signedIn = async (app: SamlApp, more: object) => {
    const loginId = await grantedUser(app, more);
    const page = await open(provider.browser(), await authorizeUrl(await serviceProvider(app)), loginId);
    const xml = Buffer.from(fieldsOf(page)['SAMLResponse'] ?? '', 'base64').toString();
    return { loginId, xml };
  };

  test('is left out of the attributes, unless the settings send it, as those from before the setting do', async () => {
    for (const [unverifiedAddresses, isSent] of [
      [undefined, false],
      ['omit', false],
      ['send', true],
      ['', true],
    ] as const) {
      const app = await createApp({
        attributeMapping,
        ...(unverifiedAddresses !== undefined && { unverifiedAddresses }),
      });
      const { loginId, xml } = await signedIn(app, unproven);
      expect([xml.includes('>Ann<'), xml.includes(loginId), xml.includes(unproven.phone)]).toEqual([
        true,
        isSent,
        isSent,
      ]);
    }
  });

  test('is no name: the application is told so, and the preview says why', async () => {
    const app = await createApp({ subjectNameIdType: 'email', attributeMapping });
    const { loginId, xml } = await signedIn(app, unproven);
    expect(xml).toContain('InvalidNameIDPolicy');
    expect(xml).not.toContain(loginId);
    const preview = async (id: string) => {
      const path = `/v1/mgmt/sso/idp/app/preview?id=${app.id}&loginId=${encodeURIComponent(id)}`;
      return (await provider.latchkey.manage('GET', path)).body;
    };
    const codes = async (id: string) =>
      (await preview(id)).findings.map(({ code }: { code: string }) => code);
    expect(await codes(loginId)).toEqual(expect.arrayContaining(['unverifiedName', 'unverifiedOmitted']));
    const proven = await signedIn(app, { verifiedEmail: true });
    expect(proven.xml).toContain(proven.loginId);
    expect(await codes(proven.loginId)).not.toContain('unverifiedName');
  });

  test('stays as it was set when an SDK overwrites the application', async () => {
    const app = await createApp({ unverifiedAddresses: 'send' });
    await provider.manage('/v1/mgmt/sso/idp/app/saml/update', {
      id: app.id,
      name: `Wiki ${app.id}`,
      loginPageUrl: '',
      entityId: app.entityId,
      acsUrl,
      certificate: key.certificatePem,
    });
    const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${app.id}`);
    expect(body.samlSettings.unverifiedAddresses).toBe('send');
  });
});

describe('a persistent name', () => {
  const subjectNameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

  test('is another one at each service provider, always the same there, and not the user ID', async () => {
    const [one, two] = [await createApp({ subjectNameIdFormat }), await createApp({ subjectNameIdFormat })];
    const loginId = await provider.makeUser({ ssoAppIds: [one.id, two.id] });
    const names = [];
    for (const app of [one, one, two]) {
      const { profile } = await signIn(await serviceProvider(app), loginId);
      expect(profile).toMatchObject({
        nameID: expect.stringMatching(/^[\w-]{43}$/),
        nameQualifier: expect.stringContaining(`-${app.id}`),
        spNameQualifier: app.entityId,
      });
      names.push(profile?.nameID);
    }
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
    const other = await signIn(await serviceProvider(one), await grantedUser(one));
    expect(other.profile?.nameID).not.toBe(names[0]);
  });

  test('is the user ID where the setting says so, as in applications from before it', async () => {
    for (const persistentNameId of ['userId', '']) {
      const app = await createApp({ subjectNameIdFormat, persistentNameId });
      const { profile } = await signIn(await serviceProvider(app), await grantedUser(app));
      expect(profile?.nameID).toMatch(/^U\w{27}$/);
      expect(profile).not.toHaveProperty('spNameQualifier', app.entityId);
    }
  });
});

test('an assertion that must be encrypted is not sent without a certificate to encrypt it for', async () => {
  const metadata = await startReceiver(() => ({
    status: 200,
    body: Buffer.from(`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://plain.example.com/">
      <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}" index="0"/>
      </SPSSODescriptor></EntityDescriptor>`),
  }));
  const app = await createApp({
    useMetadataInfo: true,
    metadataUrl: metadata.url,
    assertionEncrypted: true,
  });
  const page = await open(provider.browser(), app.initiatedUrl, await grantedUser(app));
  expect(page.html).toContain('has no certificate');
  expect(page.html).not.toContain('SAMLResponse');
  await metadata.close();
});

test('the assertion is encrypted if the application wants it', async () => {
  const app = await createApp({ assertionEncrypted: true });
  const sp = await serviceProvider(app, { decryptionPvk: key.privateKeyPem });
  const loginId = await grantedUser(app);
  const { profile, fields } = await signIn(sp, loginId);
  expect(profile?.['email']).toBe(loginId);
  expect(Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()).not.toContain(loginId);
});

test('a signed logout ends the session of the browser and is answered', async () => {
  const metadata = await startReceiver(() => ({
    status: 200,
    body: spMetadata(url(), key.certificatePem, { redirect: 'https://wiki.example.com/saml/logout' }),
  }));
  const url = () => `${metadata.url}/metadata`;
  const app = await createApp({ useMetadataInfo: true, metadataUrl: url() });
  const sp = await serviceProvider({ ...app, entityId: url() });
  const { profile, browser } = await signIn(sp, await grantedUser(app));
  const [cookies] = [browser.cookies.size];
  const logoutUrl = await sp.getLogoutUrlAsync(profile as never, 'bye', {});
  const answered = await provider.follow(browser, pathOf(logoutUrl));
  expect(answered.location).toContain('https://wiki.example.com/saml/logout?SAMLResponse=');
  const query = Object.fromEntries(new URL(answered.location).searchParams);
  expect(query['RelayState']).toBe('bye');
  await sp.validateRedirectAsync(query, new URL(answered.location).search.slice(1));
  expect(browser.cookies.size).toBeLessThan(cookies);
  expect((await open(browser, await authorizeUrl(sp))).html).toContain('name="loginId"');

  const unsigned = await serviceProvider({ ...app, entityId: url() }, { privateKey: undefined as never });
  const forged = await browser.get(pathOf(await unsigned.getLogoutUrlAsync(profile as never, '', {})));
  expect(forged).toMatchObject({ status: 400, location: '' });
  await metadata.close();
});

describe('a request', () => {
  const refusal = async (url: string) => {
    const visited = await provider.browser().get(pathOf(url));
    expect([visited.status, visited.location]).toEqual([400, '']);
    return visited.html;
  };

  test('without a signature is refused where one is required', async () => {
    const app = await createApp({ signedRequestsRequired: true });
    const sp = await serviceProvider(app, { privateKey: undefined as never });
    expect(await refusal(await authorizeUrl(sp))).toContain('not signed');
    const lax = await createApp();
    const unsigned = await serviceProvider(lax, { privateKey: undefined as never });
    expect((await provider.browser().get(pathOf(await authorizeUrl(unsigned)))).status).toBe(303);
  });

  test('with a wrong signature is refused even where none is required', async () => {
    const app = await createApp();
    const sp = await serviceProvider(app, { privateKey: stranger.privateKeyPem });
    expect(await refusal(await authorizeUrl(sp))).toContain('not signed with any configured certificate');
    const good = await authorizeUrl(await serviceProvider(app), 'one');
    expect(await refusal(good.replace('RelayState=one', 'RelayState=two'))).toContain('not signed with any');
  });

  test('for another address, from another provider or to another destination is refused', async () => {
    const [app, other] = [await createApp(), await createApp()];
    const elsewhere = await serviceProvider(app, { callbackUrl: 'https://evil.example/acs' });
    expect(await refusal(await authorizeUrl(elsewhere))).toContain('not registered');
    const foreign = await serviceProvider(app, { issuer: other.entityId });
    expect(await refusal(await authorizeUrl(foreign))).toContain('another service provider');
    const misled = await serviceProvider(app);
    const url = await authorizeUrl(misled);
    const moved = url
      .replace(encodeURIComponent(app.id), encodeURIComponent(other.id))
      .replace(app.id, other.id);
    expect(await refusal(moved)).toBeTruthy();
  });

  test('can name an allowed callback', async () => {
    const app = await createApp({ acsAllowedCallbacks: ['https://*.wiki.example.com/saml/acs'] });
    const sp = await serviceProvider(app, { callbackUrl: 'https://de.wiki.example.com/saml/acs' });
    expect((await provider.browser().get(pathOf(await authorizeUrl(sp)))).status).toBe(303);
  });

  test('that is passive is answered at once', async () => {
    const app = await createApp();
    const sp = await serviceProvider(app, { passive: true });
    const page = await open(provider.browser(), await authorizeUrl(sp));
    const { profile, loggedOut } = await sp
      .validatePostResponseAsync(fieldsOf(page))
      .catch(() => ({ profile: null, loggedOut: false }));
    expect([profile, loggedOut]).toEqual([null, false]);
    expect(Buffer.from(fieldsOf(page)['SAMLResponse'] ?? '', 'base64').toString()).toContain(
      'status:NoPassive',
    );
  });

  test('that wants two factors is refused with a status for a session of one', async () => {
    const app = await createApp();
    const sp = await serviceProvider(app, {
      disableRequestedAuthnContext: false,
      authnContext: ['https://refeds.org/profile/mfa'],
    });
    const page = await open(provider.browser(), await authorizeUrl(sp), await grantedUser(app));
    expect(Buffer.from(fieldsOf(page)['SAMLResponse'] ?? '', 'base64').toString()).toContain(
      'NoAuthnContext',
    );
  });

  test('that wants two factors makes a user show the second one', async () => {
    const app = await createApp();
    const loginId = await grantedUser(app);
    const { latchkey } = provider;
    const { body } = await signInByPassword(latchkey, { loginId, password });
    const code = await enrolTotp(latchkey, { loginId }, body.refreshJwt);
    const { browser } = await signIn(await serviceProvider(app), loginId);
    const sp = await serviceProvider(app, {
      disableRequestedAuthnContext: false,
      authnContext: ['https://refeds.org/profile/mfa'],
    });
    // A sign-in of the same millisecond would count as the new one.
    latchkey.advance(1);
    const url = await authorizeUrl(sp);
    const { location } = await browser.get(pathOf(url));
    const login = new URL(await lastAddress(browser, location), latchkey.baseUrl);
    const second = await provider.signInAt(browser, login, loginId);
    expect(second.path).toContain('/second-factor');
    const sent = await browser.post(second.path, { code: code() });
    const page = await provider.follow(browser, sent.location);
    expect(Buffer.from(fieldsOf(page)['SAMLResponse'] ?? '', 'base64').toString()).toContain(
      'https://refeds.org/profile/mfa</',
    );
  });

  test('that forces a sign-in asks a user who is signed in', async () => {
    const app = await createApp();
    const loginId = await grantedUser(app);
    const { browser } = await signIn(await serviceProvider(app), loginId);
    const forcing = await serviceProvider(app, { forceAuthn: true });
    const url = await authorizeUrl(forcing);
    expect((await open(browser, url)).html).toContain('name="loginId"');
  });

  test.each([
    ['no XML', 'hello'],
    [
      'another message',
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"/>',
    ],
    ['a DTD', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    ['too much', `<x>${'y'.repeat(300_000)}</x>`],
  ])('with %s is refused', async (_, xml) => {
    const app = await createApp();
    const form = { SAMLRequest: Buffer.from(xml).toString('base64') };
    const answer = await provider.browser().post(pathOf(app.ssoUrl), form);
    expect([400, 413]).toContain(answer.status);
  });
});

test('a user to whom the application was not granted reads that on our page', async () => {
  const app = await createApp();
  const loginId = await provider.makeUser();
  const page = await open(provider.browser(), await authorizeUrl(await serviceProvider(app)), loginId);
  expect(page).toMatchObject({ status: 403 });
  expect(page.html).toContain(loginId);
});

test('an application that is unknown or switched off is refused', async () => {
  const app = await createApp();
  const url = await authorizeUrl(await serviceProvider(app));
  await provider.manage('/v1/mgmt/sso/idp/app/saml/update', {
    id: app.id,
    name: `Off ${app.id}`,
    entityId: app.entityId,
    acsUrl,
    certificate: key.certificatePem,
    loginPageUrl: 'https://wiki.example.com/',
    enabled: false,
  });
  expect((await provider.browser().get(pathOf(url))).status).toBe(400);
  expect((await provider.browser().get(pathOf(url).replace(app.id, 'nobody'))).status).toBe(400);
});

test('a certificate is replaced in two steps', async () => {
  const app = await createApp();
  const loginId = await grantedUser(app);
  const before = await serviceProvider(app);
  await provider.manage('/v1/mgmt/sso/idp/app/saml/certificate/create', { id: app.id });
  const second = await provider.latchkey.manage('POST', '/v1/mgmt/sso/idp/app/saml/certificate/create', {
    id: app.id,
  });
  expect(second).toMatchObject({ status: 400, body: { errorCode: 'E111801' } });
  await signIn(before, loginId);
  const both = await serviceProvider(app);
  await provider.manage('/v1/mgmt/sso/idp/app/saml/certificate/activate', { id: app.id });
  await signIn(both, loginId);
  await expect(signIn(before, loginId)).rejects.toThrow();
});
