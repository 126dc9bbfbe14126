import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { tenantId } from '../tenants/wire.ts';
import { setDefaultRoles } from './default-roles.ts';

export const tenantRoleEndpoints = [
  endpoint({
    name: 'management.tenant.updateDefaultRoles',
    method: 'POST',
    path: '/v1/mgmt/tenant/updateDefaultRoles',
    summary: 'Set the default roles of a tenant',
    description:
      'New users of the tenant get these roles of the project, given by name. Replaces the former list. ' +
      'A deleted role is removed from it.',
    auth: 'management',
    input: t.object({ id: tenantId, defaultRoles: t.list(t.text({ maxLength: 255 })) }),
    output: emptyObject,
    errors: ['E011004', 'E111202'],
    client: { parameters: ['id', 'defaultRoles'], returnsNothing: true },
    async handle(ctx, { id, defaultRoles }) {
      await setDefaultRoles(ctx, id, defaultRoles);
      return {};
    },
  }),
];
