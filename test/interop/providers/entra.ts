import type { ProviderDescription } from '../description.ts';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com';
const directory = '6babcaad-604b-40ac-a9d7-9fd97c0b779f';
const entityId = `https://sts.windows.net/${directory}/`;
const signOnUrl = `https://login.microsoftonline.com/${directory}/saml2`;
const groups = ['a1c7c2f0-27e0-4b6e-9a9c-8d6a2f3f1b11', 'b2d8d3a1-38f1-4c7f-8bad-9e7b3a4a2c22'];

const usual = [
  { name: `${microsoft}/identity/claims/tenantid`, values: [directory] },
  { name: `${microsoft}/identity/claims/objectidentifier`, values: ['{uuid}'] },
  { name: `${microsoft}/identity/claims/displayname`, values: ['{name}'] },
  { name: `${microsoft}/identity/claims/identityprovider`, values: [entityId] },
  {
    name: `${microsoft}/claims/authnmethodsreferences`,
    values: [
      `${microsoft}/ws/2008/06/identity/authenticationmethod/password`,
      `${microsoft}/claims/multipleauthn`,
    ],
  },
  { name: `${claims}/givenname`, values: ['{givenName}'] },
  { name: `${claims}/surname`, values: ['{familyName}'] },
  { name: `${claims}/emailaddress`, values: ['{email}'] },
  { name: `${claims}/name`, values: ['{email}'] },
];

export const entra: ProviderDescription = {
  id: 'entra',
  title: 'Microsoft Entra ID',
  saml: {
    sources: [
      'https://learn.microsoft.com/en-us/entra/identity-platform/single-sign-on-saml-protocol',
      'https://learn.microsoft.com/en-us/entra/identity-platform/reference-saml-tokens',
      'https://learn.microsoft.com/en-us/entra/identity-platform/saml-claims-customization',
      'https://learn.microsoft.com/en-us/entra/identity/hybrid/connect/how-to-connect-fed-group-claims',
    ],
    entityId,
    signOnUrl,
    certificates: 2,
    // The real document is signed and also has roles of WS-Federation, with types that SAML does not know.
    metadata: `<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_5f9c3a11-5d3b-4a39-8a3e-9b3d0c0f5a10" entityID="${entityId}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><fed:ClaimTypesOffered><auth:ClaimType Uri="${claims}/name" xmlns:auth="http://docs.oasis-open.org/wsfed/authorization/200706"><auth:DisplayName>Name</auth:DisplayName></auth:ClaimType></fed:ClaimTypesOffered></RoleDescriptor><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{nextCertificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/></IDPSSODescriptor></EntityDescriptor>`,
    response: {
      prefixes: ['samlp', '', ''],
      signs: 'assertion',
      keyInfo: 'certificate',
      idPrefix: '_',
      fraction: 3,
      attributesFirst: true,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '{email}' },
    attributes: [...usual, { name: `${microsoft}/ws/2008/06/identity/claims/groups`, values: ['{groups}'] }],
    groups,
    variants: [
      { what: 'signs response and assertion', response: { signs: 'both' } },
      { what: 'signs the response only', response: { signs: 'response' } },
      {
        what: 'encrypts the assertion and signs both',
        response: { signs: 'both' },
        encryption: { content: 'aes256-cbc', digest: 'sha1' },
      },
      {
        what: 'encrypts the assertion and signs only that',
        encryption: { content: 'aes256-cbc', digest: 'sha1' },
        refused: /Sign SAML response and assertion/,
      },
      { what: 'sends the names of groups', groups: ['Accounting', 'CONTOSO\\Sales & Marketing'] },
      {
        what: 'sends app roles',
        attributes: [
          ...usual,
          { name: `${microsoft}/ws/2008/06/identity/claims/role`, values: ['{groups}'] },
        ],
        groups: ['Task.Approver', 'Task.Reader'],
      },
      {
        what: 'sends a link in place of more than 150 groups',
        attributes: [
          ...usual,
          {
            name: `${microsoft}/claims/groups.link`,
            values: [`https://graph.windows.net/${directory}/users/{uuid}/getMemberObjects`],
          },
        ],
        leaves: { roles: [] },
      },
      {
        what: 'starts the sign-in from My Apps',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
      },
      {
        what: 'sends a persistent identifier',
        subject: {
          format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
          value: 'nX3P-_{number}~abcDEF012',
        },
        leaves: { subject: 'nX3P-_{number}~abcDEF012' },
      },
    ],
  },
  knownAs: 'microsoft',
  oidc: {
    sources: [
      'https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc',
      'https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference',
      'https://learn.microsoft.com/en-us/entra/identity-platform/userinfo',
      'https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference',
    ],
    issuerPath: `/${directory}/v2.0`,
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      request_uri_parameter_supported: false,
      http_logout_supported: true,
      frontchannel_logout_supported: true,
      tenant_region_scope: 'EU',
      cloud_instance_name: 'microsoftonline.com',
      rbac_url: 'https://pas.windows.net',
    },
    algorithm: 'RS256',
    keys: { withoutAlg: true, members: { issuer: '{issuer}', x5t: 'nOo3ZDrODXEK1jKWhXslHR_KXEg' } },
    authentication: 'client_secret_post',
    idToken: {
      aio: 'AVQAq/8TAAAA',
      email: '{email}',
      groups: '{groups}',
      name: '{name}',
      oid: '{uuid}',
      preferred_username: '{email}',
      rh: '0.AX0',
      sub: 'pairwise-{number}_AbC',
      tid: directory,
      uti: 'fqiBqXLPj0eQa82S',
      ver: '2.0',
    },
    groups,
    userInfo: {
      body: {
        sub: 'pairwise-{number}_AbC',
        name: '{name}',
        family_name: '{familyName}',
        given_name: '{givenName}',
        email: '{email}',
        picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
      },
    },
    leaves: { givenName: '', familyName: '', subject: 'pairwise-{number}_AbC' },
    leavesAsProvider: {
      givenName: '',
      familyName: '',
      verifiedEmail: false,
      loginId: 'microsoft:{subjectHash}',
    },
    variants: [
      {
        what: 'sends the optional claims of the name',
        idToken: {
          email: '{email}',
          family_name: '{familyName}',
          given_name: '{givenName}',
          groups: '{groups}',
          name: '{name}',
          sub: 'pairwise-{number}_AbC',
          ver: '2.0',
        },
        leaves: { subject: 'pairwise-{number}_AbC' },
      },
      {
        what: 'sends no groups, so the userinfo is read',
        idToken: { email: '{email}', name: '{name}', sub: 'pairwise-{number}_AbC', ver: '2.0' },
        leaves: { subject: 'pairwise-{number}_AbC', roles: [] },
      },
      {
        what: 'sends claim names in place of more than 200 groups',
        idToken: {
          email: '{email}',
          name: '{name}',
          sub: 'pairwise-{number}_AbC',
          _claim_names: { groups: 'src1' },
          _claim_sources: {
            src1: { endpoint: 'https://graph.windows.net/x/users/{uuid}/getMemberObjects' },
          },
        },
        leaves: { subject: 'pairwise-{number}_AbC', roles: [] },
      },
      {
        what: 'sends app roles',
        idToken: { email: '{email}', name: '{name}', roles: '{groups}', sub: 'pairwise-{number}_AbC' },
        groups: ['Task.Approver', 'Task.Reader'],
        leaves: { subject: 'pairwise-{number}_AbC' },
      },
      {
        what: 'sends no address, which the mapping takes from the user principal name',
        idToken: { name: '{name}', preferred_username: '{email}', sub: 'pairwise-{number}_AbC' },
        userInfo: { body: { sub: 'pairwise-{number}_AbC', name: '{name}' } },
        settings: { userAttrMapping: { email: 'preferred_username' } },
        leaves: { givenName: '', familyName: '', subject: 'pairwise-{number}_AbC', roles: [] },
      },
    ],
  },
};
