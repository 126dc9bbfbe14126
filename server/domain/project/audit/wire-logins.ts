import { type Static, t } from '../../../http/schema.ts';
import type { Login } from './login.ts';

export const loginSchema = t.object(
  {
    userId: t.text(),
    loginTime: t.integer({ description: 'Seconds since 1970' }),
    city: t.text({ description: 'Empty: where an address lies is not looked up' }),
    country: t.text({ description: 'Empty, too' }),
    ip: t.text(),
    selectedTenant: t.text({ description: 'The tenant that was signed in to, or empty' }),
    impersonatorId: t.text({
      description:
        'Empty: the user signed in. Otherwise somebody began to act in their name: whose ID this is',
    }),
  },
  { $id: 'UserLogin' },
);

export function loginToWire({
  userId,
  occurredAt,
  remoteAddress,
  tenantId,
  impersonatorId,
}: Login): Static<typeof loginSchema> {
  return {
    userId,
    loginTime: Math.floor(occurredAt / 1000),
    city: '',
    country: '',
    ip: remoteAddress,
    selectedTenant: tenantId,
    impersonatorId,
  };
}
