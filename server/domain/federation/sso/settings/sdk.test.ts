import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { idp, idpMetadata } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
let server: Server;
let metadataUrl: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Admin' });
  server = createServer((_request, response) => response.end(idpMetadata()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  metadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
});
afterAll(async () => {
  server.close();
  await latchkey.close();
});

test('the public Node.js SDK sets up, reads and deletes SSO connections', async () => {
  const { sso } = latchkey.sdk().management;
  const blank = await sso.loadSettings('acme');
  expect(blank).toMatchObject({ ok: true, data: { ssoId: 'default_ssoid', saml: { idpEntityId: '' } } });

  const settings = {
    idpUrl: idp.redirectUrl,
    idpCert: idp.certificate,
    entityId: idp.entityId,
    roleMappings: [{ groups: ['admins'], roleName: 'Admin' }],
    attributeMapping: { email: 'mail' },
    defaultSSORoles: ['Admin'],
  };
  const configured = await sso.configureSAMLSettings('acme', settings, 'https://app.example/', [
    'acme.example',
  ]);
  expect(configured).toMatchObject({ ok: true });
  expect((await sso.loadSettings('acme')).data).toMatchObject({
    tenant: { domains: ['acme.example'] },
    saml: {
      idpEntityId: idp.entityId,
      groupsMapping: [{ groups: ['admins'], roleName: 'Admin' }],
      attributeMapping: { email: 'mail' },
      redirectUrl: 'https://app.example/',
    },
  });

  expect(await sso.configureSSORedirectURL('acme', 'https://app.example/2')).toMatchObject({ ok: true });
  expect(await sso.recalculateSSOMappings('acme')).toMatchObject({ ok: true });
  expect(await sso.configureMapping('acme', [{ groups: ['staff'], roleName: 'Admin' }])).toMatchObject({
    ok: true,
  });
  expect((await sso.getSettings('acme')).data).toMatchObject({
    tenantId: 'acme',
    redirectUrl: 'https://app.example/2',
    domain: 'acme.example',
    groupsMapping: [{ groups: ['staff'], role: { name: 'Admin' } }],
  });

  expect((await sso.newSettings('acme', 'second', 'Second')).data).toMatchObject({ ssoId: 'second' });
  const fetched = await sso.configureSAMLByMetadata(
    'acme',
    { idpMetadataUrl: metadataUrl, entityId: idp.entityId },
    'https://app.example/',
    ['second.example'],
    'second',
  );
  expect(fetched).toMatchObject({ ok: true });
  expect((await sso.loadAllSettings('acme')).data).toMatchObject([
    { ssoId: 'default_ssoid', saml: { idpMetadataUrl: '' } },
    { ssoId: 'second', saml: { idpMetadataUrl: metadataUrl, idpSSOUrl: idp.redirectUrl } },
  ]);

  const older = await sso.configureSettings('acme', idp.redirectUrl, idp.certificate, idp.entityId, '', []);
  expect(older).toMatchObject({ ok: true });
  expect(
    await sso.configureMetadata('acme', metadataUrl, 'https://app.example/', ['acme.example']),
  ).toMatchObject({
    ok: true,
  });
  expect(await sso.configureOIDCSettings('acme', { name: 'x', clientId: 'y' })).toMatchObject({
    ok: false,
    code: 400,
    error: { errorCode: 'E111301' },
  });

  expect(await sso.deleteSettings('acme', 'second')).toMatchObject({ ok: true });
  expect(await sso.deleteSettings('acme')).toMatchObject({ ok: true });
  expect((await sso.loadAllSettings('acme')).data).toMatchObject([
    { ssoId: 'default_ssoid', saml: { idpEntityId: '' } },
  ]);
});
