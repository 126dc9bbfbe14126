import { type Static, t } from '../../../http/schema.ts';
import { ownSessionsOutput, sessionToWire } from '../../sessions/sessions/lists/wire.ts';
import type { OwnAccount } from './own-account.ts';

export const accountOutput = t.object({
  provedRecently: t.flag({
    description:
      'True for 10 minutes after the sign-in. Afterwards, changes of factors require another sign-in.',
  }),
  hasPassword: t.flag(),
  hasTotp: t.flag(),
  recoveryCodes: t.integer({ description: 'The number of recovery codes that are left' }),
  sessions: ownSessionsOutput.properties.sessions,
  passkeys: t.list(
    t.object({
      id: t.text({ description: 'The credential ID' }),
      displayName: t.text({ description: 'The kind of device the passkey was registered on' }),
      createdTime: t.integer({ description: 'Seconds since 1970' }),
    }),
  ),
});

export function accountToWire(account: OwnAccount, currentId: string): Static<typeof accountOutput> {
  const { provedRecently, hasPassword, hasTotp, recoveryCodes } = account;
  return {
    provedRecently,
    hasPassword,
    hasTotp,
    recoveryCodes,
    sessions: account.sessions.map((session) => ({
      ...sessionToWire(session),
      current: session.id === currentId,
    })),
    passkeys: account.passkeys.map(({ id, device, createdAt }) => ({
      id,
      displayName: device,
      createdTime: Math.floor(createdAt / 1000),
    })),
  };
}
