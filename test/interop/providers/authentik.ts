import type { ProviderDescription } from '../description.ts';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const own = 'http://schemas.goauthentik.io/2021/02/saml';
const entityId = 'authentik';
const signOnUrl = 'https://auth.authentik.example/application/saml/latchkey/sso/binding/redirect/';
const postUrl = 'https://auth.authentik.example/application/saml/latchkey/sso/binding/post/';
const subject = 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15f1d2d2f924e986ac{number}';

const profile = {
  sub: subject,
  auth_time: '{now}',
  acr: 'goauthentik.io/providers/oauth2/default',
  amr: ['pwd'],
  azp: '{clientId}',
  uid: 'y2Zk{number}',
  email: '{email}',
  name: '{name}',
  given_name: '{name}',
  preferred_username: '{username}',
  nickname: '{username}',
  groups: '{groups}',
};

export const authentik: ProviderDescription = {
  id: 'authentik',
  title: 'authentik',
  saml: {
    sources: [
      'https://github.com/goauthentik/authentik/blob/main/blueprints/system/providers-saml.yaml',
      'https://github.com/goauthentik/authentik/blob/main/authentik/providers/saml/processors/assertion.py',
      'https://docs.goauthentik.io/add-secure-apps/providers/saml/',
    ],
    entityId,
    signOnUrl,
    metadata: `<?xml version='1.0' encoding='UTF-8'?><md:EntityDescriptor xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" entityID="${entityId}" ID="_0123456789abcdef"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAuthnRequestsSigned="false"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://auth.authentik.example/application/saml/latchkey/slo/binding/redirect/"/><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:X509SubjectName</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${postUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
    response: {
      prefixes: ['samlp', 'saml', 'ds'],
      declaredOn: 'response',
      written: { response: 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"' },
      signs: 'assertion',
      keyInfo: 'certificate',
      base64Break: '\n',
      idPrefix: '_',
      fraction: 0,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', value: subject },
    attributes: [
      { name: `${own}/uid`, values: ['{number}'] },
      { name: `${own}/username`, values: ['{username}'] },
      {
        name: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname',
        values: ['{username}'],
      },
      { name: 'http://schemas.xmlsoap.org/claims/Group', values: ['{groups}'] },
      { name: `${claims}/emailaddress`, values: ['{email}'] },
      { name: `${claims}/name`, values: ['{name}'] },
      { name: `${claims}/upn`, values: ['{email}'] },
    ],
    groups: ['authentik Admins', 'editors'],
    leaves: { givenName: '', familyName: '', subject },
    variants: [
      {
        what: 'signs both',
        response: { signs: 'both' },
        leaves: { givenName: '', familyName: '', subject },
      },
      {
        what: 'encrypts with AES-128-CBC and signs the response, too',
        response: { signs: 'both' },
        encryption: { content: 'aes128-cbc', digest: 'sha1' },
        leaves: { givenName: '', familyName: '', subject },
      },
      {
        what: 'names the user by the address',
        subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '{email}' },
        leaves: { givenName: '', familyName: '' },
      },
      {
        what: 'starts the sign-in from its library',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { givenName: '', familyName: '', subject },
      },
    ],
  },
  oidc: {
    sources: [
      'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/',
      'https://docs.goauthentik.io/releases/2025.10/#default-oauth-scope-mappings',
      'https://github.com/goauthentik/authentik/blob/main/blueprints/system/providers-oauth2.yaml',
    ],
    issuerPath: '/application/o/latchkey/',
    discovery: {
      response_types_supported: ['code', 'id_token', 'id_token token', 'code token', 'code id_token'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      acr_values_supported: ['goauthentik.io/providers/oauth2/default'],
      scopes_supported: ['openid', 'email', 'profile'],
      request_parameter_supported: false,
      claims_parameter_supported: false,
      code_challenge_methods_supported: ['plain', 'S256'],
    },
    algorithm: 'RS256',
    authentication: 'client_secret_basic',
    // Since 2025.10 the address is called unverified, whatever it is.
    idToken: { ...profile, email_verified: false },
    userInfo: { body: { ...profile, email_verified: false } },
    groups: ['authentik Admins', 'editors'],
    leaves: { givenName: '{name}', familyName: '', verifiedEmail: false, subject },
    leavesAsProvider: {
      givenName: '{name}',
      familyName: '',
      verifiedEmail: false,
      loginId: `authentik:${subject}`,
    },
    variants: [
      {
        what: 'has its own scope mapping, by which addresses are verified',
        idToken: { ...profile, email_verified: true },
        userInfo: { body: { ...profile, email_verified: true } },
        leaves: { givenName: '{name}', familyName: '', subject },
      },
      {
        what: 'has no signing key, so it signs with the client secret',
        algorithm: 'HS256',
        refused: /HS256/,
      },
    ],
  },
};
