import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import {
  changeManagementKey,
  issueManagementKey,
  loadManagementKey,
  removeManagementKeys,
} from './change-keys.ts';
import { maxLiveKeys } from './management-key.ts';
import { loadManagementKeys } from './management-keys.ts';
import {
  issuedKey,
  keyChangeInput,
  keyReference,
  keyToWire,
  manyKeys,
  newKeyInput,
  oneKey,
  reBacFromWire,
  roleForReBac,
} from './wire.ts';

export const managementKeyEndpoints = [
  endpoint({
    name: 'management.license.get',
    method: 'GET',
    path: '/v1/mgmt/license',
    summary: 'Get the rate limit tier',
    description: 'SDKs request it once at startup and send it back in a header. Latchkey has no tiers.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ rateLimitTier: t.text() }),
    errors: [],
    handle: async () => ({ rateLimitTier: 'tier4' }),
  }),
  endpoint({
    name: 'management.managementKey.create',
    method: 'PUT',
    path: '/v1/mgmt/managementkey',
    summary: 'Create a management key',
    partial:
      'roles by tags, and roles whose names are not in the description of `reBac`, are not supported (E501001)',
    description:
      `The key belongs to the project of the calling key, which can have at most ${maxLiveKeys} live ` +
      'keys.',
    auth: 'management',
    fieldRoles: { reBac: roleForReBac },
    input: newKeyInput,
    output: issuedKey,
    errors: ['E011004', 'E111202', 'E501001'],
    client: { parameters: ['name', 'reBac', 'description', 'expiresIn', 'permittedIps'] },
    async handle(ctx, { reBac, expiresIn: lifetimeSeconds, ...input }) {
      const issued = await issueManagementKey(ctx, {
        ...input,
        lifetimeSeconds,
        reBac: reBacFromWire(reBac),
      });
      return { ...issued, key: keyToWire(issued.key) };
    },
  }),
  endpoint({
    name: 'management.managementKey.update',
    method: 'PATCH',
    path: '/v1/mgmt/managementkey',
    summary: 'Update a management key',
    description:
      'Absent fields stay as they are; the rights of a key cannot change. A key cannot deactivate itself or ' +
      'lock out the address that it is used from.',
    auth: 'management',
    input: keyChangeInput,
    output: oneKey,
    errors: ['E011004', 'E111601'],
    client: { parameters: ['id', 'name', 'description', 'status', 'permittedIps'] },
    handle: async (ctx, { id, ...changes }) => ({
      key: keyToWire(await changeManagementKey(ctx, id, changes)),
    }),
  }),
  endpoint({
    name: 'management.managementKey.load',
    method: 'GET',
    path: '/v1/mgmt/managementkey',
    summary: 'Load a management key',
    auth: 'management',
    role: 'auditor',
    input: keyReference,
    output: oneKey,
    errors: ['E111601'],
    client: { parameters: ['id'], returns: 'key' },
    handle: async (ctx, { id }) => ({ key: keyToWire(await loadManagementKey(ctx, id)) }),
  }),
  endpoint({
    name: 'management.managementKey.search',
    method: 'GET',
    path: '/v1/mgmt/managementkey/search',
    summary: 'List the management keys of the project, oldest first',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: manyKeys,
    errors: [],
    client: { parameters: [], returns: 'keys' },
    handle: async (ctx) => ({ keys: (await loadManagementKeys(ctx, ctx.project)).map(keyToWire) }),
  }),
  endpoint({
    name: 'management.managementKey.delete',
    method: 'POST',
    path: '/v1/mgmt/managementkey/delete',
    summary: 'Delete management keys',
    description:
      'The keys stop working immediately. Unknown IDs are not counted. A key cannot delete itself.',
    auth: 'management',
    input: t.object({ ids: t.list(t.text({ maxLength: 255 }), { minItems: 1 }) }),
    output: t.object({ total: t.integer({ description: 'The number of deleted keys' }) }),
    errors: ['E011004'],
    client: { parameters: ['ids'], returns: 'total' },
    handle: async (ctx, { ids }) => ({ total: await removeManagementKeys(ctx, ids) }),
  }),
];
