import type { ProviderDescription } from '../description.ts';

const entityId = 'https://keycloak.example/realms/acme';
const signOnUrl = 'https://keycloak.example/realms/acme/protocol/saml';
const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:';

const x500 = [
  { name: 'urn:oid:1.2.840.113549.1.9.1', friendlyName: 'email', values: ['{email}'] },
  { name: 'urn:oid:2.5.4.42', friendlyName: 'givenName', values: ['{givenName}'] },
  { name: 'urn:oid:2.5.4.4', friendlyName: 'surname', values: ['{familyName}'] },
].map((one) => ({ ...one, format: 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri' }));

export const keycloak: ProviderDescription = {
  id: 'keycloak',
  title: 'Keycloak',
  saml: {
    sources: [
      'https://www.keycloak.org/docs/latest/server_admin/#_saml',
      'https://www.keycloak.org/docs/latest/server_admin/#_protocol-mappers',
      'https://github.com/keycloak/keycloak/blob/main/saml-core-api/src/main/java/org/keycloak/saml/processing/core/saml/v2/constants/X500SAMLProfileConstants.java',
    ],
    entityId,
    signOnUrl,
    wantsSignedRequests: true,
    metadata: `<md:EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>abc-DEF_123</ds:KeyName><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:ArtifactResolutionService Binding="${binding}SOAP" Location="${signOnUrl}/resolve" index="0"></md:ArtifactResolutionService><md:SingleLogoutService Binding="${binding}HTTP-POST" Location="${signOnUrl}"></md:SingleLogoutService><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:SingleSignOnService Binding="${binding}HTTP-POST" Location="${signOnUrl}"></md:SingleSignOnService><md:SingleSignOnService Binding="${binding}HTTP-Redirect" Location="${signOnUrl}"></md:SingleSignOnService><md:SingleSignOnService Binding="${binding}SOAP" Location="${signOnUrl}"></md:SingleSignOnService><md:SingleSignOnService Binding="${binding}HTTP-Artifact" Location="${signOnUrl}"></md:SingleSignOnService></md:IDPSSODescriptor></md:EntityDescriptor>`,
    response: {
      prefixes: ['samlp', 'saml', 'dsig'],
      declaredOn: 'response',
      written: {
        assertion: 'xmlns="urn:oasis:names:tc:SAML:2.0:assertion"',
        value:
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
      },
      signs: 'response',
      keyInfo: 'certificate and names',
      idPrefix: 'ID_',
      fraction: 3,
      attributeFormat: basic,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', value: '{username}' },
    attributes: [...x500, { name: 'Role', values: ['offline_access', '{groups}'], repeated: true }],
    groups: ['staff', 'editors'],
    leaves: { name: '{givenName} {familyName}', subject: '{username}' },
    variants: [
      {
        what: 'signs both',
        response: { signs: 'both' },
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
      {
        what: 'encrypts with AES-GCM and a SHA-256 digest',
        encryption: { content: 'aes256-gcm', digest: 'sha256' },
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
      {
        what: 'sends groups with their path',
        attributes: [
          ...x500,
          { name: 'member', friendlyName: 'groups', values: ['{groups}'], repeated: true },
        ],
        groups: ['/acme/staff', '/acme/editors'],
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
      {
        what: 'sends a single role attribute',
        attributes: [...x500, { name: 'Role', values: ['{groups}'] }],
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
      {
        what: 'names the user by a persistent identifier',
        subject: { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', value: 'G-{uuid}' },
        leaves: { name: '{givenName} {familyName}', subject: 'G-{uuid}' },
      },
      {
        what: 'starts the sign-in by a URL name',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://www.keycloak.org/docs/latest/server_admin/#_oidc',
      'https://www.keycloak.org/securing-apps/oidc-layers',
    ],
    issuerPath: '/realms/acme',
    discovery: {
      grant_types_supported: [
        'authorization_code',
        'implicit',
        'refresh_token',
        'password',
        'client_credentials',
      ],
      acr_values_supported: ['0', '1'],
      response_types_supported: ['code', 'none', 'id_token', 'token', 'id_token token', 'code id_token'],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: [
        ...['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'HS512', 'ES256', 'RS256'],
        ...['HS384', 'ES512', 'PS256', 'PS512', 'RS512'],
      ],
      response_modes_supported: [
        'query',
        'fragment',
        'form_post',
        'query.jwt',
        'fragment.jwt',
        'form_post.jwt',
        'jwt',
      ],
      token_endpoint_auth_methods_supported: [
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
        'tls_client_auth',
        'client_secret_jwt',
      ],
      scopes_supported: [
        'openid',
        'roles',
        'basic',
        'acr',
        'profile',
        'web-origins',
        'phone',
        'microprofile-jwt',
        'email',
      ],
      code_challenge_methods_supported: ['plain', 'S256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      mtls_endpoint_aliases: {},
    },
    algorithm: 'RS256',
    keys: { encryptionKey: true },
    authentication: 'client_secret_basic',
    idToken: {
      auth_time: '{now}',
      jti: '{uuid}',
      sub: '{uuid}',
      typ: 'ID',
      azp: '{clientId}',
      sid: 'b0f6',
      acr: '1',
      email_verified: true,
      name: '{name}',
      groups: '{groups}',
      preferred_username: '{username}',
      given_name: '{givenName}',
      family_name: '{familyName}',
      email: '{email}',
    },
    atHash: true,
    userInfo: {
      body: { sub: '{uuid}', email_verified: true, name: '{name}', email: '{email}', groups: '{groups}' },
    },
    tokenResponse: { 'not-before-policy': 0, session_state: 'b0f6', scope: 'openid profile email' },
    redirect: { session_state: 'b0f6', iss: '{issuer}' },
    groups: ['/staff', '/editors'],
    leaves: { subject: '{uuid}' },
    variants: [
      { what: 'signs with PS256', algorithm: 'PS256', leaves: { subject: '{uuid}' } },
      { what: 'signs with EdDSA', algorithm: 'EdDSA', leaves: { subject: '{uuid}' } },
      {
        what: 'sends realm roles, which the mapping finds',
        idToken: {
          sub: '{uuid}',
          email: '{email}',
          email_verified: true,
          name: '{name}',
          given_name: '{givenName}',
          family_name: '{familyName}',
          realm_access: { roles: '{groups}' },
        },
        groups: ['staff', 'editors'],
        settings: { userAttrMapping: { group: 'realm_access.roles' } },
        leaves: { subject: '{uuid}' },
      },
      {
        what: 'calls an address unverified that its administrator has entered',
        idToken: {
          sub: '{uuid}',
          email: '{email}',
          email_verified: false,
          name: '{name}',
          given_name: '{givenName}',
          family_name: '{familyName}',
          groups: '{groups}',
        },
        leaves: { subject: '{uuid}', verifiedEmail: false },
      },
    ],
  },
};
