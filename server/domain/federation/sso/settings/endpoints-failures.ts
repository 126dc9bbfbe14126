import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { loadTenant } from '../../../directory/tenants/load-tenant.ts';
import { keptFailures } from '../failure-limits.ts';
import { loadFailures } from '../failures.ts';
import { ssoId, tenantId } from './input.ts';

const failureSchema = t.object(
  {
    time: t.integer({ description: 'Milliseconds since 1970' }),
    protocol: t.choice(['none', 'saml', 'oidc']),
    kind: t.text({ description: 'A stable code for the reason' }),
    reason: t.text({ description: 'The reason as a sentence' }),
  },
  { $id: 'SsoFailure' },
);

export const ssoFailureEndpoints = [
  endpoint({
    name: 'management.sso.loadFailures',
    method: 'GET',
    path: '/v1/mgmt/sso/failures',
    summary: 'List the last failures of an SSO connection',
    description: `The last ${keptFailures} failed sign-ins and tests, newest first.`,
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId, ssoId }),
    output: t.object({ failures: t.list(failureSchema) }),
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'], returns: 'failures' },
    async handle(ctx, input) {
      await loadTenant(ctx, input.tenantId);
      const failures = await loadFailures(ctx, input.tenantId, input.ssoId);
      return { failures: failures.map(({ occurredAt: time, ...failure }) => ({ time, ...failure })) };
    },
  }),
];
