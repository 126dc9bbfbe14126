import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { metadataNs, signatureNs } from '../../../../protocols/saml/names.ts';
import { bareCertificate } from '../../../../protocols/saml/sign.ts';
import { attributeOf, childrenNamed, onlyChild, parseXml, textOf } from '../../../../protocols/saml/xml.ts';
import { idp } from './idp-fixture.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['blank', 'acme'])
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
});
afterAll(() => latchkey.close());

const get = (url: string) => latchkey.request('GET', url.replace(latchkey.baseUrl, ''), { bearer: null });
const address = (query: string) => `/v1/auth/saml/metadata?projectId=${latchkey.projectId}&${query}`;

async function settingsOf(tenantId: string, ssoId = '') {
  return (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}&ssoId=${ssoId}`)).body
    .saml;
}

function facts(xml: string) {
  const root = parseXml(xml);
  const role = onlyChild(root, metadataNs, 'SPSSODescriptor') as Element;
  const keys = childrenNamed(role, metadataNs, 'KeyDescriptor');
  const acs = onlyChild(role, metadataNs, 'AssertionConsumerService') as Element;
  return {
    entityId: attributeOf(root, 'entityID'),
    acsUrl: attributeOf(acs, 'Location'),
    signed: attributeOf(role, 'AuthnRequestsSigned'),
    keys: keys.map((key) => [attributeOf(key, 'use'), certificateOf(key)]),
    formats: childrenNamed(role, metadataNs, 'NameIDFormat').map(textOf),
  };
}

/** Returns the text in KeyInfo, X509Data, X509Certificate. */
function certificateOf(key: Element): string {
  return ['KeyInfo', 'X509Data', 'X509Certificate'].reduce(
    (element, name) => onlyChild(element, signatureNs, name) as Element,
    key,
  ).textContent as string;
}

describe('our metadata for an identity provider', () => {
  test('is available before the connection is set up, at the address that is our entity ID, without keys', async () => {
    const saml = await settingsOf('blank');
    const { status, headers, body } = await get(saml.spEntityId);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/samlmetadata\+xml/);
    expect(facts(body)).toMatchObject({
      entityId: saml.spEntityId,
      acsUrl: saml.spACSUrl,
      signed: 'false',
      keys: [],
    });
    expect((await settingsOf('blank')).spCertificate).toBe('');
  });

  test('names our key, once there is one, and the binding of requests', async () => {
    const subjectNameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    const byHand = { idpUrl: idp.redirectUrl, entityId: idp.entityId, idpCert: idp.certificate };
    const settings = { ...byHand, signRequests: true, subjectNameIdFormat };
    await latchkey.manage('POST', '/v1/mgmt/sso/saml', { tenantId: 'acme', settings });
    const saml = await settingsOf('acme');
    const certificate = bareCertificate(saml.spCertificate);
    expect(facts((await get(saml.spEntityId)).body)).toEqual({
      entityId: saml.spEntityId,
      acsUrl: saml.spACSUrl,
      signed: 'true',
      keys: [
        ['signing', certificate],
        ['encryption', certificate],
      ],
      formats: [subjectNameIdFormat],
    });
  });

  test('of a further connection has its own addresses and key', async () => {
    const body = { tenantId: 'acme', ssoId: 'second', displayName: 'Second' };
    await latchkey.manage('POST', '/v1/mgmt/sso/settings/new', body);
    const saml = await settingsOf('acme', 'second');
    const second = facts((await get(saml.spEntityId)).body);
    expect(second).toMatchObject({
      entityId: saml.spEntityId,
      acsUrl: expect.stringMatching(/ssoId=second$/),
    });
    expect(second.keys).toHaveLength(2);
    expect(second.keys).not.toEqual(facts((await get((await settingsOf('acme')).spEntityId)).body).keys);
  });

  test('is not found for unknown projects, tenants and connections', async () => {
    for (const query of [
      '',
      'tenant=none',
      'tenant=acme&ssoId=none',
      'tenant=acme&ssoId=a%00b',
      'tenant=acme&tenant=blank',
    ]) {
      expect(await get(address(query)), query).toMatchObject({ status: 404 });
    }
    expect(await get('/v1/auth/saml/metadata')).toMatchObject({ status: 404 });
    expect(await get(`/v1/auth/saml/metadata?projectId=P${'x'.repeat(27)}&tenant=acme`)).toMatchObject({
      status: 404,
    });
  });
});
