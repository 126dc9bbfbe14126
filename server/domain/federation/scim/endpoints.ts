import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { loadDirectory } from './load-directory.ts';
import { directoryOutput, directoryToWire } from './wire.ts';

export const directoryEndpoints = [
  endpoint({
    name: 'management.tenant.loadDirectory',
    method: 'GET',
    path: '/v1/mgmt/tenant/directory',
    summary: 'Load the directory of a tenant',
    description:
      'Returns what a directory needs to provision by SCIM, its tokens without the secrets, what its groups and attributes become, and its last requests.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      tenantId: t.text({ emptyIsAbsent: true, maxLength: 255, description: 'Tenant ID' }),
    }),
    output: t.object({ directory: directoryOutput }),
    errors: ['E111202'],
    client: { parameters: ['tenantId'], returns: 'directory' },
    async handle(ctx, { tenantId }) {
      return { directory: directoryToWire(await loadDirectory(ctx, tenantId), ctx.now()) };
    },
  }),
];
