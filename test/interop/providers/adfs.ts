import type { ProviderDescription } from '../description.ts';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const entityId = 'http://fs.adfs.example/adfs/services/trust';
const signOnUrl = 'https://fs.adfs.example/adfs/ls/';

const usual = [
  { name: `${claims}/emailaddress`, values: ['{email}'] },
  { name: `${claims}/givenname`, values: ['{givenName}'] },
  { name: `${claims}/surname`, values: ['{familyName}'] },
  { name: `${claims}/name`, values: ['{name}'] },
];

export const adfs: ProviderDescription = {
  id: 'adfs',
  title: 'AD FS',
  saml: {
    sources: [
      'https://learn.microsoft.com/en-us/windows-server/identity/ad-fs/technical-reference/the-role-of-claims',
      'https://learn.microsoft.com/en-us/powershell/module/adfs/set-adfsrelyingpartytrust',
      'https://github.com/IdentityPython/djangosaml2/issues/305',
    ],
    uncertain: 'AD FS sends no attribute without rules: these are those of “Send LDAP Attributes as Claims”.',
    entityId,
    signOnUrl,
    certificates: 2,
    // The old signing certificate of a farm has often 1,024 bits; the document has roles of WS-Federation beside it.
    metadata: `<EntityDescriptor ID="_c1f0a6b6-5a54-4d0f-9c1a-0e9a0d2f3b11" entityID="${entityId}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><RoleDescriptor xsi:type="fed:ApplicationServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/ws-sx/ws-trust/200512 http://schemas.xmlsoap.org/ws/2005/02/trust" ServiceDisplayName="Example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706"><fed:TargetScopes><EndpointReference xmlns="http://www.w3.org/2005/08/addressing"><Address>${signOnUrl}</Address></EndpointReference></fed:TargetScopes></RoleDescriptor><SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}" index="0" isDefault="true"/></SPSSODescriptor><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{weakCertificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{nextCertificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/><Attribute Name="${claims}/emailaddress" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="E-Mail Address" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/></IDPSSODescriptor></EntityDescriptor>`,
    response: {
      prefixes: ['samlp', '', 'ds'],
      written: { response: 'Consent="urn:oasis:names:tc:SAML:2.0:consent:unspecified"' },
      signs: 'assertion',
      keyInfo: 'certificate',
      idPrefix: '_',
      fraction: 3,
      attributesFirst: true,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '{email}' },
    attributes: [...usual, { name: 'http://schemas.xmlsoap.org/claims/Group', values: ['{groups}'] }],
    groups: ['Domain Users', 'Sales'],
    variants: [
      { what: 'signs message and assertion', response: { signs: 'both' } },
      {
        what: 'encrypts the assertion, with message and assertion signed',
        response: { signs: 'both' },
        encryption: { content: 'aes256-cbc', digest: 'sha1' },
      },
      {
        what: 'sends groups as roles, with their domain',
        attributes: [
          ...usual,
          { name: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role', values: ['{groups}'] },
        ],
        groups: ['EXAMPLE\\Domain Users', 'EXAMPLE\\Sales'],
      },
      {
        what: 'sends no NameID, and the mapping names the user',
        subject: 'none',
        attributes: [...usual, { name: `${claims}/upn`, values: ['{username}@corp.local'] }],
        settings: { attributeMapping: { username: `${claims}/upn` } },
        // A name in a domain that is not the connection's gives way to the address.
        leaves: { subject: '{username}@corp.local', roles: [] },
      },
      {
        what: 'sends the address in capitals',
        subject: {
          format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
          value: 'ADA-{email}',
        },
        attributes: [{ name: `${claims}/emailaddress`, values: ['ADA-{email}'] }, ...usual.slice(1)],
        leaves: { email: 'ada-{email}', loginId: 'ADA-{email}', subject: 'ADA-{email}', roles: [] },
      },
      { what: 'starts the sign-in from its page', settings: { allowIdpInitiated: true }, unsolicited: true },
    ],
  },
  oidc: {
    sources: [
      'https://learn.microsoft.com/en-us/windows-server/identity/ad-fs/development/ad-fs-openid-connect-oauth-concepts',
      'https://learn.microsoft.com/en-us/windows-server/identity/ad-fs/development/custom-id-tokens-in-ad-fs',
      'https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-oidce/',
    ],
    uncertain: 'Which short names the claims get depends on the claim descriptions of the farm.',
    issuerPath: '/adfs',
    discovery: {
      token_endpoint_auth_methods_supported: [
        'client_secret_post',
        'client_secret_basic',
        'private_key_jwt',
        'windows_client_authentication',
      ],
      response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token', 'code token'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      subject_types_supported: ['pairwise'],
      scopes_supported: ['openid', 'allatclaims', 'profile', 'email', 'user_impersonation'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: ['aud', 'iss', 'iat', 'exp', 'auth_time', 'nonce', 'upn', 'unique_name', 'sub'],
      access_token_issuer: entityId,
      microsoft_multi_refresh_token: true,
      as_access_token_token_binding_supported: true,
      frontchannel_logout_supported: true,
    },
    algorithm: 'RS256',
    keys: { members: { x5t: 'HhyFOCTk2w' } },
    authentication: 'client_secret_post',
    idToken: {
      auth_time: '{now}',
      email: '{email}',
      family_name: '{familyName}',
      given_name: '{givenName}',
      group: '{groups}',
      sid: 'S-1-5-21-1-2-3-{number}',
      sub: 'uFz6Z1cR7vT0b+{number}=',
      unique_name: 'EXAMPLE\\{username}',
      upn: '{username}@corp.local',
      pwd_url: 'https://fs.adfs.example/adfs/portal/updatepassword/',
    },
    // Nothing but `sub`, whatever is asked for.
    userInfo: { body: { sub: 'uFz6Z1cR7vT0b+{number}=' } },
    tokenResponse: { resource: 'urn:microsoft:userinfo', refresh_token_expires_in: 28_799, scope: 'openid' },
    groups: ['Domain Users', 'Sales'],
    leaves: { name: '{givenName} {familyName}', subject: 'uFz6Z1cR7vT0b+{number}=' },
    leavesAsProvider: {
      name: '',
      verifiedEmail: false,
      loginId: 'adfs:{subjectHash}',
    },
    variants: [
      {
        what: 'answers the userinfo request with an empty body',
        userInfo: { body: '' },
        leaves: { name: '{givenName} {familyName}', subject: 'uFz6Z1cR7vT0b+{number}=' },
      },
      {
        what: 'answers the userinfo request with 401',
        userInfo: { status: 401, body: '' },
        leaves: { name: '{givenName} {familyName}', subject: 'uFz6Z1cR7vT0b+{number}=' },
      },
      {
        what: 'sends a single role as text',
        idToken: {
          email: '{email}',
          role: 'Sales',
          sub: 'uFz6Z1cR7vT0b+{number}=',
          unique_name: '{username}',
        },
        leaves: {
          name: '',
          givenName: '',
          familyName: '',
          subject: 'uFz6Z1cR7vT0b+{number}=',
          roles: ['editor'],
        },
      },
    ],
  },
};
