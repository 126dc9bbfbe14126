import type { ProviderDescription } from '../description.ts';

const entityId = 'https://portal.sso.eu-central-1.amazonaws.com/saml/assertion/MDAwMDAwMDAwMDAwX2lucy0wMDAw';

export const aws: ProviderDescription = {
  id: 'aws',
  title: 'AWS IAM Identity Center',
  saml: {
    sources: [
      'https://docs.aws.amazon.com/singlesignon/latest/userguide/samlapps.html',
      'https://docs.aws.amazon.com/singlesignon/latest/userguide/mapawsssoattributestoapp.html',
      'https://github.com/ITfoxtec/ITfoxtec.Identity.Saml2/issues/217',
    ],
    uncertain:
      'Nothing but the mapped attributes is sent, and the Subject must be mapped. Groups are not among the documented values, so roles are given by the default of the connection.',
    entityId,
    signOnUrl: entityId,
    metadata: `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://portal.sso.eu-central-1.amazonaws.com/saml/logout/x"/><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://portal.sso.eu-central-1.amazonaws.com/saml/logout/x"/><md:NameIDFormat/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${entityId}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entityId}"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
    response: {
      prefixes: ['saml2p', 'saml2', 'ds'],
      written: {
        value:
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
        issuer: 'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity"',
      },
      signs: 'both',
      withComments: true,
      keyInfo: 'certificate',
      xmlDeclaration: true,
      idPrefix: '_',
      fraction: 3,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
    },
    subject: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '{email}' },
    attributes: [
      { name: 'email', values: ['{email}'] },
      { name: 'givenName', values: ['{givenName}'] },
      { name: 'familyName', values: ['{familyName}'] },
    ],
    settings: { defaultSSORoles: ['staff'] },
    leaves: { name: '{givenName} {familyName}', roles: ['staff'] },
    variants: [
      {
        what: 'sends the Subject only, as the guides begin',
        attributes: [],
        leaves: { name: '', givenName: '', familyName: '', roles: ['staff'] },
      },
      {
        what: 'starts the sign-in from the access portal',
        settings: { allowIdpInitiated: true, defaultSSORoles: ['staff'] },
        unsolicited: true,
        leaves: { name: '{givenName} {familyName}', roles: ['staff'] },
      },
    ],
  },
};
