import type { ProviderDescription } from '../description.ts';

const entityId = 'urn:dev-abc123.eu.auth0.com';
const signOnUrl = 'https://dev-abc123.eu.auth0.com/samlp/AbC123dEf456';
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const own = 'http://schemas.auth0.com';

export const auth0: ProviderDescription = {
  id: 'auth0',
  title: 'Auth0',
  saml: {
    sources: [
      'https://auth0.com/docs/authenticate/protocols/saml/saml-configuration/customize-saml-assertions',
      'https://github.com/auth0/node-samlp',
      'https://github.com/nextcloud/server/issues/7860',
    ],
    entityId,
    signOnUrl,
    metadata: `<EntityDescriptor entityID="${entityId}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
        <X509Data>
          <X509Certificate>{certificate}</X509Certificate>
        </X509Data>
      </KeyInfo>
    </KeyDescriptor>
    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}/logout"/>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/>
    <Attribute Name="${claims}/emailaddress" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="E-Mail Address" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>
  </IDPSSODescriptor>
</EntityDescriptor>`,
    response: {
      prefixes: ['samlp', 'saml', ''],
      written: {
        value:
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
      },
      signs: 'assertion',
      keyInfo: 'certificate',
      idPrefix: '_',
      fraction: 3,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
    },
    subject: {
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      value: 'auth0|5f7c8ec7c33c6c004bbafe{number}',
    },
    attributes: [
      { name: `${claims}/nameidentifier`, values: ['auth0|5f7c8ec7c33c6c004bbafe{number}'] },
      { name: `${claims}/emailaddress`, values: ['{email}'] },
      { name: `${claims}/name`, values: ['{name}'] },
      { name: `${claims}/givenname`, values: ['{givenName}'] },
      { name: `${claims}/surname`, values: ['{familyName}'] },
      { name: `${claims}/upn`, values: ['{email}'] },
      { name: 'http://schemas.xmlsoap.org/claims/Group', values: ['{groups}'] },
      { name: `${own}/identities/default/connection`, values: ['Username-Password-Authentication'] },
      { name: `${own}/identities/default/isSocial`, values: ['false'] },
      { name: `${own}/clientID`, values: ['AbC123dEf456'] },
      { name: `${own}/email_verified`, values: ['true'] },
      {
        name: `${own}/updated_at`,
        values: ['Fri Jan 16 2026 10:00:00 GMT+0000 (Coordinated Universal Time)'],
      },
    ],
    groups: ['staff', 'editors'],
    // An attribute of a given name is passed on in addition to the whole name.
    leaves: { name: '{givenName} {familyName}', subject: 'auth0|5f7c8ec7c33c6c004bbafe{number}' },
    variants: [
      {
        what: 'signs with SHA-1, the default of its add-on',
        response: { hash: 'sha1' },
        refused: /SHA-1/,
      },
      {
        what: 'signs the response, as `signResponse` says',
        response: { signs: 'response' },
        leaves: { name: '{givenName} {familyName}', subject: 'auth0|5f7c8ec7c33c6c004bbafe{number}' },
      },
      {
        what: 'sends roles under its own name',
        attributes: [
          { name: `${claims}/emailaddress`, values: ['{email}'] },
          { name: `${claims}/name`, values: ['{name}'] },
          { name: `${own}/roles`, values: ['{groups}'] },
        ],
        leaves: { givenName: '', familyName: '', subject: 'auth0|5f7c8ec7c33c6c004bbafe{number}' },
      },
      {
        what: 'names the user by the address, as `nameIdentifierProbes` says',
        subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '{email}' },
        leaves: { name: '{givenName} {familyName}' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow',
      'https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure',
      'https://auth0.com/docs/secure/tokens/json-web-tokens/create-custom-claims',
    ],
    uncertain: 'Roles come by an Action with a claim in a namespace of the tenant.',
    issuerPath: '/auth0/',
    discovery: {
      scopes_supported: [
        'openid',
        'profile',
        'offline_access',
        'name',
        'given_name',
        'family_name',
        'nickname',
        'email',
      ],
      response_types_supported: [
        'code',
        'token',
        'id_token',
        'code token',
        'code id_token',
        'token id_token',
      ],
      code_challenge_methods_supported: ['S256', 'plain'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      claims_supported: [
        'aud',
        'auth_time',
        'email',
        'email_verified',
        'exp',
        'iat',
        'identities',
        'iss',
        'name',
      ],
      request_uri_parameter_supported: false,
      request_parameter_supported: false,
      id_token_signing_alg_values_supported: ['HS256', 'RS256', 'PS256'],
    },
    algorithm: 'RS256',
    keys: { members: { x5t: 'NEVBNUNBOTgxRkE5NkQzQzc4OTBEMzZBMTA2ODc3N0Q' } },
    // The default of a Regular Web Application; the token endpoint refuses the other method.
    authentication: 'client_secret_post',
    idToken: {
      'https://acme.example/roles': '{groups}',
      nickname: '{username}',
      name: '{name}',
      given_name: '{givenName}',
      family_name: '{familyName}',
      picture: 'https://s.gravatar.com/avatar/x.png',
      updated_at: '2026-01-16T10:00:00.000Z',
      email: '{email}',
      email_verified: true,
      sub: 'auth0|5f7c8ec7c33c6c004bbafe{number}',
      sid: 'ov7MQ',
    },
    userInfo: {
      body: {
        sub: 'auth0|5f7c8ec7c33c6c004bbafe{number}',
        nickname: '{username}',
        name: '{name}',
        updated_at: '2026-01-16T10:00:00.000Z',
        email: '{email}',
        email_verified: true,
      },
    },
    groups: ['staff', 'editors'],
    settings: {
      clientAuthMethod: 'client_secret_post',
      userAttrMapping: { group: 'https://acme.example/roles' },
    },
    leaves: { subject: 'auth0|5f7c8ec7c33c6c004bbafe{number}' },
  },
};
