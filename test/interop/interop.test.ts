import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CertifiedKey, createCertifiedKey, selfSign } from '../../server/protocols/saml/self-signed.ts';
import { bareCertificate } from '../../server/protocols/saml/sign.ts';
import { type Answer, type Latchkey, startLatchkey } from '../harness.ts';
import { codeOf, errorOf, SsoBrowser, startTestIn } from '../identity-provider.ts';
import { OAuthBrowser } from '../oauth-browser.ts';
import { OidcBrowser } from '../openid-provider.ts';
import type {
  Left,
  OAuthDescription,
  OpenIdDescription,
  OpenIdVariant,
  ProviderDescription,
  SamlDescription,
  SamlVariant,
} from './description.ts';
import { fill, newPerson, stateOf, type Values, withFamilyName } from './fill.ts';
import { type Answering, client, type DescribedProviders, startDescribedProviders } from './openid-server.ts';
import { providers } from './providers.ts';
import { writeResponse } from './saml-document.ts';

// Every described provider signs users in by each protocol that it has, and the test looks at what is left of each sign-in.

let latchkey: Latchkey;
let served: DescribedProviders;
let key: CertifiedKey;
let strangersKey: string;
let certificates: Record<
  'certificate' | 'nextCertificate' | 'weakCertificate' | 'wrappedCertificate',
  string
>;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const now = latchkey.service.now();
  const generate = latchkey.service.generateRsaKeyPair;
  const stranger = await generate();
  strangersKey = stranger.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  served = await startDescribedProviders(stranger);
  key = await createCertifiedKey('idp', now, generate);
  const nextKey = await createCertifiedKey('next', now, generate);
  const weak = await selfSign('weak', generateKeyPairSync('rsa', { modulusLength: 1_024 }), now);
  const certificate = bareCertificate(key.certificatePem);
  certificates = {
    certificate,
    nextCertificate: bareCertificate(nextKey.certificatePem),
    weakCertificate: bareCertificate(weak),
    wrappedCertificate: (certificate.match(/.{1,76}/g) ?? []).join('\n'),
  };
  for (const name of ['staff', 'editor']) await call('POST', '/v1/mgmt/role/create', { name });
});
afterAll(async () => {
  served?.close();
  await latchkey?.close();
});

async function call(method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await latchkey.manage(method, path, body);
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.body;
}

const redirectUrl = 'http://127.0.0.1:9/app';
const roles = ['staff', 'editor'];
const mapped = (groups: readonly string[] = []) =>
  groups.map((group, at) => ({ groups: [group], roleName: roles[at] ?? '' }));

/** Exchanges the code and returns the user, who is as `left` says. */
async function expectLeft(
  answer: Answer,
  path: 'sso' | 'oauth',
  { left, person, tenantId, issuer }: { left: Left; person: Values; tenantId?: string; issuer: string },
): Promise<string> {
  expect(errorOf(answer)).toBe('');
  const { status, body } = await latchkey.request('POST', `/v1/auth/${path}/exchange`, {
    body: { code: codeOf(answer) },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  const { user } = body;
  expect(user).toMatchObject(stateOf(left, person));
  if (tenantId) {
    const tenant = user.userTenants.find((one: { tenantId: string }) => one.tenantId === tenantId);
    expect(tenant?.roleNames.toSorted()).toEqual(
      [...(left.roles ?? roles.slice(0, person.groups.length))].sort(),
    );
  }
  const { identities } = await call('GET', `/v1/mgmt/user/identities?loginId=${user.userId}`);
  expect(identities).toEqual([
    expect.objectContaining({
      type: path,
      issuer,
      subject: fill(left.subject ?? '{email}', person),
      ...(tenantId && { tenantId }),
    }),
  ]);
  return user.userId;
}

/** The problems that a person of a description can have, and still sign in. */
const survivable = ['groupsLeftOut', 'userInfoFailed'];

/** Loads the last test of the connection, which must say what a sign-in of this person leaves. */
async function expectFound(
  tenantId: string,
  { left, person, sent }: { left: Left; person: Values; sent?: readonly string[] },
): Promise<void> {
  const { test } = await call('GET', `/v1/mgmt/sso/test?tenantId=${tenantId}`);
  const { name, email, verifiedEmail } = stateOf(left, person);
  const findings: { code: string; level: string; sentence: string }[] = test.findings;
  const problems = findings.filter(({ code, level }) => level === 'problem' && !survivable.includes(code));
  expect(problems).toEqual([]);
  expect(test).toMatchObject({ succeeded: true, name });
  expect(test.email.toLowerCase()).toBe(email.toLowerCase());
  const codes = findings.map(({ code }) => code);
  const found = { name: name !== '', email: email !== '', groups: test.groups.length > 0 };
  for (const [what, isFound] of Object.entries(found)) {
    const code = `${what}${isFound ? 'Found' : 'Missing'}`;
    expect(codes).toContain(what === 'groups' && codes.includes('groupsLeftOut') ? 'groupsLeftOut' : code);
  }
  expect(codes.includes('emailNotProven')).toBe(email !== '' && !verifiedEmail);
  expect(test.roles.toSorted()).toEqual([...(left.roles ?? roles.slice(0, person.groups.length))].sort());
  const named = findings.flatMap(({ sentence }) =>
    [...sentence.matchAll(/`([^`]+)`/g)].map(([, one]) => one),
  );
  if (sent) expect([...sent, 'NameID']).toEqual(expect.arrayContaining(named));
}

function protocolsOf<P extends 'saml' | 'oidc' | 'oauth'>(protocol: P) {
  return providers.flatMap((provider) => {
    const described = provider[protocol];
    return described ? [[provider.title, provider, described] as const] : [];
  });
}

describe.each(protocolsOf('saml'))(
  '%s by SAML',
  (_title, { id }: ProviderDescription, saml: SamlDescription) => {
    const tenantId = `saml-${id}`;
    const domain = `${id}.example`;
    const xml = () =>
      fill(saml.metadata.replace(/\{(?!\w*[cC]ertificate\})/g, '\u0001'), certificates as never).replaceAll(
        '\u0001',
        '{',
      );

    const configure = (settings: object) =>
      call('POST', '/v1/mgmt/sso/saml/metadata', {
        tenantId,
        redirectUrl,
        domains: [domain],
        settings: { roleMappings: mapped(saml.groups), ...saml.settings, ...settings },
      });
    const load = () => call('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`);

    async function signIn(
      person: Values,
      variant: Partial<SamlVariant> = {},
      { signer = key, change = (written: string) => written, isTest = false } = {},
    ): Promise<Answer> {
      const browser = new SsoBrowser(latchkey);
      const { spEntityId, spACSUrl, spCertificate } = (await load()).saml;
      const start = async () =>
        isTest ? browser.open(await startTestIn(browser, latchkey, tenantId)) : browser.start(tenantId);
      const request = variant.unsolicited ? undefined : await start();
      const response = await writeResponse({
        form: { ...saml.response, ...variant.response },
        subject: variant.subject ?? saml.subject,
        attributes: variant.attributes ?? saml.attributes,
        encryption: variant.encryption,
        person,
        issuer: saml.entityId,
        now: latchkey.service.now(),
        acsUrl: request?.acsUrl ?? spACSUrl,
        audience: spEntityId,
        inResponseTo: request?.id,
        spCertificate,
        key: signer,
      });
      return browser.post(request?.acsUrl ?? spACSUrl, change(response));
    }

    const leaves = (person: Values, left: Left = saml.leaves ?? {}) => ({
      left,
      person,
      tenantId,
      issuer: saml.entityId,
    });

    async function expectTested(person: Values, variant: Partial<SamlVariant> = {}) {
      await signIn(person, variant, { isTest: true });
      const attributes = variant.attributes ?? saml.attributes;
      const sent = attributes.flatMap(({ name, friendlyName = name }) => [name, friendlyName]);
      await expectFound(tenantId, { left: variant.leaves ?? saml.leaves ?? {}, person, sent });
    }

    test('its metadata is imported, as a text and from its address', async () => {
      await call('POST', '/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
      const expected = {
        idpEntityId: saml.entityId,
        idpSSOUrl: saml.signOnUrl,
        idpCertificate: key.certificatePem,
        idpAdditionalCertificates: { length: (saml.certificates ?? 1) - 1 },
        requestBinding: saml.requestBinding ?? 'redirect',
        signRequests: saml.wantsSignedRequests ?? false,
      };
      await configure({ idpMetadataXml: xml() });
      expect((await load()).saml).toMatchObject(expected);
      const idpMetadataUrl = served.serveMetadata(
        `/metadata/${id}`,
        `\uFEFF${xml().replaceAll('\n', '\r\n')}`,
      );
      await configure({ idpMetadataUrl });
      expect((await load()).saml).toMatchObject({ ...expected, idpMetadataUrl });
    });

    test('a user signs in, is the same with another name the next time, and has no roles without groups', async () => {
      const person = newPerson(domain, saml.groups);
      await expectTested(person);
      const userId = await expectLeft(await signIn(person), 'sso', leaves(person));
      const married = withFamilyName(person, 'O’Neill <Ünal>');
      expect(await expectLeft(await signIn(married), 'sso', leaves(married))).toBe(userId);
      const alone = { ...married, groups: [] };
      const left = { ...saml.leaves, ...(saml.groups && { roles: [] }) };
      expect(await expectLeft(await signIn(alone), 'sso', leaves(alone, left))).toBe(userId);
    });

    test('nothing of it counts after a change, or if another key has signed', async () => {
      const person = newPerson(domain, saml.groups);
      const name = `x${newPerson(domain).username}`;
      const attributes = [...saml.attributes, { name: 'x', values: [name] }];
      const change = (written: string) => written.replace(name, 'changed');
      const changed = await signIn(person, { attributes }, { change });
      expect(errorOf(changed)).toMatch(/was changed after it was signed/);
      const forged = await signIn(person, {}, { signer: { ...key, privateKeyPem: strangersKey } });
      expect(errorOf(forged)).toMatch(/not made with any of the certificates/);
    });

    test.each((saml.variants ?? []).map((variant) => [variant.what, variant] as const))(
      'it %s',
      async (_what, variant) => {
        const groups = variant.groups ?? saml.groups;
        await configure({ idpMetadataXml: xml(), roleMappings: mapped(groups), ...variant.settings });
        const person = newPerson(domain, groups);
        const answer = await signIn(person, variant);
        if (variant.refused) {
          expect(errorOf(answer)).toMatch(variant.refused);
          return;
        }
        await expectLeft(answer, 'sso', leaves(person, variant.leaves ?? saml.leaves));
        if (!variant.unsolicited) await expectTested(person, variant);
      },
    );
  },
);

describe.each(protocolsOf('oidc').filter(([, { knownAs }]) => knownAs !== 'apple' && knownAs !== 'linkedin'))(
  '%s by OpenID Connect, for a tenant',
  (_title, { id }: ProviderDescription, described: OpenIdDescription) => {
    const tenantId = `oidc-${id}`;
    const domain = `oidc.${id}.example`;

    const configure = (oidc: OpenIdDescription, settings: object = {}) =>
      call('POST', '/v1/mgmt/sso/oidc', {
        tenantId,
        domains: [domain],
        settings: {
          name: id,
          clientId: client.id,
          clientSecret: client.secret,
          issuer: served.serve(oidc),
          redirectUrl,
          clientAuthMethod: oidc.authentication,
          roleMappings: mapped(oidc.groups),
          ...oidc.settings,
          ...settings,
        },
      });

    async function signIn(person: Values, oidc: OpenIdDescription, isTest = false): Promise<Answer> {
      const browser = new OidcBrowser(latchkey);
      const start = async () => {
        const answer = await browser.get(await startTestIn(browser, latchkey, tenantId));
        return answer.headers.get('location') ?? '';
      };
      const url = isTest ? await start() : await browser.start(tenantId);
      const answer = served.signIn(url, answering(person, oidc));
      return browser.get(`${new URL(url).searchParams.get('redirect_uri')}?${answer}`);
    }

    const leaves = (person: Values, left: Left = described.leaves ?? {}) => ({
      left,
      person,
      tenantId,
      issuer: `${served.origin}${described.issuerPath}`,
    });

    test('a user signs in, is the same with another name the next time, and has no roles without groups', async () => {
      await call('POST', '/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
      await configure(described);
      const person = newPerson(domain, described.groups);
      await signIn(person, described, true);
      await expectFound(tenantId, { left: described.leaves ?? {}, person });
      const userId = await expectLeft(await signIn(person, described), 'sso', leaves(person));
      const married = withFamilyName(person, 'O’Neill <Ünal>');
      expect(await expectLeft(await signIn(married, described), 'sso', leaves(married))).toBe(userId);
      const alone = { ...married, groups: [] };
      const left = { ...described.leaves, ...(described.groups && { roles: [] }) };
      expect(await expectLeft(await signIn(alone, described), 'sso', leaves(alone, left))).toBe(userId);
    });

    test('a client secret that it refuses is the reason that the failure gives', async () => {
      const { authentication } = described;
      const other = authentication === 'client_secret_basic' ? 'client_secret_post' : 'client_secret_basic';
      await configure(described, { clientAuthMethod: other });
      const answer = await signIn(newPerson(domain), described);
      expect(errorOf(answer)).toMatch(new RegExp(`invalid_client.*can also use ${authentication}`));
      await signIn(newPerson(domain), described, true);
      const { test } = await call('GET', `/v1/mgmt/sso/test?tenantId=${tenantId}`);
      expect(test.findings).toMatchObject([
        {
          code: expect.stringMatching(/^tokenAuth(Other|Unknown)$/),
          sentence: expect.stringContaining(authentication),
        },
      ]);
    });

    test.each((described.variants ?? []).map((variant) => [variant.what, variant] as const))(
      'it %s',
      async (_what, variant: OpenIdVariant) => {
        const oidc = { ...described, ...variant } as OpenIdDescription;
        await configure(oidc, variant.settings);
        const person = newPerson(domain, oidc.groups);
        const answer = await signIn(person, oidc);
        if (variant.refused) {
          expect(errorOf(answer)).toMatch(variant.refused);
          return;
        }
        const left = variant.leaves ?? described.leaves ?? {};
        await expectLeft(answer, 'sso', leaves(person, left));
        await signIn(person, oidc, true);
        await expectFound(tenantId, { left, person });
      },
    );
  },
);

describe.each(protocolsOf('oidc'))(
  '%s by OpenID Connect, for a project',
  (_title, { id, knownAs }: ProviderDescription, oidc: OpenIdDescription) => {
    test('a user signs in, and is the same the next time', async () => {
      const provider = knownAs ?? id;
      const isApple = provider === 'apple';
      const issuer = served.serve(oidc);
      await call('POST', '/v1/mgmt/oauth/provider', {
        provider,
        issuer,
        clientId: client.id,
        ...(isApple ? appleKey() : { clientSecret: client.secret }),
        authentication: oidc.authentication === 'client_secret_post' ? 'post' : 'basic',
        ...(oidc.settings?.['scope'] ? { scopes: oidc.settings['scope'] } : {}),
      });
      const signIn = async (person: Values) => {
        const browser = new OAuthBrowser(latchkey);
        const url = await browser.start(provider);
        const answer = served.signIn(url.href, { ...answering(person, oidc), anySecret: isApple });
        if (!oidc.answersByForm) return browser.get(`/v1/auth/oauth/callback?${answer}`);
        const fields = Object.fromEntries(answer);
        const posted = await browser.post('/v1/auth/oauth/callback', fields, { withCookie: false });
        return browser.get(posted.headers.get('location') ?? '');
      };
      const left = { ...oidc.leaves, ...oidc.leavesAsProvider };
      const person = newPerson(`${id}.people`, oidc.groups);
      const userId = await expectLeft(await signIn(person), 'oauth', { left, person, issuer });
      expect(await expectLeft(await signIn(person), 'oauth', { left, person, issuer })).toBe(userId);
    });
  },
);

describe.each(protocolsOf('oauth'))(
  '%s by OAuth 2.0',
  (_title, { id, knownAs = id }: ProviderDescription, oauth: OAuthDescription) => {
    const base = () => `${served.origin}/${id}`;

    async function signIn(person: Values, described: OAuthDescription): Promise<Answer> {
      await call('POST', '/v1/mgmt/oauth/provider', {
        provider: knownAs,
        clientId: client.id,
        clientSecret: client.secret,
        authorizationUrl: `${base()}/authorize`,
        tokenUrl: `${base()}/token`,
        userInfoUrl: `${base()}/userinfo`,
        emailsUrl: `${base()}/emails`,
      });
      const browser = new OAuthBrowser(latchkey);
      const url = await browser.start(knownAs);
      const answer = served.signIn(url.href, { person, issuer: base(), now: seconds(), oauth: described });
      return browser.get(`/v1/auth/oauth/callback?${answer}`);
    }

    test('a user signs in, and is the same the next time', async () => {
      const person = newPerson(`${id}.people`);
      const expected = { left: oauth.leaves ?? {}, person, issuer: served.origin };
      const userId = await expectLeft(await signIn(person, oauth), 'oauth', expected);
      expect(await expectLeft(await signIn(person, oauth), 'oauth', expected)).toBe(userId);
    });

    test.each((oauth.variants ?? []).map((variant) => [variant.what, variant] as const))(
      'it %s',
      async (_what, { leaves: left, ...variant }) => {
        const person = newPerson(`${id}.people`);
        const answer = await signIn(person, { ...oauth, ...variant });
        await expectLeft(answer, 'oauth', { left, person, issuer: served.origin });
      },
    );
  },
);

function seconds(): number {
  return Math.floor(latchkey.service.now() / 1000);
}

function answering(person: Values, oidc: OpenIdDescription): Answering & { oidc: OpenIdDescription } {
  return { person, oidc, issuer: `${served.origin}${oidc.issuerPath}`, now: seconds() };
}

function appleKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { clientSecret: privateKey.export({ type: 'pkcs8', format: 'pem' }), teamId: 'TEAM', keyId: 'KEY' };
}
