import type { ProviderDescription } from '../description.ts';

const entityId = 'https://accounts.google.com/o/saml2?idpid=C01abc23d';
const signOnUrl = 'https://accounts.google.com/o/saml2/idp?idpid=C01abc23d';

const named = (email: string, first: string, last: string) => [
  { name: email, values: ['{email}'] },
  { name: first, values: ['{givenName}'] },
  { name: last, values: ['{familyName}'] },
];

export const google: ProviderDescription = {
  id: 'google',
  title: 'Google Workspace',
  saml: {
    sources: ['https://support.google.com/a/answer/6087519', 'https://support.google.com/a/answer/11143403'],
    uncertain: 'The administrator chooses every attribute name, also that of the groups.',
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0" encoding="UTF-8" standalone="no"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}" validUntil="2099-10-12T09:17:12.000Z"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{wrappedCertificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
    response: {
      prefixes: ['saml2p', 'saml2', 'ds'],
      written: {
        value:
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:anyType"',
      },
      signs: 'assertion',
      keyInfo: 'certificate',
      base64Break: '\n',
      xmlDeclaration: true,
      idPrefix: '_',
      fraction: 3,
      attributesFirst: true,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', value: '{email}' },
    attributes: [...named('email', 'first_name', 'last_name'), { name: 'groups', values: ['{groups}'] }],
    groups: ['Staff & Partners', 'editors'],
    leaves: { name: '{givenName} {familyName}' },
    variants: [
      {
        what: 'signs the response',
        response: { signs: 'response' },
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'names the attributes like claims',
        attributes: [
          ...named('Email', 'given_name', 'family_name'),
          { name: 'Groups', values: ['{groups}'] },
        ],
        leaves: { name: '{givenName} {familyName}' },
      },
      {
        what: 'names the attributes as its own screen does',
        attributes: named('Primary email', 'First name', 'Last name'),
        leaves: { name: '{givenName} {familyName}', roles: [] },
      },
      {
        what: 'sends no attributes at all',
        attributes: [],
        leaves: { name: '', givenName: '', familyName: '', roles: [] },
      },
      {
        what: 'starts the sign-in from the list of apps',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}' },
      },
    ],
  },
  knownAs: 'google',
  oidc: {
    sources: [
      'https://developers.google.com/identity/openid-connect/openid-connect',
      'https://accounts.google.com/.well-known/openid-configuration',
    ],
    issuerPath: '/google',
    discovery: {
      response_types_supported: ['code', 'token', 'id_token', 'code token', 'code id_token', 'none'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
    },
    algorithm: 'RS256',
    authentication: 'client_secret_post',
    idToken: {
      azp: '{clientId}',
      sub: '1126{number}0123',
      hd: 'google.example',
      email: '{email}',
      email_verified: true,
      name: '{name}',
      picture: 'https://lh3.googleusercontent.com/a/AAcHTt=s96-c',
      given_name: '{givenName}',
      family_name: '{familyName}',
    },
    atHash: true,
    userInfo: {
      body: {
        sub: '1126{number}0123',
        name: '{name}',
        given_name: '{givenName}',
        family_name: '{familyName}',
        picture: 'https://lh3.googleusercontent.com/a/AAcHTt=s96-c',
        email: '{email}',
        email_verified: true,
        hd: 'google.example',
      },
    },
    redirect: { scope: 'email profile openid', authuser: '0', hd: 'google.example', prompt: 'consent' },
    leaves: { subject: '1126{number}0123', roles: [] },
  },
};
