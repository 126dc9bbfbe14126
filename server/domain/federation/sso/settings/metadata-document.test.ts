import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { refusal, ssoSettings } from '../../../../../test/sso-settings.ts';
import { idp, idpMetadata } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const { newTenant, byMetadata, load } = ssoSettings(() => latchkey);

describe('SSO settings from a metadata document', () => {
  test('contain everything that the document says', async () => {
    const tenantId = await newTenant();
    const idpMetadataXml = idpMetadata({
      certificates: [idp.certificate, idp.nextCertificate],
      wantSigned: true,
    });
    expect(await byMetadata(tenantId, { idpMetadataXml })).toMatchObject({ status: 200, body: {} });
    expect(await load(tenantId)).toMatchObject({
      tenant: { authType: 'saml' },
      saml: {
        idpEntityId: idp.entityId,
        idpSSOUrl: idp.redirectUrl,
        idpCertificate: idp.certificate,
        idpAdditionalCertificates: [idp.nextCertificate],
        signRequests: true,
        requestBinding: 'redirect',
      },
    });
  });

  test('use POST if the identity provider accepts nothing else, and the requested binding if it accepts both', async () => {
    const tenantId = await newTenant();
    await byMetadata(tenantId, { idpMetadataXml: idpMetadata({ bindings: ['post'] }) });
    expect((await load(tenantId)).saml).toMatchObject({ requestBinding: 'post', idpSSOUrl: idp.postUrl });
    await byMetadata(tenantId, { idpMetadataXml: idpMetadata({ wantSigned: true }), requestBinding: 'post' });
    expect((await load(tenantId)).saml).toMatchObject({ requestBinding: 'post', idpSSOUrl: idp.postUrl });
    const unsigned = { idpMetadataXml: idpMetadata({ wantSigned: true }), signRequests: false };
    await byMetadata(tenantId, unsigned);
    expect((await load(tenantId)).saml).toMatchObject({ requestBinding: 'redirect', signRequests: false });
    const impossible = { idpMetadataXml: idpMetadata({ bindings: ['post'] }), requestBinding: 'redirect' };
    expect(await byMetadata(tenantId, impossible)).toMatchObject(refusal('E111301', /redirect/));
  });

  test.each([
    ['as text', 'xml'],
    ['at an address', 'url'],
  ])('with several identity providers %s are listed, and the choice is kept', async (_, how) => {
    const tenantId = await newTenant();
    const entities = (...ids: string[]) =>
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${ids.map((entityId) => idpMetadata({ entityId })).join('')}</EntitiesDescriptor>`;
    let document = entities('urn:a', 'urn:b', 'urn:c');
    const server = createServer((_, response) => response.end(document));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const idpMetadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/federation`;
      const save = (more: object = {}) =>
        byMetadata(tenantId, {
          ...(how === 'url' ? { idpMetadataUrl } : { idpMetadataXml: document }),
          ...more,
        });
      const chosen = async () => (await load(tenantId)).saml.idpEntityId;
      const refused = await save();
      expect(refused).toMatchObject(refusal('E111301', /several identity providers.*urn:a.*urn:c/));
      expect(refused.body.entityIds).toEqual(['urn:a', 'urn:b', 'urn:c']);
      expect((await save({ entityId: 'urn:z' })).body.entityIds).toEqual(['urn:a', 'urn:b', 'urn:c']);
      expect(await chosen()).toBe('');
      expect((await save({ entityId: ' urn:b ' })).status).toBe(200);
      expect(await chosen()).toBe('urn:b');
      // Saved once more and read again, it is still the same one.
      document = entities('urn:c', 'urn:d', 'urn:b');
      expect((await save()).status).toBe(200);
      expect(await chosen()).toBe('urn:b');
      // One that has left the document is no choice any more.
      document = entities('urn:c', 'urn:d');
      expect((await save()).body.entityIds).toEqual(['urn:c', 'urn:d']);
      expect(await chosen()).toBe('urn:b');
      document = entities('urn:d');
      expect((await save()).status).toBe(200);
      expect(await chosen()).toBe('urn:d');
    } finally {
      server.close();
    }
  });

  test('are those of the first role with an address, of two roles of one identity provider', async () => {
    const tenantId = await newTenant();
    const one = idpMetadata();
    const role = one.slice(one.indexOf('<IDPSSODescriptor'), one.indexOf('</IDPSSODescriptor>') + 19);
    const empty = '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>';
    expect(role).toContain('SingleSignOnService');
    const idpMetadataXml = one.replace(role, `${empty}${role}${role}`);
    expect((await byMetadata(tenantId, { idpMetadataXml })).status).toBe(200);
    expect((await load(tenantId)).saml.idpEntityId).toBe(idp.entityId);
  });

  test('are those of the identity provider that entityId names', async () => {
    const tenantId = await newTenant();
    const both = [idpMetadata(), idpMetadata({ entityId: 'urn:second' })].join('');
    const idpMetadataXml = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${both}</EntitiesDescriptor>`;
    expect(await byMetadata(tenantId, { idpMetadataXml })).toMatchObject(refusal('E111301', /several/));
    expect(await byMetadata(tenantId, { idpMetadataXml, entityId: 'urn:third' })).toMatchObject(
      refusal('E111301'),
    );
    await byMetadata(tenantId, { idpMetadataXml, entityId: 'urn:second' });
    expect((await load(tenantId)).saml.idpEntityId).toBe('urn:second');
  });

  test.each([
    ['plain text only', 'hello', /^The metadata cannot be read\. The XML is not acceptable: /],
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', /^The metadata cannot be read/],
    ['an entity', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', /./],
    ['no certificate', idpMetadata({ certificates: [] }), /no signing certificate/],
    ['an empty certificate', idpMetadata({ certificates: [''] }), /certificate/],
    ['no address', idpMetadata({ bindings: [] }), /address/],
    ['a validUntil in the past', idpMetadata({ validUntil: '2020-01-01T00:00:00Z' }), /expired/],
  ])('are refused if the document has %s', async (_what, idpMetadataXml, message) => {
    const tenantId = await newTenant();
    expect(await byMetadata(tenantId, { idpMetadataXml })).toMatchObject(refusal('E111301', message));
    expect(await load(tenantId)).toMatchObject({ tenant: { authType: 'none' }, saml: { idpEntityId: '' } });
  });

  test('need either the document or its URL', async () => {
    const tenantId = await newTenant();
    expect(await byMetadata(tenantId, {})).toMatchObject(refusal('E011002', /idpMetadataUrl/));
    const both = { idpMetadataUrl: 'https://idp.example/', idpMetadataXml: idpMetadata() };
    expect(await byMetadata(tenantId, both)).toMatchObject(refusal('E011002', /either/));
  });
});
