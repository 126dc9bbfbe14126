import type { ProviderDescription } from '../description.ts';

const entityId = 'https://ssp.example/simplesaml/saml2/idp/metadata.php';
const signOnUrl = 'https://ssp.example/simplesaml/saml2/idp/SSOService.php';
const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';

export const simplesamlphp: ProviderDescription = {
  id: 'simplesamlphp',
  title: 'SimpleSAMLphp',
  saml: {
    sources: [
      'https://simplesamlphp.org/docs/stable/simplesamlphp-reference-idp-hosted.html',
      'https://simplesamlphp.org/docs/stable/simplesamlphp-idp.html',
      'https://github.com/nextcloud/user_saml/issues/296',
    ],
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data>
          <ds:X509Certificate>{certificate}</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:KeyDescriptor use="encryption">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data>
          <ds:X509Certificate>{certificate}</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://ssp.example/simplesaml/saml2/idp/SingleLogoutService.php"/>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
  </md:IDPSSODescriptor>
  <md:ContactPerson contactType="technical">
    <md:GivenName>Administrator</md:GivenName>
    <md:EmailAddress>mailto:na@example.org</md:EmailAddress>
  </md:ContactPerson>
</md:EntityDescriptor>
`,
    response: {
      prefixes: ['samlp', 'saml', 'ds'],
      declaredOn: 'response',
      written: {
        assertion:
          'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
        value: 'xsi:type="xs:string"',
      },
      signs: 'both',
      keyInfo: 'certificate',
      lineBreak: '\n',
      idPrefix: '_',
      fraction: 0,
      attributeFormat: basic,
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    },
    subject: {
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      value: '_{uuid}',
      qualified: true,
    },
    attributes: [
      { name: 'uid', values: ['{username}'] },
      { name: 'mail', values: ['{email}'] },
      { name: 'displayName', values: ['{name}'] },
      { name: 'givenName', values: ['{givenName}'] },
      { name: 'sn', values: ['{familyName}'] },
      { name: 'eduPersonAffiliation', values: ['member', 'employee'] },
      { name: 'groups', values: ['{groups}'] },
    ],
    groups: ['staff', 'editors'],
    settings: { attributeMapping: { username: 'uid' } },
    leaves: { loginId: '{username}', subject: '{username}' },
    variants: [
      {
        what: 'signs the assertion only',
        response: { signs: 'assertion' },
        leaves: { loginId: '{username}', subject: '{username}' },
      },
      {
        what: 'encrypts with AES128-GCM, the default of version 2',
        encryption: { content: 'aes128-gcm', digest: 'sha1' },
        leaves: { loginId: '{username}', subject: '{username}' },
      },
      {
        what: 'encrypts with AES128-CBC, the only choice of version 1',
        encryption: { content: 'aes128-cbc', digest: 'sha1' },
        leaves: { loginId: '{username}', subject: '{username}' },
      },
      {
        what: 'maps its affiliations to roles',
        settings: { attributeMapping: { username: 'uid', group: 'eduPersonAffiliation' } },
        groups: ['member', 'employee'],
        leaves: { loginId: '{username}', subject: '{username}' },
      },
      {
        what: 'starts the sign-in',
        settings: { allowIdpInitiated: true, attributeMapping: { username: 'uid' } },
        unsolicited: true,
        leaves: { loginId: '{username}', subject: '{username}' },
      },
    ],
  },
};
