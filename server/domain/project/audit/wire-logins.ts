import { type Static, t } from '../../../http/schema.ts';
import type { Login } from './login.ts';

export const loginSchema = t.object(
  {
    userId: t.text(),
    loginTime: t.integer({ description: 'Seconds since 1970' }),
    method: t.text({
      description:
        'The method as in the audit log, such as `password` or `webauthn`; empty for an impersonation',
    }),
    deviceType: t.text({ description: 'As the user agent claimed, such as `Desktop`; not verified' }),
    city: t.text({ description: 'Always empty: only the account page shows places' }),
    country: t.text({ description: 'Always empty' }),
    ip: t.text(),
    selectedTenant: t.text({ description: 'The tenant of the sign-in, or empty' }),
    impersonatorId: t.text({
      description: 'ID of the impersonator; empty: the user signed in',
    }),
  },
  { $id: 'UserLogin' },
);

export function loginToWire({
  userId,
  occurredAt,
  method,
  device,
  remoteAddress,
  tenantId,
  impersonatorId,
}: Login): Static<typeof loginSchema> {
  return {
    userId,
    loginTime: Math.floor(occurredAt / 1000),
    method,
    deviceType: device,
    city: '',
    country: '',
    ip: remoteAddress,
    selectedTenant: tenantId,
    impersonatorId,
  };
}
