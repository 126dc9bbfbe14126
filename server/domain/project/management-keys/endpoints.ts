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
} from './wire.ts';

export const managementKeyEndpoints = [
  endpoint({
    name: 'management.license.get',
    method: 'GET',
    path: '/v1/mgmt/license',
    summary: 'The rate limit tier',
    description:
      'SDKs ask for it once when they start and send it back in a header. There are no tiers here.',
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
    partial: 'a key that may do less, or more, than everything in its own project is refused (E501001)',
    description: `For the project of the calling key, which has at most ${maxLiveKeys} live ones.`,
    auth: 'management',
    input: newKeyInput,
    output: issuedKey,
    errors: ['E011004', 'E501001'],
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
    summary: 'Change a management key',
    description:
      'What is absent stays; what the key may do stays always. A key can neither deactivate itself nor shut out the ' +
      'address it is called from.',
    auth: 'management',
    input: keyChangeInput,
    output: oneKey,
    errors: ['E011004', 'E111601'],
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
    summary: 'The management keys of the project, the oldest first',
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
    description: 'They are refused at once. IDs that no key has are not counted. A key cannot delete itself.',
    auth: 'management',
    input: t.object({ ids: t.list(t.text({ maxLength: 255 }), { minItems: 1 }) }),
    output: t.object({ total: t.integer({ description: 'How many there were' }) }),
    errors: ['E011004'],
    client: { parameters: ['ids'], returns: 'total' },
    handle: async (ctx, { ids }) => ({ total: await removeManagementKeys(ctx, ids) }),
  }),
];
