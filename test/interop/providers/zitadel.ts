import type { ProviderDescription } from '../description.ts';

const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const entityId = 'https://acme.zitadel.example/saml/v2/metadata';
const signOnUrl = 'https://acme.zitadel.example/saml/v2/SSO';
const subject = '2238{number}0001';
const profile = {
  email: '{email}',
  email_verified: true,
  family_name: '{familyName}',
  gender: 'female',
  given_name: '{givenName}',
  locale: 'en',
  name: '{name}',
  preferred_username: '{username}@acme.zitadel.example',
  sub: subject,
  updated_at: 1_716_000_000,
} as const;

export const zitadel: ProviderDescription = {
  id: 'zitadel',
  title: 'ZITADEL',
  saml: {
    sources: [
      'https://github.com/zitadel/saml/blob/main/pkg/provider/attributes.go',
      'https://zitadel.com/docs/guides/integrate/login/saml',
      'https://zitadel.com/docs/apis/actions/customize-samlresponse',
    ],
    uncertain:
      'Roles are sent by an action only, under a name of its author. Written by Go, with default namespaces.',
    entityId,
    signOnUrl,
    wantsSignedRequests: true,
    metadata: `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}" ID="_d7d2e2a8" validUntil="2099-01-01T00:00:00Z"><IDPSSODescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" WantAuthnRequestsSigned="1" ID="_1" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><KeyName xmlns="http://www.w3.org/2000/09/xmldsig#">${entityId} IDP signing</KeyName><X509Data xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService xmlns="urn:oasis:names:tc:SAML:2.0:metadata" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://acme.zitadel.example/saml/v2/SLO"></SingleLogoutService><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat><SingleSignOnService xmlns="urn:oasis:names:tc:SAML:2.0:metadata" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"></SingleSignOnService><SingleSignOnService xmlns="urn:oasis:names:tc:SAML:2.0:metadata" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"></SingleSignOnService><Attribute xmlns="urn:oasis:names:tc:SAML:2.0:assertion" Name="Email" NameFormat="${basic}"><AttributeValue>empty</AttributeValue></Attribute></IDPSSODescriptor></EntityDescriptor>`,
    response: {
      prefixes: ['', '', ''],
      written: { issuer: 'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity"' },
      signs: 'both',
      keyInfo: 'certificate',
      idPrefix: '_',
      fraction: 0,
      attributeFormat: basic,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: {
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      value: '{username}@acme.zitadel.example',
    },
    attributes: [
      { name: 'Email', values: ['{email}'] },
      { name: 'SurName', values: ['{familyName}'] },
      { name: 'FirstName', values: ['{givenName}'] },
      { name: 'FullName', values: ['{name}'] },
      { name: 'UserName', values: ['{username}@acme.zitadel.example'] },
      { name: 'UserID', values: [subject] },
    ],
    leaves: { subject: '{username}@acme.zitadel.example' },
    variants: [
      {
        what: 'sends roles by an action',
        attributes: [
          { name: 'Email', values: ['{email}'] },
          { name: 'FullName', values: ['{name}'] },
          { name: 'Roles', values: ['{groups}'] },
        ],
        groups: ['staff', 'editors'],
        leaves: { givenName: '', familyName: '', subject: '{username}@acme.zitadel.example' },
      },
      {
        what: 'signs the assertion only',
        response: { signs: 'assertion' },
        leaves: { subject: '{username}@acme.zitadel.example' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://zitadel.com/docs/apis/openidoauth/claims',
      'https://zitadel.com/docs/apis/openidoauth/scopes',
      'https://zitadel.com/docs/apis/openidoauth/endpoints',
    ],
    issuerPath: '/zitadel',
    discovery: {
      scopes_supported: ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'],
      response_types_supported: ['code', 'id_token', 'id_token token'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: ['authorization_code', 'implicit', 'refresh_token', 'client_credentials'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['EdDSA', 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512'],
      token_endpoint_auth_methods_supported: [
        'none',
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
      ],
      code_challenge_methods_supported: ['S256'],
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
    },
    algorithm: 'RS256',
    authentication: 'client_secret_basic',
    audienceList: true,
    atHash: true,
    // The ID token has nothing about the user, unless “User Info inside ID Token” is on.
    idToken: {
      amr: ['pwd'],
      auth_time: '{now}',
      azp: '{clientId}',
      client_id: '{clientId}',
      sid: 'V1_2238',
      sub: subject,
    },
    userInfo: {
      body: {
        ...profile,
        'urn:zitadel:iam:org:project:2189:roles': '{groupsAsKeys}',
        'urn:zitadel:iam:org:project:roles': '{groupsAsKeys}',
      },
    },
    groups: ['staff', 'editors'],
    leaves: { subject },
    variants: [
      {
        what: 'puts the user info inside the ID token',
        idToken: { ...profile, 'urn:zitadel:iam:org:project:roles': '{groupsAsKeys}' },
        leaves: { subject },
      },
      {
        what: 'sends a flat list of roles by an action',
        idToken: { ...profile, 'flat:roles': '{groups}' },
        settings: { userAttrMapping: { group: 'flat:roles' } },
        leaves: { subject },
      },
    ],
  },
};
