import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { refusal, ssoSettings } from '../../../../../test/sso-settings.ts';
import { idp } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const name of ['Admin', 'Reader']) await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
});
afterAll(() => latchkey.close());

const { newTenant, load } = ssoSettings(() => latchkey);

describe('the older calls', () => {
  test('set up, map and load, and each keeps the fields that it does not name', async () => {
    const tenantId = await newTenant();
    const post = (path: string, body: object) => latchkey.manage('POST', path, { tenantId, ...body });
    await post('/v1/mgmt/sso/mapping', {
      roleMappings: [{ groups: ['admins'], roleName: 'Admin' }],
      attributeMapping: { email: 'mail', group: 'groups' },
    });
    await post('/v1/mgmt/sso/settings', {
      idpURL: idp.redirectUrl,
      entityId: idp.entityId,
      idpCert: idp.certificate + idp.nextCertificate,
      redirectURL: 'https://app.example/',
      domain: `${tenantId}.example`,
    });
    await post('/v1/mgmt/sso/mapping', { defaultSSORoles: ['Reader'] });
    const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/settings?tenantId=${tenantId}`);
    const { saml } = await load(tenantId);
    expect(body).toEqual({
      tenantId,
      tenantID: tenantId,
      idpEntityId: idp.entityId,
      idpEntityID: idp.entityId,
      idpSSOUrl: idp.redirectUrl,
      idpSSOURL: idp.redirectUrl,
      idpCertificate: idp.certificate + idp.nextCertificate,
      idpMetadataUrl: '',
      idpMetadataURL: '',
      spEntityId: saml.spEntityId,
      spEntityID: saml.spEntityId,
      spACSUrl: saml.spACSUrl,
      spCertificate: saml.spCertificate,
      userMapping: { name: '', email: 'mail', username: '', phoneNumber: '', group: 'groups' },
      groupsMapping: [{ role: { id: expect.any(String), name: 'Admin' }, groups: ['admins'] }],
      redirectUrl: 'https://app.example/',
      redirectURL: 'https://app.example/',
      domains: [`${tenantId}.example`],
      domain: `${tenantId}.example`,
    });
    expect(saml.defaultSSORoles).toEqual(['Reader']);
    expect(
      await post('/v1/mgmt/sso/settings', { idpURL: idp.redirectUrl, entityId: 'x', idpCert: '' }),
    ).toMatchObject(refusal('E011002', /idpCert/));
    expect(await post('/v1/mgmt/sso/mapping', { defaultSSORoles: ['Nobody'] })).toMatchObject(
      refusal('E011004'),
    );
  });
});
