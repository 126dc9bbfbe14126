import { deviceNameOf, deviceOf, devices } from '../../../../core/device.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { type ListedSession, maxListed } from './list-sessions.ts';

const seconds = (description: string) => t.integer({ description: `${description}, in seconds since 1970` });

const fields = {
  id: t.text(),
  deviceType: t.choice([...devices], { description: 'As the user agent claims; not verified' }),
  deviceName: t.text({
    description: 'Browser and system, such as `Firefox, Windows`, as the user agent claims; empty if unknown',
  }),
  userAgent: t.text({ description: 'From the sign-in' }),
  ip: t.text({ description: 'From the sign-in' }),
  country: t.text({ description: 'Always empty: only the account page shows places' }),
  city: t.text({ description: 'Always empty' }),
  createdTime: seconds('The time of the sign-in'),
  lastUsedTime: seconds('The last refresh, or else the sign-in'),
  expirationTime: seconds('When the session ends unless it is refreshed'),
  amr: t.list(t.text(), { description: 'The factors of the sign-in, as in the claim with this name' }),
  selectedTenant: t.text(),
  impersonatorId: t.text({ description: 'ID of the impersonator, or empty' }),
};

const sessionSchema = t.object(fields, { $id: 'UserSession' });
const ownSessionSchema = t.object(
  { ...fields, current: t.flag({ description: 'The session of this request' }) },
  { $id: 'OwnSession' },
);

export const sessionsOutput = t.object({ sessions: t.list(sessionSchema, { maxItems: maxListed }) });
export const ownSessionsOutput = t.object({ sessions: t.list(ownSessionSchema, { maxItems: maxListed }) });

export const sessionIds = t.list(t.text({ maxLength: 255 }), { minItems: 1, maxItems: maxListed });
export const revokedOutput = t.object({
  revoked: t.integer({ description: 'The number of ended sessions' }),
});

export function sessionToWire(session: ListedSession): Static<typeof sessionSchema> {
  return {
    id: session.id,
    deviceType: deviceOf(session.userAgent),
    deviceName: deviceNameOf(session.userAgent),
    userAgent: session.userAgent,
    ip: session.remoteAddress,
    country: '',
    city: '',
    createdTime: Math.floor(session.createdAt / 1000),
    lastUsedTime: Math.floor(session.lastUsedAt / 1000),
    expirationTime: Math.floor(session.expiresAt / 1000),
    amr: session.amr,
    selectedTenant: session.tenantId,
    impersonatorId: session.impersonatorId,
  };
}
