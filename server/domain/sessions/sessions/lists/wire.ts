import { type Static, t } from '../../../../http/schema.ts';
import { deviceOf, devices } from '../../../project/audit/device.ts';
import { type ListedSession, maxListed } from './list-sessions.ts';

const seconds = (description: string) => t.integer({ description: `${description}, in seconds since 1970` });

const fields = {
  id: t.text(),
  deviceType: t.choice([...devices], { description: 'What the user agent says it is; it is free to lie' }),
  userAgent: t.text({ description: 'Of the sign-in' }),
  ip: t.text({ description: 'Of the sign-in' }),
  country: t.text({ description: 'Empty: where an address lies is not looked up' }),
  city: t.text({ description: 'Empty, too' }),
  createdTime: seconds('When the user signed in'),
  lastUsedTime: seconds('The last refresh, or else the sign-in'),
  expirationTime: seconds('When it ends if it is not refreshed before'),
  amr: t.list(t.text(), { description: 'How the user signed in, as in the claim of this name' }),
  selectedTenant: t.text(),
  impersonatorId: t.text({ description: 'The user who acts in the name of this one, or empty' }),
};

const sessionSchema = t.object(fields, { $id: 'UserSession' });
const ownSessionSchema = t.object(
  { ...fields, current: t.flag({ description: 'It is the session that asks' }) },
  { $id: 'OwnSession' },
);

export const sessionsOutput = t.object({ sessions: t.list(sessionSchema, { maxItems: maxListed }) });
export const ownSessionsOutput = t.object({ sessions: t.list(ownSessionSchema, { maxItems: maxListed }) });

export const sessionIds = t.list(t.text({ maxLength: 255 }), { minItems: 1, maxItems: maxListed });
export const revokedOutput = t.object({ revoked: t.integer({ description: 'How many there were' }) });

export function sessionToWire(session: ListedSession): Static<typeof sessionSchema> {
  return {
    id: session.id,
    deviceType: deviceOf(session.userAgent),
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
