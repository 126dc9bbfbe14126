import type { ProviderDescription } from '../description.ts';

const entityId = 'https://auth.lemonldap.example/saml/metadata';
const signOnUrl = 'https://auth.lemonldap.example/saml/singleSignOn';
const attribute = (name: string, values: string[]) => ({ name, friendlyName: name, values });

export const lemonldap: ProviderDescription = {
  id: 'lemonldap',
  title: 'LemonLDAP::NG',
  saml: {
    sources: [
      'https://lemonldap-ng.org/documentation/latest/idpsaml.html',
      'https://lemonldap-ng.org/documentation/latest/samlservice.html',
    ],
    uncertain: 'What is signed follows the metadata of the service provider; both here. It writes by Lasso.',
    entityId,
    signOnUrl,
    wantsSignedRequests: true,
    metadata: `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>{wrappedCertificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </KeyDescriptor>
    <ArtifactResolutionService isDefault="true" index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://auth.lemonldap.example/saml/artifact"/>
    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://auth.lemonldap.example/saml/singleLogoutSOAP"/>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact" Location="https://auth.lemonldap.example/saml/singleSignOnArtifact"/>
  </IDPSSODescriptor>
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService isDefault="true" index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://auth.lemonldap.example/saml/proxySingleSignOnPost"/>
  </SPSSODescriptor>
  <Organization><OrganizationName xml:lang="en">Example</OrganizationName></Organization>
</EntityDescriptor>
`,
    response: {
      prefixes: ['samlp', 'saml', ''],
      written: {
        response: 'Consent="urn:oasis:names:tc:SAML:2.0:consent:obtained"',
        value:
          'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type="xs:string"',
      },
      declaredOn: 'response',
      signs: 'both',
      keyInfo: 'certificate',
      base64Break: '\n',
      idPrefix: '_',
      fraction: 0,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: {
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      value: '{email}',
      qualified: true,
    },
    attributes: [
      attribute('uid', ['{username}']),
      attribute('mail', ['{email}']),
      attribute('cn', ['{name}']),
      attribute('givenName', ['{givenName}']),
      attribute('sn', ['{familyName}']),
      attribute('groups', ['{groups}']),
    ],
    groups: ['staff', 'editors'],
    variants: [
      {
        what: 'joins several groups with semicolons, as its session does',
        attributes: [
          attribute('mail', ['{email}']),
          attribute('cn', ['{name}']),
          attribute('groups', ['staff; editors']),
        ],
        leaves: { givenName: '', familyName: '', roles: [] },
      },
      {
        what: 'encrypts the assertion',
        encryption: { content: 'aes256-cbc', digest: 'sha1' },
      },
      { what: 'starts the sign-in from its menu', settings: { allowIdpInitiated: true }, unsolicited: true },
    ],
  },
};
