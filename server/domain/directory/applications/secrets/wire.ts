import { type Static, t } from '../../../../http/schema.ts';
import type { SecretMeta } from './secrets.ts';

export const secretMetaSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    status: t.choice(['active', 'expired']),
    expireTime: t.integer({ description: 'Seconds since 1970; 0: never' }),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
  },
  { $id: 'ClientSecret' },
);

export function secretToWire(
  { id, name, createdAt, expiresAt }: SecretMeta,
  now: number,
): Static<typeof secretMetaSchema> {
  return {
    id,
    name,
    status: expiresAt !== null && expiresAt <= now ? 'expired' : 'active',
    expireTime: expiresAt === null ? 0 : Math.floor(expiresAt / 1000),
    createdTime: Math.floor(createdAt / 1000),
  };
}
