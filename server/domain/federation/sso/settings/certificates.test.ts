import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { refusal, ssoSettings } from '../../../../../test/sso-settings.ts';
import { createCertifiedKey } from '../../../../protocols/saml/self-signed.ts';
import { idp } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const { newTenant, configure } = ssoSettings(() => latchkey);
const dayMs = 86_400_000;
const tenYearsMs = 3_650 * dayMs;

/** Returns a certificate that expires in about so many days. */
async function expiringIn(days: number): Promise<string> {
  // A new certificate is valid for ten years.
  const { certificatePem } = await createCertifiedKey(
    'idp.example',
    latchkey.service.now() - tenYearsMs + days * dayMs,
  );
  return certificatePem;
}

async function list(query: string) {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/certificates${query}`);
  return body;
}

describe('the certificates of an identity provider', () => {
  test('are listed with fingerprint and expiry, the one that expires first at the top', async () => {
    const tenantId = await newTenant();
    const soon = await expiringIn(10);
    await configure(tenantId, { idpCert: `${idp.certificate}\n${soon}` });
    const { certificates } = await list(`?tenantId=${tenantId}`);
    const facts = (pem: string) => {
      const { fingerprint256: fingerprint, validTo } = new X509Certificate(pem);
      return {
        tenantId,
        tenantName: tenantId,
        ssoId: 'default_ssoid',
        fingerprint,
        expireTime: Date.parse(validTo) / 1000,
      };
    };
    expect(certificates).toMatchObject([facts(soon), facts(idp.certificate)]);
    expect(await list('?tenantId=nobody')).toMatchObject(refusal('E111202').body);
  });

  test('are reported 30 days before the last one of a connection expires', async () => {
    const [dies, renewed, lasts] = [await newTenant(), await newTenant(), await newTenant()];
    const soon = await expiringIn(20);
    await configure(dies, { idpCert: soon });
    await configure(renewed, { idpCert: `${soon}\n${idp.certificate}` });
    await configure(lasts, { idpCert: await expiringIn(50) });
    const tenantsIn = async (query: string) =>
      (await list(`/expiring${query}`)).certificates.map(({ tenantId }: { tenantId: string }) => tenantId);
    expect(await tenantsIn('')).toEqual([dies]);
    expect(await tenantsIn('?days=60')).toEqual([dies, lasts]);
    expect(await tenantsIn('?days=1')).toEqual([]);
    expect((await latchkey.manage('GET', '/v1/mgmt/sso/certificates/expiring?days=x')).status).toBe(400);
  });
});
