import type { ProviderDescription } from '../description.ts';

const entityId = 'https://app.onelogin.com/saml/metadata/1f0c2f5e-0000-4d2c-9a10-abc123';
const signOnUrl = 'https://acme.onelogin.com/trust/saml2/http-redirect/sso/1f0c2f5e';
const postUrl = 'https://acme.onelogin.com/trust/saml2/http-post/sso/1f0c2f5e';

export const onelogin: ProviderDescription = {
  id: 'onelogin',
  title: 'OneLogin',
  saml: {
    sources: [
      'https://developers.onelogin.com/saml/examples/response',
      'https://developers.onelogin.com/saml',
      'https://github.com/Hacker0x01/docs.hackerone.com/pull/233',
    ],
    uncertain:
      'Attribute names are those of OneLogin’s own test connectors (User.email, User.FirstName, …). Whether the assertion or the response is signed depends on the connector.',
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor xmlns:ds="http://www.w3.org/2000/09/xmldsig#" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data>
          <ds:X509Certificate>{wrappedCertificate}
</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </KeyDescriptor>
    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://acme.onelogin.com/trust/saml2/http-redirect/slo/1"/>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${postUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://acme.onelogin.com/trust/saml2/soap/sso/1"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`,
    response: {
      prefixes: ['samlp', 'saml', 'ds'],
      declaredOn: 'response',
      written: {
        assertion:
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
        value: 'xsi:type="xs:string"',
      },
      signs: 'assertion',
      keyInfo: 'certificate',
      idPrefix: 'pfx',
      fraction: 0,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '{email}' },
    attributes: [
      { name: 'User.email', values: ['{email}'] },
      { name: 'memberOf', values: ['{groups}'] },
      { name: 'User.LastName', values: ['{familyName}'] },
      { name: 'PersonImmutableID', values: [''] },
      { name: 'User.FirstName', values: ['{givenName}'] },
    ],
    groups: ['Employees', 'Editors'],
    leaves: { name: '{givenName} {familyName}' },
    variants: [
      {
        what: 'signs the response',
        response: { signs: 'response' },
        leaves: { name: '{givenName} {familyName}' },
      },
      { what: 'signs both', response: { signs: 'both' }, leaves: { name: '{givenName} {familyName}' } },
      {
        what: 'encrypts the assertion and signs both',
        response: { signs: 'both' },
        encryption: { content: 'aes256-cbc', digest: 'sha1', keyBeside: true },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'starts the sign-in from the portal',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://developers.onelogin.com/openid-connect/api/provider-config',
      'https://developers.onelogin.com/openid-connect/api/user-info',
      'https://developers.onelogin.com/openid-connect/guides/authentication-methods',
    ],
    uncertain: 'Groups come with the scope `groups` and are those of the parameter “Groups” of the app.',
    issuerPath: '/oidc/2',
    discovery: {
      acr_values_supported: ['onelogin:nist:level:1:re-auth'],
      claims_parameter_supported: true,
      claims_supported: [
        'acr',
        'auth_time',
        'email',
        'family_name',
        'given_name',
        'groups',
        'iss',
        'name',
        'sub',
      ],
      grant_types_supported: ['authorization_code', 'implicit', 'refresh_token', 'password'],
      id_token_signing_alg_values_supported: ['RS256'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      response_modes_supported: ['form_post', 'fragment', 'query'],
      response_types_supported: ['code', 'id_token token', 'id_token'],
      scopes_supported: ['openid', 'name', 'profile', 'groups', 'email', 'phone'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      userinfo_signing_alg_values_supported: [],
      code_challenge_methods_supported: ['S256'],
      claim_types_supported: ['normal'],
    },
    algorithm: 'RS256',
    authentication: 'client_secret_basic',
    idToken: {
      sub: '{numberAsText}',
      email: '{email}',
      preferred_username: '{email}',
      name: '{name}',
      updated_at: 1_716_000_000,
      given_name: '{givenName}',
      family_name: '{familyName}',
      groups: '{groups}',
      sid: 'd4c5',
    },
    atHash: true,
    userInfo: {
      body: { sub: '{numberAsText}', email: '{email}', name: '{name}', groups: '{groups}' },
    },
    settings: { scope: ['openid', 'profile', 'email', 'groups'] },
    groups: ['Employees', 'Editors'],
    leaves: { subject: '{number}' },
    leavesAsProvider: { verifiedEmail: false, loginId: 'onelogin:{number}' },
  },
};
