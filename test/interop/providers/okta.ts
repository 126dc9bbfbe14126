import type { ProviderDescription } from '../description.ts';

const entityId = 'http://www.okta.com/exk1fcia6d6EMsf331d8';
const signOnUrl = 'https://acme.okta.com/app/acme_latchkey_1/exk1fcia6d6EMsf331d8/sso/saml';
const unspecified = 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified';

export const okta: ProviderDescription = {
  id: 'okta',
  title: 'Okta',
  saml: {
    sources: [
      'https://help.okta.com/en-us/content/topics/apps/aiw-saml-reference.htm',
      'https://help.okta.com/en-us/content/topics/apps/define-group-attribute-statements.htm',
      'https://github.com/ansible/awx-operator/issues/1213',
      'https://github.com/directus/docs/issues/303',
    ],
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="${entityId}" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{wrappedCertificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
    response: {
      prefixes: ['saml2p', 'saml2', 'ds'],
      written: {
        response: 'xmlns:xs="http://www.w3.org/2001/XMLSchema"',
        assertion: 'xmlns:xs="http://www.w3.org/2001/XMLSchema"',
        issuer: 'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity"',
        value: 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
      },
      signs: 'both',
      inclusive: { response: 'xs', assertion: 'xs' },
      keyInfo: 'certificate',
      base64Break: '\n',
      xmlDeclaration: true,
      idPrefix: 'id',
      fraction: 3,
      attributeFormat: unspecified,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', value: '{email}' },
    attributes: [
      { name: 'email', values: ['{email}'] },
      { name: 'firstName', values: ['{givenName}'] },
      { name: 'lastName', values: ['{familyName}'] },
      { name: 'groups', values: ['{groups}'] },
    ],
    groups: ['Everyone', 'Latchkey editors'],
    leaves: { name: '{givenName} {familyName}' },
    variants: [
      {
        what: 'signs the assertion only',
        response: { signs: 'assertion' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'signs the response only',
        response: { signs: 'response' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'encrypts with AES256-GCM',
        encryption: { content: 'aes256-gcm', digest: 'sha1' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'encrypts with AES256-CBC, its default',
        encryption: { content: 'aes256-cbc', digest: 'sha1' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'names the attributes as its own expressions',
        attributes: [
          { name: 'user.email', values: ['{email}'] },
          { name: 'user.firstName', values: ['{givenName}'] },
          { name: 'user.lastName', values: ['{familyName}'] },
          { name: 'Groups', values: ['{groups}'] },
        ],
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'starts the sign-in from the dashboard',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/',
      'https://developer.okta.com/docs/guides/customize-tokens-groups-claim/main/',
    ],
    uncertain: 'The thin ID token of the code flow: everything else is at the userinfo endpoint.',
    issuerPath: '/oauth2/default',
    discovery: {
      response_types_supported: ['code', 'id_token', 'code id_token', 'code token', 'id_token token'],
      response_modes_supported: ['query', 'fragment', 'form_post', 'okta_post_message'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'groups'],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'none',
      ],
      code_challenge_methods_supported: ['S256'],
      request_parameter_supported: true,
    },
    algorithm: 'RS256',
    keys: { encryptionKey: true },
    authentication: 'client_secret_basic',
    idToken: {
      sub: '00u{number}Xy',
      ver: 1,
      jti: 'ID.4eAWJOCMB3SX8XewDfVR',
      amr: ['pwd'],
      idp: '00o1f0Xy',
      name: '{name}',
      preferred_username: '{email}',
      auth_time: '{now}',
    },
    atHash: true,
    userInfo: {
      body: {
        sub: '00u{number}Xy',
        name: '{name}',
        locale: 'en-US',
        email: '{email}',
        preferred_username: '{email}',
        given_name: '{givenName}',
        family_name: '{familyName}',
        zoneinfo: 'America/Los_Angeles',
        updated_at: 1_716_000_000,
        email_verified: true,
        groups: '{groups}',
      },
    },
    settings: { scope: ['openid', 'profile', 'email', 'groups'] },
    groups: ['Everyone', 'Latchkey editors'],
    leaves: { subject: '00u{number}Xy' },
    variants: [
      {
        what: 'puts everything into the ID token',
        idToken: {
          sub: '00u{number}Xy',
          name: '{name}',
          email: '{email}',
          given_name: '{givenName}',
          family_name: '{familyName}',
          email_verified: true,
          groups: '{groups}',
        },
        leaves: { subject: '00u{number}Xy' },
      },
    ],
  },
};
