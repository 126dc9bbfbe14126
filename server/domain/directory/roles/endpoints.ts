import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { changeRoles, removeRoles } from './change-roles.ts';
import { createRoles } from './create-roles.ts';
import { maxRoles } from './role.ts';
import { searchRoles } from './search-roles.ts';
import {
  roleChangeInput,
  roleFromWire,
  roleInput,
  roleReference,
  roleSchema,
  roleSearchFromWire,
  roleSearchInput,
  rolesSchema,
  roleToWire,
} from './wire.ts';

const batchBodyBytes = 1024 * 1024;
const createErrors = ['E011004', 'E111202', 'E111401'] as const;
const changeErrors = ['E011004', 'E111401', 'E111402'] as const;

export const roleEndpoints = [
  endpoint({
    name: 'management.role.create',
    method: 'POST',
    path: '/v1/mgmt/role/create',
    summary: 'Create a role',
    auth: 'management',
    input: roleInput,
    output: roleSchema,
    errors: createErrors,
    client: { parameters: ['name', 'description', 'permissionNames', 'tenantId', 'default'] },
    async handle(ctx, input) {
      const [role] = await createRoles(ctx, [roleFromWire(input)]);
      return roleToWire(role!);
    },
  }),
  endpoint({
    name: 'management.role.createBatch',
    method: 'POST',
    path: '/v1/mgmt/role/create/batch',
    summary: 'Create several roles',
    description: 'Creates all of them, or none if one cannot be created.',
    auth: 'management',
    input: t.object({ roles: t.list(roleInput, { minItems: 1, maxItems: 100 }) }),
    output: rolesSchema,
    errors: createErrors,
    client: { parameters: ['roles'], returns: 'roles' },
    bodyLimitBytes: batchBodyBytes,
    async handle(ctx, { roles }) {
      return { roles: (await createRoles(ctx, roles.map(roleFromWire))).map(roleToWire) };
    },
  }),
  endpoint({
    name: 'management.role.update',
    method: 'POST',
    path: '/v1/mgmt/role/update',
    summary: 'Update a role',
    description:
      'Identify the role by `id`, or by `name` (of `tenantId`, or else of the project). Overwrites ' +
      'everything: absent fields become empty or false. `tenantId` only identifies the role; it does ' +
      'not move it.',
    auth: 'management',
    input: roleChangeInput,
    output: roleSchema,
    errors: changeErrors,
    client: {
      parameters: ['name', 'newName', 'description', 'permissionNames', 'tenantId', 'default'],
      also: {
        'management.role.updateWithId': {
          summary: 'Update a role by its ID',
          parameters: ['id', 'newName', 'description', 'permissionNames', 'tenantId', 'default'],
        },
      },
    },
    async handle(ctx, input) {
      const [role] = await changeRoles(ctx, [roleFromWire(input)]);
      return roleToWire(role!);
    },
  }),
  endpoint({
    name: 'management.role.updateBatch',
    method: 'POST',
    path: '/v1/mgmt/role/update/batch',
    summary: 'Update several roles',
    description:
      'Changes them in order, by the rules for a single role. Changes all of them, or none if one cannot be changed.',
    auth: 'management',
    input: t.object({ roles: t.list(roleChangeInput, { minItems: 1, maxItems: 100 }) }),
    output: rolesSchema,
    errors: changeErrors,
    client: { parameters: ['roles'], returns: 'roles' },
    bodyLimitBytes: batchBodyBytes,
    async handle(ctx, { roles }) {
      return { roles: (await changeRoles(ctx, roles.map(roleFromWire))).map(roleToWire) };
    },
  }),
  endpoint({
    name: 'management.role.delete',
    method: 'POST',
    path: '/v1/mgmt/role/delete',
    summary: 'Delete a role',
    description:
      'Identify the role by `id`, or by `name` (of `tenantId`, or else of the project). It is removed ' +
      'from all users; sessions lose it at their next refresh.',
    auth: 'management',
    input: t.object(roleReference),
    output: emptyObject,
    errors: ['E111402'],
    client: {
      parameters: ['name', 'tenantId'],
      also: {
        'management.role.deleteWithId': {
          summary: 'Delete a role by its ID',
          parameters: ['id', 'tenantId'],
        },
      },
      returnsNothing: true,
    },
    async handle(ctx, { id, name, tenantId }) {
      await removeRoles(ctx, { ...(id ? { ids: [id] } : { names: name ? [name] : [] }), tenantId });
      return {};
    },
  }),
  endpoint({
    name: 'management.role.deleteBatch',
    method: 'POST',
    path: '/v1/mgmt/role/delete/batch',
    summary: 'Delete several roles',
    description:
      'Removes the roles from all users. Names refer to roles of `tenantId`, or else of the project. ' +
      'Deletes all of them, or none if one does not exist. Fails if both lists are empty.',
    auth: 'management',
    input: t.object({
      roleNames: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100 })),
      roleIds: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100 })),
      tenantId: roleReference.tenantId,
    }),
    output: emptyObject,
    errors: ['E111402'],
    client: { parameters: ['roleNames', 'tenantId', 'roleIds'], returnsNothing: true },
    async handle(ctx, { roleNames, roleIds, tenantId }) {
      await removeRoles(ctx, { names: roleNames, ids: roleIds, tenantId });
      return {};
    },
  }),
  endpoint({
    name: 'management.role.loadAll',
    method: 'GET',
    path: '/v1/mgmt/role/all',
    summary: 'List all roles of the project and its tenants',
    description: `Oldest first, at most ${maxRoles}; use the search if there are more.`,
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: emptyObject,
    output: rolesSchema,
    errors: [],
    client: { returns: 'roles' },
    async handle(ctx) {
      return { roles: (await searchRoles(ctx)).map(roleToWire) };
    },
  }),
  endpoint({
    name: 'management.role.loadAllOfSubTenants',
    method: 'GET',
    path: '/v1/mgmt/role/subtenant/all',
    summary: 'List all roles of the project, its tenants and their sub-tenants',
    description: `Like \`role/all\`. The public widgets call it if they show sub-tenants.`,
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: rolesSchema,
    errors: [],
    client: { returns: 'roles' },
    async handle(ctx) {
      return { roles: (await searchRoles(ctx)).map(roleToWire) };
    },
  }),
  endpoint({
    name: 'management.role.search',
    method: 'POST',
    path: '/v1/mgmt/role/search',
    summary: 'Search roles',
    description:
      'Returns roles that match all filters; empty filters are ignored. Without `sort`, the oldest ' +
      `come first; at most ${maxRoles}.`,
    auth: 'management',
    role: 'auditor',
    input: roleSearchInput,
    output: rolesSchema,
    errors: [],
    client: { returns: 'roles' },
    async handle(ctx, input) {
      return { roles: (await searchRoles(ctx, roleSearchFromWire(input))).map(roleToWire) };
    },
  }),
];
