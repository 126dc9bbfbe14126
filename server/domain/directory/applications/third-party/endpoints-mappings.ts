import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { loadScopeMappings, setScopeMappings } from './scope-mappings.ts';
import { mappingsFromWire, mappingsInput } from './wire.ts';

const mappingsOutput = t.list(
  t.object({ scope: t.text(), description: t.text(), claims: t.map(t.text({ maxLength: 1_024 })) }),
);

export const scopeMappingEndpoints = [
  endpoint({
    name: 'management.scopeClaimMapping.get',
    method: 'POST',
    path: '/v1/mgmt/scopeClaimMapping/get',
    summary: 'Load the claims that the project maps to scopes',
    description: 'Third-party applications refer to them with `useProjectMapping`.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ mappings: mappingsOutput }),
    errors: [],
    client: { returns: 'mappings' },
    handle: async (ctx) => ({ mappings: await loadScopeMappings(ctx) }),
  }),
  endpoint({
    name: 'management.scopeClaimMapping.set',
    method: 'POST',
    path: '/v1/mgmt/scopeClaimMapping/set',
    summary: 'Set the claims that the project maps to scopes',
    description: 'Replaces all of them. If a claim of a scope occurs more than once, the last one counts.',
    auth: 'management',
    input: t.object({ mappings: mappingsInput }),
    output: emptyObject,
    errors: ['E011004'],
    client: { parameters: ['mappings'], returnsNothing: true },
    async handle(ctx, given) {
      await setScopeMappings(ctx, mappingsFromWire(given));
      return {};
    },
  }),
  endpoint({
    name: 'management.scopeClaimMapping.delete',
    method: 'POST',
    path: '/v1/mgmt/scopeClaimMapping/delete',
    summary: 'Delete the claims that the project maps to scopes',
    auth: 'management',
    input: emptyObject,
    output: emptyObject,
    errors: [],
    client: { returnsNothing: true },
    async handle(ctx) {
      await setScopeMappings(ctx, []);
      return {};
    },
  }),
];
