import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { claimDomain, deleteDomain } from './claim-domain.ts';
import { loadDomains } from './load-domains.ts';
import { verifyDomain } from './verify-domain.ts';
import { tenantDomainOutput, tenantDomainToWire } from './wire.ts';

const tenantId = t.text({ emptyIsAbsent: true, maxLength: 255, description: 'Tenant ID' });
const domain = t.text({ emptyIsAbsent: true, maxLength: 253, description: 'A domain such as `example.com`' });

/** Enough to see a mistake in a record. */
const shownTexts = 20;
const shownCharacters = 300;

export const tenantDomainEndpoints = [
  endpoint({
    name: 'management.tenant.createDomain',
    method: 'POST',
    path: '/v1/mgmt/tenant/domain/create',
    summary: 'Claim a domain for a tenant',
    description:
      'Returns the DNS record that verifies the domain. Publish it, then verify the domain. A second claim returns the same record.',
    auth: 'management',
    input: t.object({ tenantId, domain }),
    output: t.object({ domain: tenantDomainOutput }),
    errors: ['E011004', 'E111202'],
    client: { parameters: ['tenantId', 'domain'], returns: 'domain' },
    async handle(ctx, { tenantId, domain }) {
      return { domain: tenantDomainToWire(await claimDomain(ctx, tenantId, domain)) };
    },
  }),
  endpoint({
    name: 'management.tenant.verifyDomain',
    method: 'POST',
    path: '/v1/mgmt/tenant/domain/verify',
    summary: 'Verify a tenant’s domain',
    description:
      'Looks up the DNS record. If it is there, addresses in this domain belong to the tenant: its identity provider can sign in users ' +
      'who have one, and its directory can create them. Latchkey checks again every day. If the record is missing, the domain is no ' +
      'longer verified.',
    auth: 'management',
    input: t.object({ tenantId, domain }),
    output: t.object({
      domain: tenantDomainOutput,
      foundValues: t.list(t.text(), {
        description: `The TXT records of that name that contain \`latchkey\`, at most ${shownTexts}, each cut after ${shownCharacters} characters`,
      }),
    }),
    errors: ['E011004', 'E111203', 'E111204', 'E111302'],
    client: { parameters: ['tenantId', 'domain'] },
    async handle(ctx, input) {
      const { domain, texts } = await verifyDomain(ctx, input.tenantId, input.domain);
      return {
        domain: tenantDomainToWire(domain),
        // An alias can lead to a record of the server's own network, which concerns no tenant.
        foundValues: texts
          .filter((text) => /latchkey/i.test(text))
          .slice(0, shownTexts)
          .map((text) => text.slice(0, shownCharacters)),
      };
    },
  }),
  endpoint({
    name: 'management.tenant.loadDomains',
    method: 'GET',
    path: '/v1/mgmt/tenant/domain/all',
    summary: 'List the domains of a tenant',
    description:
      'Lists the domains that the tenant has claimed, and those that an administrator has set for its SSO connections.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId }),
    output: t.object({ domains: t.list(tenantDomainOutput) }),
    errors: ['E111202'],
    client: { parameters: ['tenantId'], returns: 'domains' },
    async handle(ctx, { tenantId }) {
      return { domains: (await loadDomains(ctx, tenantId)).map(tenantDomainToWire) };
    },
  }),
  endpoint({
    name: 'management.tenant.deleteDomain',
    method: 'POST',
    path: '/v1/mgmt/tenant/domain/delete',
    summary: 'Delete a tenant’s claim to a domain',
    description:
      'The domain is no longer verified, and another tenant can claim it. Users who joined through it are kept. A domain that an administrator set for ' +
      'an SSO connection remains there.',
    auth: 'management',
    input: t.object({ tenantId, domain }),
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E111204'],
    client: { parameters: ['tenantId', 'domain'], returnsNothing: true },
    async handle(ctx, { tenantId, domain }) {
      await deleteDomain(ctx, tenantId, domain);
      return {};
    },
  }),
];
