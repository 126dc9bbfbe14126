import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject } from '../../../../http/schema.ts';
import { listPublishedKeys } from './list-signing-keys.ts';
import { rotateKeys } from './rotate-keys.ts';
import { keysOutput, keyToWire, rotatedOutput } from './wire.ts';

export const signingKeyEndpoints = [
  endpoint({
    name: 'management.project.listSigningKeys',
    method: 'GET',
    path: '/v1/mgmt/project/signingkey/all',
    summary: 'List the keys that sign and verify the project’s tokens',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: keysOutput,
    errors: [],
    client: { parameters: [], returns: 'keys' },
    handle: async (ctx) => ({ keys: (await listPublishedKeys(ctx)).map(keyToWire) }),
  }),
  endpoint({
    name: 'management.project.rotateSigningKey',
    method: 'POST',
    path: '/v1/mgmt/project/signingkey/rotate',
    summary: 'Rotate the signing keys',
    description:
      'The new key is published immediately, and signs tokens after ten minutes. The old one stays published until ' +
      'the last token that it signed expires, so no user is signed out. Also rotates the keys of applications and ' +
      'of client assertions.',
    auth: 'management',
    role: 'administrator',
    input: emptyObject,
    output: rotatedOutput,
    errors: ['E011004'],
    client: { parameters: [], returns: 'key' },
    async handle(ctx) {
      const [rotated] = await rotateKeys(ctx);
      const keys = await listPublishedKeys(ctx);
      return { key: keyToWire(keys.find(({ id }) => id === rotated!.id)!) };
    },
  }),
];
