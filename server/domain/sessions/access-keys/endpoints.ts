import { endpoint } from '../../../http/endpoint.ts';
import { changeAccessKey, rotateAccessKey } from './change-key.ts';
import { createAccessKey } from './create-key.ts';
import { statusEndpoints } from './endpoints-status.ts';
import { exchangeAccessKey } from './exchange-key.ts';
import { loadAccessKey } from './load-key.ts';
import { searchAccessKeys } from './search-keys.ts';
import {
  detailsFromWire,
  exchangeInput,
  exchangeOutput,
  keyChangeInput,
  keyReference,
  keySearchInput,
  keyToWire,
  manyKeys,
  newKeyInput,
  oneKey,
  searchFromWire,
  shownKey,
} from './wire.ts';

/** Large enough for fifty custom attributes of 4 KiB. */
const bodyLimitBytes = 1024 * 1024;

export const accessKeyEndpoints = [
  endpoint({
    name: 'accessKey.exchange',
    method: 'POST',
    path: '/v1/auth/accesskey/exchange',
    summary: 'Exchange an access key for a session JWT',
    description: 'There is no refresh JWT. Exchange the key again when the session JWT expires.',
    auth: 'accessKey',
    input: exchangeInput,
    output: exchangeOutput,
    errors: ['E064003'],
    client: { parameters: ['loginOptions'] },
    async handle(ctx, { loginOptions = {} }) {
      const { keyId, sessionJwt, expiresAt } = await exchangeAccessKey(ctx, loginOptions);
      return { keyId, sessionJwt, expiration: Math.floor(expiresAt / 1000) };
    },
  }),
  endpoint({
    name: 'management.accessKey.create',
    method: 'POST',
    path: '/v1/mgmt/accesskey/create',
    summary: 'Create an access key',
    auth: 'management',
    input: newKeyInput,
    output: shownKey,
    errors: ['E011004'],
    client: {
      parameters: [
        'name',
        'expireTime',
        'roleNames',
        'keyTenants',
        'userId',
        'customClaims',
        'description',
        'permittedIps',
        'customAttributes',
      ],
    },
    bodyLimitBytes,
    async handle(ctx, { expireTime = 0, userId, ...input }) {
      const expiresAt = expireTime === 0 ? undefined : expireTime * 1000;
      const { name } = input;
      const created = await createAccessKey(ctx, { ...detailsFromWire(input), name, expiresAt, userId });
      return { ...created, key: keyToWire(created.key) };
    },
  }),
  endpoint({
    name: 'management.accessKey.load',
    method: 'GET',
    path: '/v1/mgmt/accesskey',
    summary: 'Load an access key',
    auth: 'management',
    role: 'auditor',
    input: keyReference,
    output: oneKey,
    errors: ['E111501'],
    client: { parameters: ['id'], returns: 'key' },
    handle: async (ctx, { id }) => ({ key: keyToWire(await loadAccessKey(ctx, id)) }),
  }),
  endpoint({
    name: 'management.accessKey.searchAll',
    method: 'POST',
    path: '/v1/mgmt/accesskey/search',
    summary: 'Search access keys',
    description: 'Returns keys that match all given filters.',
    auth: 'management',
    role: 'auditor',
    input: keySearchInput,
    output: manyKeys,
    errors: [],
    client: { parameters: ['tenantIds', 'boundUserId', 'creatingUser', 'customAttributes'], returns: 'keys' },
    async handle(ctx, input) {
      return { keys: (await searchAccessKeys(ctx, searchFromWire(input))).map(keyToWire) };
    },
  }),
  endpoint({
    name: 'management.accessKey.update',
    method: 'POST',
    path: '/v1/mgmt/accesskey/update',
    summary: 'Update an access key',
    description: 'Absent fields stay as they are; an empty list or object clears the field.',
    auth: 'management',
    input: keyChangeInput,
    output: oneKey,
    errors: ['E011004', 'E111501'],
    client: {
      parameters: [
        'id',
        'name',
        'description',
        'roleNames',
        'keyTenants',
        'customClaims',
        'permittedIps',
        'customAttributes',
      ],
    },
    bodyLimitBytes,
    async handle(ctx, { id, ...changes }) {
      return { key: keyToWire(await changeAccessKey(ctx, id, detailsFromWire(changes))) };
    },
  }),
  endpoint({
    name: 'management.accessKey.rotate',
    method: 'POST',
    path: '/v1/mgmt/accesskey/rotate',
    summary: 'Rotate the secret of an access key',
    description: 'The ID and all settings stay the same. The old secret stops working immediately.',
    auth: 'management',
    input: keyReference,
    output: shownKey,
    errors: ['E011004', 'E111501'],
    client: { parameters: ['id'] },
    async handle(ctx, { id }) {
      const rotated = await rotateAccessKey(ctx, id);
      return { ...rotated, key: keyToWire(rotated.key) };
    },
  }),
  ...statusEndpoints,
];
