import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpReceiver, startReceiver } from '../counterparts/http-receiver.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { type Keycloak, startKeycloak } from './keycloak.ts';
import { signInThrough } from './sign-in-through.ts';

// A realm of Keycloak is the identity provider of tenants here, by SAML and by OpenID Connect.

const home = process.env['KEYCLOAK_HOME'] ?? '';

const person = { username: 'ada', email: 'ada@acme.example', firstName: 'Ada', lastName: 'Løvelace-Ünal' };
const password = 'correct horse battery';

describe.skipIf(!home)('Keycloak as an identity provider', () => {
  let latchkey: Latchkey;
  let keycloak: Keycloak;
  let app: HttpReceiver;
  let realm: string;

  beforeAll(async () => {
    [latchkey, keycloak, app] = await Promise.all([
      startLatchkey(),
      startKeycloak(home),
      startReceiver(() => ({ status: 200, body: 'arrived' })),
    ]);
    realm = `${keycloak.url}/realms/acme`;
    await keycloak.manage('/realms', { realm: 'acme', enabled: true });
    await keycloak.manage('/realms/acme/groups', { name: 'staff' });
    await keycloak.manage('/realms/acme/users', {
      ...person,
      enabled: true,
      emailVerified: true,
      groups: ['/staff'],
      credentials: [{ type: 'password', value: password, temporary: false }],
    });
    await manage('/v1/mgmt/role/create', { name: 'Staff' });
  });
  afterAll(async () => {
    await keycloak?.stop();
    await app?.close();
    await latchkey?.close();
  });

  async function manage(path: string, body: object) {
    const answer = await latchkey.manage('POST', path, body);
    expect(answer, path).toMatchObject({ status: 200 });
    return answer.body;
  }

  const settingsOf = async (tenantId: string) =>
    (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`)).body;

  /** Signs Ada in through the tenant, and returns her as she then is here. */
  async function signIn(tenantId: string) {
    const code = await signInThrough(latchkey, {
      tenantId,
      appUrl: app.url,
      username: person.username,
      password,
    });
    const { status, body } = await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
    expect({ status, body }).toMatchObject({ status: 200 });
    const [tenant] = body.user.userTenants;
    return {
      ...body.user,
      roleNames: tenant.roleNames,
      forget: () => manage('/v1/mgmt/user/delete', { loginId: body.user.userId }),
    };
  }

  const ada = {
    name: `${person.firstName} ${person.lastName}`,
    givenName: person.firstName,
    familyName: person.lastName,
    email: person.email,
    verifiedEmail: true,
    loginIds: [person.email],
    roleNames: ['Staff'],
  };

  /** Each side learns of the other by its metadata. `attributes` change the client that Keycloak made from ours. */
  async function connectBySaml(tenantId: string, attributes: Record<string, string> = {}) {
    await manage('/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
    await manage('/v1/mgmt/sso/saml/metadata', {
      tenantId,
      redirectUrl: `${app.url}/app`,
      domains: [person.email.split('@')[1]],
      settings: {
        idpMetadataUrl: `${realm}/protocol/saml/descriptor`,
        roleMappings: [{ groups: ['/staff'], roleName: 'Staff' }],
      },
    });
    const { saml } = await settingsOf(tenantId);
    const ours = await latchkey.request('GET', saml.spEntityId.replace(latchkey.baseUrl, ''), {
      bearer: null,
    });
    const client = await keycloak.manage('/realms/acme/client-description-converter', ours.body);
    const mapper = (name: string, protocolMapper: string, config: Record<string, string>) => ({
      name,
      protocol: 'saml',
      protocolMapper,
      config,
    });
    const property = (name: string, attributeName: string) =>
      mapper(name, 'saml-user-property-mapper', {
        'user.attribute': name,
        'friendly.name': name,
        'attribute.name': attributeName,
        'attribute.nameformat': 'URI Reference',
      });
    await keycloak.manage('/realms/acme/clients', {
      ...client,
      attributes: { ...(client['attributes'] as unknown as object), ...attributes },
      protocolMappers: [
        property('email', 'urn:oid:1.2.840.113549.1.9.1'),
        property('firstName', 'urn:oid:2.5.4.42'),
        property('lastName', 'urn:oid:2.5.4.4'),
        mapper('groups', 'saml-group-membership-mapper', {
          'attribute.name': 'groups',
          'full.path': 'true',
          single: 'false',
        }),
      ],
    });
    return saml;
  }

  test.each([
    ['as its client is made from our metadata', {}],
    [
      'with a signed response only',
      { 'saml.server.signature': 'true', 'saml.assertion.signature': 'false', 'saml.encrypt': 'false' },
    ],
    [
      'with a signed assertion only',
      { 'saml.server.signature': 'false', 'saml.assertion.signature': 'true', 'saml.encrypt': 'false' },
    ],
    ['with the address as NameID', { saml_name_id_format: 'email', saml_force_name_id_format: 'true' }],
    ['with an encrypted assertion', { 'saml.encrypt': 'true', 'saml.server.signature': 'true' }],
  ])('a user signs in by SAML, %s, twice as the same user', async (what, attributes) => {
    const tenantId = `saml-${what.replace(/\W/g, '-')}`;
    const saml = await connectBySaml(tenantId, attributes);
    expect(saml).toMatchObject({ idpEntityId: realm, signRequests: true });
    const first = await signIn(tenantId);
    expect(first).toMatchObject(ada);
    expect((await signIn(tenantId)).userId).toBe(first.userId);
    await first.forget();
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: tenantId });
  });

  test.each(['RS256', 'ES256', 'PS256', 'EdDSA'])(
    'a user signs in by OpenID Connect with %s',
    async (algorithm) => {
      const tenantId = `oidc-${algorithm}`;
      await manage('/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
      await manage('/v1/mgmt/sso/oidc', {
        tenantId,
        domains: [person.email.split('@')[1]],
        settings: {
          name: 'Keycloak',
          issuer: realm,
          clientId: tenantId,
          clientSecret: 'a secret: & ü',
          redirectUrl: `${app.url}/app`,
          roleMappings: [{ groups: ['/staff'], roleName: 'Staff' }],
        },
      });
      await keycloak.manage('/realms/acme/clients', {
        clientId: tenantId,
        secret: 'a secret: & ü',
        redirectUris: [(await settingsOf(tenantId)).oidc.callbackUrl],
        attributes: { 'id.token.signed.response.alg': algorithm, 'pkce.code.challenge.method': 'S256' },
        protocolMappers: [
          {
            name: 'groups',
            protocol: 'openid-connect',
            protocolMapper: 'oidc-group-membership-mapper',
            config: {
              'claim.name': 'groups',
              'full.path': 'true',
              'id.token.claim': 'true',
              'userinfo.token.claim': 'true',
            },
          },
        ],
      });
      const first = await signIn(tenantId);
      expect(first).toMatchObject(ada);
      expect((await signIn(tenantId)).userId).toBe(first.userId);
      await first.forget();
      await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: tenantId });
    },
  );
});
