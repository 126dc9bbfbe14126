import { expect, test } from 'vitest';
import { parseAuthnRequest } from './authn-request.ts';
import { parseIdpMetadata } from './idp-metadata.ts';
import { parseLogoutRequest, parseLogoutResponse } from './logout.ts';
import { assertionNs, metadataNs, protocolNs } from './names.ts';
import { parseSpMetadata } from './parse-sp-metadata.ts';

test('a message that is not the expected one says which part differs', () => {
  const request = (head: string, content = issuer) =>
    `<samlp:AuthnRequest ${head}>${content}</samlp:AuthnRequest>`;
  const protocol = `xmlns:samlp="${protocolNs}"`;
  const issuer = `<Issuer xmlns="${assertionNs}">sp</Issuer>`;
  const cases: [string, RegExp][] = [
    [request(`${protocol} ID="_1"`), /no Version. It must be "2.0"/],
    [request(`${protocol} ID="_1" Version="1.1"`), /version "1.1" instead of "2.0"/],
    [request(`${protocol} Version="2.0"`), /no ID/],
    [
      request(`${protocol} ID="_1" Version="2.0"`, '<Issuer>sp</Issuer>'),
      /no Issuer in the namespace .*:assertion/,
    ],
    [
      request('xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol" ID="_1"'),
      /namespace ".*1\.0:protocol".*2\.0:protocol/,
    ],
    ['<AuthnRequest ID="_1" Version="2.0"/>', /in no namespace.*2\.0:protocol/],
    [`<samlp:Response ${protocol}/>`, /is "Response" and not a SAML 2.0 AuthnRequest/],
  ];
  for (const [xml, expected] of cases) {
    expect(() => parseAuthnRequest(xml)).toThrow(expected);
    const other = (name: string) => xml.replaceAll('AuthnRequest', name);
    for (const [name, parse] of [
      ['LogoutRequest', parseLogoutRequest],
      ['LogoutResponse', parseLogoutResponse],
    ] as const) {
      expect(() => parse(other(name))).toThrow(new RegExp(expected.source.replace('AuthnRequest', name)));
    }
  }
});

test('metadata without the expected role says what it lacks', () => {
  const entity = (content: string, namespace = metadataNs) =>
    `<EntityDescriptor xmlns="${namespace}" entityID="x">${content}</EntityDescriptor>`;
  for (const [parse, role, other] of [
    [parseIdpMetadata, 'IDPSSODescriptor', 'SPSSODescriptor'],
    [parseSpMetadata, 'SPSSODescriptor', 'IDPSSODescriptor'],
  ] as const) {
    expect(() => parse(entity(`<${other}/>`))).toThrow(`it has no ${role}`);
    expect(() => parse(entity(`<${role}/>`))).toThrow(/protocolSupportEnumeration .* is nothing/);
    expect(() => parse(entity(`<${role}/>`, 'urn:x'))).toThrow(
      /in the namespace "urn:x". It must be .*metadata/,
    );
    expect(() => parse('<page/>')).toThrow('its root is "page"');
    expect(() => parse(`<EntitiesDescriptor xmlns="${metadataNs}"/>`)).toThrow(`no entity has an ${role}`);
  }
});
