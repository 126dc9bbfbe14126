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
