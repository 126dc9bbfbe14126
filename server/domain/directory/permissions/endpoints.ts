import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { changePermissions, removePermissions } from './change-permissions.ts';
import { createPermissions } from './create-permissions.ts';
import { maxPermissions } from './permission.ts';
import { loadPermissions } from './resolve-permissions.ts';
import {
  permissionChangeInput,
  permissionInput,
  permissionReference,
  permissionSchema,
  permissionToWire,
} from './wire.ts';

const batchBodyBytes = 1024 * 1024;
const returnsNothing = { returnsNothing: true };

export const permissionEndpoints = [
  endpoint({
    name: 'management.permission.create',
    method: 'POST',
    path: '/v1/mgmt/permission/create',
    summary: 'Create a permission',
    auth: 'management',
    input: permissionInput,
    output: emptyObject,
    errors: ['E111401'],
    client: { parameters: ['name', 'description'], ...returnsNothing },
    async handle(ctx, input) {
      await createPermissions(ctx, [input]);
      return {};
    },
  }),
  endpoint({
    name: 'management.permission.createBatch',
    method: 'POST',
    path: '/v1/mgmt/permission/create/batch',
    summary: 'Create several permissions',
    description: 'Creates all of them, or none if one cannot be created.',
    auth: 'management',
    input: t.object({ permissions: t.list(permissionInput, { minItems: 1, maxItems: 100 }) }),
    output: emptyObject,
    errors: ['E111401'],
    client: { parameters: ['permissions'], ...returnsNothing },
    bodyLimitBytes: batchBodyBytes,
    async handle(ctx, { permissions }) {
      await createPermissions(ctx, permissions);
      return {};
    },
  }),
  endpoint({
    name: 'management.permission.update',
    method: 'POST',
    path: '/v1/mgmt/permission/update',
    summary: 'Update a permission',
    description:
      'Identify the permission by `id` or by `name`. Overwrites its name and description. Built-in ' +
      'permissions cannot be changed.',
    auth: 'management',
    input: permissionChangeInput,
    output: emptyObject,
    errors: ['E111401', 'E111402'],
    client: {
      parameters: ['name', 'newName', 'description'],
      also: {
        'management.permission.updateWithId': {
          summary: 'Update a permission by its ID',
          parameters: ['id', 'newName', 'description'],
        },
      },
      ...returnsNothing,
    },
    async handle(ctx, input) {
      await changePermissions(ctx, [input]);
      return {};
    },
  }),
  endpoint({
    name: 'management.permission.updateBatch',
    method: 'POST',
    path: '/v1/mgmt/permission/update/batch',
    summary: 'Update several permissions',
    description: 'Changes them in order. Changes all of them, or none if one cannot be changed.',
    auth: 'management',
    input: t.object({ permissions: t.list(permissionChangeInput, { minItems: 1, maxItems: 100 }) }),
    output: emptyObject,
    errors: ['E111401', 'E111402'],
    client: { parameters: ['permissions'], ...returnsNothing },
    bodyLimitBytes: batchBodyBytes,
    async handle(ctx, { permissions }) {
      await changePermissions(ctx, permissions);
      return {};
    },
  }),
  endpoint({
    name: 'management.permission.delete',
    method: 'POST',
    path: '/v1/mgmt/permission/delete',
    summary: 'Delete a permission',
    description:
      'Identify the permission by `id` or by `name`. It is removed from all roles. Built-in permissions ' +
      'cannot be deleted.',
    auth: 'management',
    input: t.object(permissionReference),
    output: emptyObject,
    errors: ['E111402'],
    client: {
      parameters: ['name'],
      also: {
        'management.permission.deleteWithId': {
          summary: 'Delete a permission by its ID',
          parameters: ['id'],
        },
      },
      ...returnsNothing,
    },
    async handle(ctx, { id, name }) {
      await removePermissions(ctx, id ? { ids: [id] } : { names: name ? [name] : [] });
      return {};
    },
  }),
  endpoint({
    name: 'management.permission.deleteBatch',
    method: 'POST',
    path: '/v1/mgmt/permission/delete/batch',
    summary: 'Delete several permissions',
    description:
      'Removes the permissions from all roles. Deletes all of them, or none if one does not exist or ' +
      'is built in. Fails if both lists are empty.',
    auth: 'management',
    input: t.object({
      names: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100 })),
      ids: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100 })),
    }),
    output: emptyObject,
    errors: ['E111402'],
    client: { parameters: ['names', 'ids'], ...returnsNothing },
    async handle(ctx, input) {
      await removePermissions(ctx, input);
      return {};
    },
  }),
  endpoint({
    name: 'management.permission.loadAll',
    method: 'GET',
    path: '/v1/mgmt/permission/all',
    summary: 'List all permissions of the project',
    description: `Oldest first, at most ${maxPermissions}.`,
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ permissions: t.list(permissionSchema, { maxItems: maxPermissions }) }),
    errors: [],
    client: { returns: 'permissions' },
    async handle(ctx) {
      return { permissions: (await loadPermissions(ctx)).map(permissionToWire) };
    },
  }),
];
