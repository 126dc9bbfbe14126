import type { ProviderDescription } from '../description.ts';

const entityId = 'PF-ACME';
const signOnUrl = 'https://sso.pingfederate.example/idp/SSO.saml2';
const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const key = (use: string, certificate: string) =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

export const pingfederate: ProviderDescription = {
  id: 'pingfederate',
  title: 'PingFederate',
  saml: {
    sources: [
      'https://docs.pingidentity.com/pingfederate/latest/administrators_reference_guide/pf_sp_connections.html',
      'https://help.glance.cx/integrations/saml/saml_sample/index.html',
      'https://docs.pingidentity.com/r/en-us/solution-guides/htg_provide_persistent_saml_nameid_format_in_pingfed',
    ],
    uncertain: 'The attribute contract is the administrator’s; these names are those of Ping’s guides.',
    entityId,
    signOnUrl,
    certificates: 2,
    wantsSignedRequests: true,
    metadata: `<md:EntityDescriptor ID="FVqX.Abc-9dEf" cacheDuration="PT1440M" entityID="${entityId}" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAuthnRequestsSigned="true">${key(' use="signing"', '{certificate}')}${key(' use="signing"', '{nextCertificate}')}<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact" Location="${signOnUrl}"/><saml:Attribute Name="groups" NameFormat="${basic}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></md:IDPSSODescriptor><md:ContactPerson contactType="administrative"><md:Company>ACME</md:Company></md:ContactPerson></md:EntityDescriptor>`,
    response: {
      prefixes: ['samlp', 'saml', 'ds'],
      written: {
        value:
          'xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
      },
      signs: 'assertion',
      keyInfo: 'none',
      lineBreak: '\n',
      // Its IDs have dots and hyphens.
      idPrefix: 'mFUx.9-_k',
      fraction: 3,
      attributeFormat: basic,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', value: '{email}' },
    attributes: [
      { name: 'email', values: ['{email}'] },
      { name: 'fname', values: ['{givenName}'] },
      { name: 'lname', values: ['{familyName}'] },
      { name: 'groups', values: ['{groups}'] },
    ],
    groups: ['CN=Staff,OU=Groups,DC=acme,DC=example', 'CN=Editors,OU=Groups,DC=acme,DC=example'],
    settings: { attributeMapping: { givenName: 'fname', familyName: 'lname' } },
    leaves: { name: '{givenName} {familyName}' },
    variants: [
      {
        what: 'signs the response',
        response: { signs: 'response' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'signs both with SHA-512',
        response: { signs: 'both', hash: 'sha512', keyInfo: 'certificate' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'encrypts with AES-128 and signs both',
        response: { signs: 'both' },
        encryption: { content: 'aes128-cbc', digest: 'sha1' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'starts the sign-in',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}' },
      },
    ],
  },
  oidc: {
    sources: [
      'https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_openid_provider_config_endpoint.html',
      'https://docs.pingidentity.com/pingfederate/latest/administrators_reference_guide/pf_config_openid_connect_policies.html',
    ],
    uncertain:
      'Claims are those of the OpenID Connect policy. ES256 is one of the algorithms that a client may have.',
    issuerPath: '/ping',
    discovery: {
      scopes_supported: ['address', 'phone', 'openid', 'profile', 'groups', 'email'],
      claims_supported: ['given_name', 'family_name', 'email', 'sub'],
      response_types_supported: ['code', 'token', 'id_token', 'code token'],
      response_modes_supported: [
        'fragment',
        'fragment.jwt',
        'query',
        'query.jwt',
        'form_post',
        'form_post.jwt',
        'pi.flow',
      ],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: [
        ...['none', 'HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512'],
        ...['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'],
      ],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
      ],
      code_challenge_methods_supported: ['plain', 'S256'],
    },
    algorithm: 'ES256',
    authentication: 'client_secret_basic',
    idToken: {
      sub: '{username}',
      auth_time: '{now}',
      jti: 'x8Gh.j2',
      'pi.sri': 'k9Lx',
      s_hash: 'K2Tf',
      email: '{email}',
      given_name: '{givenName}',
      family_name: '{familyName}',
      memberOf: '{groups}',
    },
    userInfo: {
      body: {
        sub: '{username}',
        email: '{email}',
        given_name: '{givenName}',
        family_name: '{familyName}',
        memberOf: '{groups}',
      },
    },
    groups: ['CN=Staff,OU=Groups,DC=acme,DC=example', 'CN=Editors,OU=Groups,DC=acme,DC=example'],
    leaves: { name: '{givenName} {familyName}', subject: '{username}' },
    leavesAsProvider: { name: '', verifiedEmail: false, loginId: 'pingfederate:{username}' },
    variants: [
      {
        what: 'signs with PS256',
        algorithm: 'PS256',
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
      {
        what: 'signs with RS256',
        algorithm: 'RS256',
        leaves: { name: '{givenName} {familyName}', subject: '{username}' },
      },
      {
        what: 'signs with the client secret, which nobody can verify in public',
        algorithm: 'HS256',
        refused: /HS256/,
      },
    ],
  },
};
