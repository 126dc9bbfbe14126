import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { loadTenant } from '../../../directory/tenants/load-tenant.ts';
import { findExpiringCertificates, loadCertificates, maxListed } from '../certificates.ts';
import { ssoId, tenantId } from './input.ts';

const seconds = 'Seconds since 1970';

const certificates = t.list(
  t.object(
    {
      tenantId: t.text(),
      tenantName: t.text(),
      ssoId: t.text(),
      fingerprint: t.text({ description: 'SHA-256 of the DER form, in hexadecimal with colons' }),
      subject: t.text(),
      validFromTime: t.integer({ description: seconds }),
      expireTime: t.integer({ description: seconds }),
    },
    { $id: 'SsoCertificate' },
  ),
);

const days = t.optional(
  t.integer({ minimum: 0, maximum: 3_650, description: 'The number of days. Default: 30' }),
);

export const ssoCertificateEndpoints = [
  endpoint({
    name: 'management.sso.loadCertificates',
    method: 'GET',
    path: '/v1/mgmt/sso/certificates',
    summary: 'List the certificates of a tenant’s identity provider',
    description: 'Empty for a connection that does not use SAML. Sorted by expiry, soonest first.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId, ssoId }),
    output: t.object({ certificates }),
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'], returns: 'certificates' },
    async handle(ctx, input) {
      await loadTenant(ctx, input.tenantId);
      return { certificates: (await loadCertificates(ctx, input.tenantId, input.ssoId)).map(toWire) };
    },
  }),
  endpoint({
    name: 'management.sso.loadExpiringCertificates',
    method: 'GET',
    path: '/v1/mgmt/sso/certificates/expiring',
    summary: 'List the certificates of identity providers that expire soon',
    description: `Returns the last certificate of each connection of the project, if it expires within \`days\` or has expired; at most ${maxListed}, the one that expires first comes first.`,
    auth: 'management',
    role: 'auditor',
    input: t.object({ days }),
    output: t.object({ certificates }),
    errors: [],
    client: { parameters: ['days'], returns: 'certificates' },
    async handle(ctx, input) {
      return { certificates: (await findExpiringCertificates(ctx, input.days ?? 30)).map(toWire) };
    },
  }),
];

function toWire({
  validFrom,
  expiresAt,
  ...certificate
}: Awaited<ReturnType<typeof loadCertificates>>[number]) {
  return {
    ...certificate,
    validFromTime: Math.floor(validFrom / 1000),
    expireTime: Math.floor(expiresAt / 1000),
  };
}
