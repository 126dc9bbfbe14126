import { on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { builtInPermissionsAdded } from '../permissions/events.ts';
import { tenantDeleting } from '../tenants/events.ts';
import { addBuiltInRole } from './built-in.ts';
import { deleteRolesOfTenant } from './change-roles.ts';
import { roleEndpoints } from './endpoints.ts';
import { tenantRoleEndpoints } from './endpoints-tenants.ts';
import { rolesPart } from './snapshot-part.ts';

export const roles = group({
  name: 'directory/roles',
  tables: {
    roles: { key: 'id' },
    rolePermissions: { key: 'roleId permissionId' },
    tenantDefaultRoles: { key: 'tenantId roleId' },
  },
  endpoints: [...tenantRoleEndpoints, ...roleEndpoints],
  on: [on(builtInPermissionsAdded, addBuiltInRole), on(tenantDeleting, deleteRolesOfTenant)],
  snapshot: [rolesPart],
});
