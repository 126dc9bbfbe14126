import type { ProviderDescription } from '../description.ts';

const entityId = 'https://cas.example/idp';
const signOnUrl = 'https://cas.example/cas/idp/profile/SAML2/Redirect/SSO';
const postUrl = 'https://cas.example/cas/idp/profile/SAML2/POST/SSO';

export const cas: ProviderDescription = {
  id: 'cas',
  title: 'Apereo CAS',
  saml: {
    sources: [
      'https://apereo.github.io/cas/development/services/SAML2-Service-Management.html',
      'https://apereo.github.io/cas/development/authentication/Configuring-SAML2-Authentication.html',
      'https://apereo.github.io/cas/development/installation/Configuring-SAML2-Attribute-Release.html',
    ],
    uncertain:
      'Attributes are released under the names that they have in CAS, which depend on its directory.',
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
                  xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:xml="http://www.w3.org/XML/1998/namespace"
                  xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" entityID="${entityId}">
    <IDPSSODescriptor errorURL="https://cas.example/cas/idp/error" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <Extensions><shibmd:Scope regexp="false">cas.example</shibmd:Scope></Extensions>
        <KeyDescriptor use="signing">
            <ds:KeyInfo>
                <ds:X509Data>
                    <ds:X509Certificate>{wrappedCertificate}</ds:X509Certificate>
                </ds:X509Data>
            </ds:KeyInfo>
        </KeyDescriptor>
        <KeyDescriptor use="encryption">
            <ds:KeyInfo>
                <ds:X509Data>
                    <ds:X509Certificate>{nextCertificate}</ds:X509Certificate>
                </ds:X509Data>
            </ds:KeyInfo>
        </KeyDescriptor>
        <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</NameIDFormat>
        <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>
        <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://cas.example/cas/idp/profile/SAML2/POST/SLO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${postUrl}"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST-SimpleSign" Location="https://cas.example/cas/idp/profile/SAML2/POST-SimpleSign/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://cas.example/cas/idp/profile/SAML2/SOAP/ECP"/>
    </IDPSSODescriptor>
</EntityDescriptor>
`,
    response: {
      prefixes: ['saml2p', 'saml2', 'ds'],
      written: {
        response: 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
        value: 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xsd:string"',
      },
      signs: 'response',
      inclusive: { response: 'xsd', assertion: 'xsd' },
      keyInfo: 'certificate',
      base64Break: '&#13;\n',
      xmlDeclaration: true,
      lineBreak: '\r\n',
      idPrefix: '_',
      fraction: 3,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    subject: {
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      value: '{username}',
      qualified: true,
    },
    attributes: [
      { name: 'mail', values: ['{email}'] },
      { name: 'cn', values: ['{name}'] },
      { name: 'givenName', values: ['{givenName}'] },
      { name: 'sn', values: ['{familyName}'] },
      { name: 'memberOf', values: ['{groups}'] },
      { name: 'isFromNewLogin', values: ['true'] },
      { name: 'authenticationDate', values: ['2026-01-16T10:00:00.123Z'] },
    ],
    groups: ['cn=staff,ou=groups,dc=cas,dc=example', 'cn=editors,ou=groups,dc=cas,dc=example'],
    leaves: { subject: '{username}' },
    variants: [
      { what: 'signs assertions, too', response: { signs: 'both' }, leaves: { subject: '{username}' } },
      { what: 'signs assertions only', response: { signs: 'assertion' }, leaves: { subject: '{username}' } },
      {
        what: 'encrypts assertions',
        response: {
          written: {
            response: 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
            assertion: 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
            value: 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xsd:string"',
          },
        },
        encryption: { content: 'aes128-cbc', digest: 'sha1' },
        leaves: { subject: '{username}' },
      },
      {
        what: 'starts the sign-in at Unsolicited/SSO',
        settings: { allowIdpInitiated: true },
        unsolicited: true,
        leaves: { subject: '{username}' },
      },
    ],
  },
};
