import type { ProviderDescription } from '../description.ts';

const entityId = 'https://idp.shibboleth.example/idp/shibboleth';
const signOnUrl = 'https://idp.shibboleth.example/idp/profile/SAML2/Redirect/SSO';
const postUrl = 'https://idp.shibboleth.example/idp/profile/SAML2/POST/SSO';
const key = (use: string) =>
  `<KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
{wrappedCertificate}
                        </ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;

const released = [
  {
    name: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
    friendlyName: 'eduPersonPrincipalName',
    values: ['{username}@shibboleth.example'],
  },
  {
    name: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9',
    friendlyName: 'eduPersonScopedAffiliation',
    values: ['staff@shibboleth.example', 'member@shibboleth.example'],
  },
  { name: 'urn:oid:0.9.2342.19200300.100.1.3', friendlyName: 'mail', values: ['{email}'] },
  { name: 'urn:oid:2.16.840.1.113730.3.1.241', friendlyName: 'displayName', values: ['{name}'] },
  { name: 'urn:oid:2.5.4.42', friendlyName: 'givenName', values: ['{givenName}'] },
  { name: 'urn:oid:2.5.4.4', friendlyName: 'sn', values: ['{familyName}'] },
];
const isMemberOf = {
  name: 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  friendlyName: 'isMemberOf',
  values: ['{groups}'],
};
const eppn = '{username}@shibboleth.example';

export const shibboleth: ProviderDescription = {
  id: 'shibboleth',
  title: 'Shibboleth',
  saml: {
    sources: [
      'https://shibboleth.atlassian.net/wiki/spaces/IDP4/pages/1265631694/SAML2SSOConfiguration',
      'https://shibboleth.atlassian.net/wiki/spaces/IDP4/pages/1265631640/GCMEncryption',
      'https://wiki.refeds.org/display/STAN/eduPerson',
      'https://github.com/openedx/openedx-platform/pull/13298',
    ],
    entityId,
    signOnUrl,
    metadata: `<?xml version="1.0" encoding="UTF-8"?>
<!--
     This is example metadata only. Do *NOT* supply it as is without review.
-->
<EntityDescriptor  xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:xml="http://www.w3.org/XML/1998/namespace" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" xmlns:req-attr="urn:oasis:names:tc:SAML:protocol:ext:req-attr" validUntil="2099-01-01T00:00:00.000Z" entityID="${entityId}">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol urn:oasis:names:tc:SAML:1.1:protocol urn:mace:shibboleth:1.0">
        <Extensions>
            <shibmd:Scope regexp="false">shibboleth.example</shibmd:Scope>
            <mdui:UIInfo><mdui:DisplayName xml:lang="en">A Name for the IdP at shibboleth.example</mdui:DisplayName></mdui:UIInfo>
        </Extensions>
        ${key('signing')}
        ${key('encryption')}
        <ArtifactResolutionService Binding="urn:oasis:names:tc:SAML:1.0:bindings:SOAP-binding" Location="https://idp.shibboleth.example:8443/idp/profile/SAML1/SOAP/ArtifactResolution" index="1"/>
        <SingleSignOnService Binding="urn:mace:shibboleth:1.0:profiles:AuthnRequest" Location="https://idp.shibboleth.example/idp/profile/Shibboleth/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" req-attr:supportsRequestedAttributes="true" Location="${postUrl}"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST-SimpleSign" Location="https://idp.shibboleth.example/idp/profile/SAML2/POST-SimpleSign/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" req-attr:supportsRequestedAttributes="true" Location="${signOnUrl}"/>
    </IDPSSODescriptor>
    <AttributeAuthorityDescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol">
        ${key('signing')}
        <AttributeService Binding="urn:oasis:names:tc:SAML:1.0:bindings:SOAP-binding" Location="https://idp.shibboleth.example:8443/idp/profile/SAML1/SOAP/AttributeQuery"/>
    </AttributeAuthorityDescriptor>
</EntityDescriptor>
`,
    response: {
      prefixes: ['saml2p', 'saml2', 'ds'],
      written: {
        assertion: 'xmlns:xs="http://www.w3.org/2001/XMLSchema"',
        value: 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
      },
      signs: 'response',
      inclusive: { assertion: 'xs' },
      keyInfo: 'certificate',
      base64Break: '&#13;\n',
      xmlDeclaration: true,
      idPrefix: '_',
      fraction: 3,
      attributeFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    // Its name changes each time, so the mapping must name the user.
    subject: {
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      value: 'AAdzZWNyZXQx{uuid}',
      qualified: true,
    },
    attributes: [...released, isMemberOf],
    groups: ['urn:mace:shibboleth.example:staff', 'urn:mace:shibboleth.example:editors'],
    settings: { attributeMapping: { username: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6' } },
    leaves: { loginId: eppn, subject: eppn },
    variants: [
      { what: 'signs both', response: { signs: 'both' }, leaves: { loginId: eppn, subject: eppn } },
      {
        what: 'encrypts with AES-GCM, its default',
        encryption: { content: 'aes128-gcm', digest: 'sha1', keyBeside: true },
        leaves: { loginId: eppn, subject: eppn },
      },
      {
        what: 'encrypts with AES-CBC, the default before version 4',
        encryption: { content: 'aes128-cbc', digest: 'sha1' },
        leaves: { loginId: eppn, subject: eppn },
      },
      {
        what: 'names the user by a pairwise ID and no NameID',
        subject: 'none',
        attributes: [
          ...released.slice(2),
          {
            name: 'urn:oasis:names:tc:SAML:attribute:pairwise-id',
            values: ['NSRW{number}@shibboleth.example'],
          },
          isMemberOf,
        ],
        settings: { attributeMapping: { username: 'urn:oasis:names:tc:SAML:attribute:pairwise-id' } },
        leaves: { loginId: 'NSRW{number}@shibboleth.example', subject: 'NSRW{number}@shibboleth.example' },
      },
      {
        what: 'names the user by a persistent identifier',
        subject: {
          format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
          value: 'q8Zk{number}+/AbC=',
          qualified: true,
        },
        settings: { attributeMapping: {} },
        leaves: { subject: 'q8Zk{number}+/AbC=' },
      },
      {
        what: 'names the user by a transient identifier alone',
        settings: { attributeMapping: {} },
        attributes: [released[1]!],
        refused: /changes|transient|names no user/i,
      },
    ],
  },
};
