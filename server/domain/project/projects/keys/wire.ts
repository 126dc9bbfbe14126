import { type Static, t } from '../../../../http/schema.ts';
import type { PublishedKey } from './list-signing-keys.ts';

export const signingKeySchema = t.object(
  {
    id: t.text({ description: '`kid` of the key set' }),
    algorithm: t.choice(['RS256', 'ES256']),
    signs: t.choice(['sessions', 'applications'], {
      description:
        '`sessions`: session and refresh JWTs; the keys are in the key set that the SDKs read. `applications`: ID ' +
        'tokens and other tokens of applications; the keys are in the key set of the discovery document',
    }),
    status: t.choice(['waiting', 'signing', 'verifying'], {
      description:
        '`waiting`: published but not used yet, so that caches can load it in time. `signing`: signs ' +
        'tokens now. `verifying`: tokens that it signed may still be valid',
    }),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    signsFromTime: t.integer({ description: 'Seconds since 1970; in the future while the key is waiting' }),
    verifiesUntilTime: t.integer({
      description: 'Seconds since 1970. The key is published until then; 0: it has not been replaced yet',
    }),
  },
  { $id: 'SigningKey' },
);

export const keysOutput = t.object({
  keys: t.list(signingKeySchema, {
    description: 'The keys of sessions, then those of applications, newest first',
  }),
});

export const rotatedOutput = t.object({ key: signingKeySchema });

export function keyToWire(key: PublishedKey): Static<typeof signingKeySchema> {
  return {
    id: key.id,
    algorithm: key.algorithm,
    signs: key.signs,
    status: key.state,
    createdTime: seconds(key.createdAt),
    signsFromTime: seconds(key.signsFrom),
    verifiesUntilTime: seconds(key.retiresAt ?? 0),
  };
}

function seconds(moment: number): number {
  return Math.floor(moment / 1000);
}
