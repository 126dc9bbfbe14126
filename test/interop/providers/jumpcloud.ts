import type { ProviderDescription } from '../description.ts';

const entityId = 'http://www.jumpcloud.com/5f9c3a115d3b4a398a3e9b3d';
const signOnUrl = 'https://sso.jumpcloud.com/saml2/latchkey';

export const jumpcloud: ProviderDescription = {
  id: 'jumpcloud',
  title: 'JumpCloud',
  saml: {
    sources: [
      'https://jumpcloud.com/support/sso-application-connector-fields',
      'https://jumpcloud.com/support/sso-using-custom-saml-application-connectors',
    ],
    uncertain:
      'No public sample of a response: the form is that of a plain one. Attribute names are the administrator’s.',
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor entityID="${entityId}" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`,
    response: {
      prefixes: ['samlp', 'saml', 'ds'],
      written: {
        value:
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
      },
      signs: 'assertion',
      keyInfo: 'certificate',
      idPrefix: '_',
      fraction: 3,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', value: '{email}' },
    attributes: [
      { name: 'email', values: ['{email}'] },
      { name: 'firstname', values: ['{givenName}'] },
      { name: 'lastname', values: ['{familyName}'] },
      { name: 'memberOf', values: ['{groups}'] },
    ],
    groups: ['All staff', 'Editors'],
    leaves: { name: '{givenName} {familyName}' },
    variants: [
      {
        what: 'signs assertion and response',
        response: { signs: 'both' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'signs the response',
        response: { signs: 'response' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'starts the sign-in from the user portal',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://jumpcloud.com/support/sso-with-oidc',
      'https://jumpcloud.com/support/oidc-attributes-claims',
      'https://oauth.id.jumpcloud.com/.well-known/openid-configuration',
    ],
    uncertain: 'The administrator names the claim of the groups; `memberOf` here.',
    issuerPath: '/jumpcloud/',
    discovery: {
      subject_types_supported: ['public', 'pairwise'],
      response_types_supported: ['code', 'code id_token', 'id_token', 'token id_token', 'token'],
      claims_supported: ['sub'],
      grant_types_supported: ['authorization_code', 'implicit', 'client_credentials', 'refresh_token'],
      response_modes_supported: ['query', 'fragment'],
      scopes_supported: ['offline_access', 'offline', 'openid'],
      token_endpoint_auth_methods_supported: [
        'client_secret_post',
        'client_secret_basic',
        'private_key_jwt',
        'none',
      ],
      userinfo_signing_alg_values_supported: ['none', 'RS256'],
      id_token_signing_alg_values_supported: ['RS256'],
      request_parameter_supported: true,
      claims_parameter_supported: false,
      code_challenge_methods_supported: ['plain', 'S256'],
    },
    algorithm: 'RS256',
    // Ory Hydra, on which it is built, accepts one method for each client: Basic unless it is changed.
    authentication: 'client_secret_basic',
    audienceList: true,
    atHash: true,
    idToken: {
      amr: [],
      auth_time: '{now}',
      email: '{email}',
      email_verified: true,
      family_name: '{familyName}',
      given_name: '{givenName}',
      jti: '{uuid}',
      memberOf: '{groups}',
      rat: '{now}',
      sid: '{uuid}',
      sub: '{uuid}',
    },
    userInfo: {
      body: {
        email: '{email}',
        email_verified: true,
        family_name: '{familyName}',
        given_name: '{givenName}',
        memberOf: '{groups}',
        sub: '{uuid}',
      },
    },
    redirect: { scope: 'openid profile email' },
    groups: ['All staff', 'Editors'],
    leaves: { name: '{givenName} {familyName}', subject: '{uuid}' },
    leavesAsProvider: { name: '' },
    variants: [
      {
        what: 'accepts the secret in the form only',
        authentication: 'client_secret_post',
        settings: { clientAuthMethod: 'client_secret_post' },
        leaves: { name: '{givenName} {familyName}', subject: '{uuid}' },
      },
    ],
  },
};
