import { endpoint } from '../../../http/endpoint.ts';
import { type Static, t } from '../../../http/schema.ts';
import { loadSignInSummary, type SignInSummary } from './load-summary.ts';

const moment = (description: string) =>
  t.integer({ description: `${description}: seconds since 1970, or 0` });
const count = t.integer();

const output = t.object(
  {
    password: t.object({
      exists: t.flag(),
      changedTime: moment('When it was set'),
      temporary: t.flag({ description: 'An administrator set it, and the user must choose a new one' }),
      mustBeReplaced: t.flag({ description: 'It is temporary or has expired' }),
      lockedTime: moment('When wrong passwords locked it'),
    }),
    totp: t.object({ exists: t.flag(), createdTime: moment('When the app was set up') }),
    passkeys: t.object({ count, createdTime: moment('When the newest was created') }),
    recoveryCodes: t.object({
      count: t.integer({ description: 'The number of codes that are left' }),
      createdTime: moment('When they were created'),
    }),
    trustedDevices: t.object({ count, lastUsedTime: moment('When one was last used') }),
    oauthAccounts: t.list(
      t.object({
        provider: t.text({ description: 'The provider’s name in the project' }),
        subject: t.text({ description: 'The user’s ID at the provider' }),
        createdTime: moment('When it was linked'),
      }),
    ),
    ssoAccounts: t.list(
      t.object({
        tenantId: t.text(),
        ssoId: t.text({ description: 'The connection of the tenant' }),
        subject: t.text({ description: 'The entity ID or issuer, a space, and the user’s ID there' }),
        createdTime: moment('The first sign-in'),
      }),
    ),
    lastSignIn: t.object({
      time: moment('When'),
      method: t.text({ description: 'As in the audit log' }),
      remoteAddress: t.text(),
      device: t.text(),
      tenantId: t.text({ description: 'The tenant of the sign-in, or empty' }),
      eventId: t.text({ description: 'The ID in the audit log; empty: the log has no sign-in' }),
    }),
  },
  { $id: 'SignInSummary' },
);

export const signInSummaryEndpoints = [
  endpoint({
    name: 'management.user.loadSignInSummary',
    method: 'GET',
    path: '/v1/mgmt/user/sign-in-summary',
    summary: 'List a user’s sign-in methods, when each was set up, and the last sign-in',
    description: 'Contains no secrets. `user/explain` tells you whether a sign-in would succeed now.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      loginId: t.text({ minLength: 1, maxLength: 1_024, description: 'A login ID, or a user ID' }),
    }),
    output,
    errors: ['E112102'],
    client: { parameters: ['loginId'] },
    handle: async (ctx, { loginId }) => toWire(await loadSignInSummary(ctx, loginId)),
  }),
];

function toWire(summary: SignInSummary): Static<typeof output> {
  const { password, passkeys, recoveryCodes, trustedDevices, lastSignIn } = summary;
  const { exists, changedAt, isTemporary: temporary, mustBeReplaced, lockedAt } = password;
  return {
    password: {
      exists,
      temporary,
      mustBeReplaced,
      changedTime: seconds(changedAt),
      lockedTime: seconds(lockedAt),
    },
    totp: { exists: summary.totpCreatedAt > 0, createdTime: seconds(summary.totpCreatedAt) },
    passkeys: { count: passkeys.count, createdTime: seconds(passkeys.at) },
    recoveryCodes: { count: recoveryCodes.count, createdTime: seconds(recoveryCodes.at) },
    trustedDevices: { count: trustedDevices.count, lastUsedTime: seconds(trustedDevices.at) },
    oauthAccounts: summary.oauthAccounts.map(({ providerId, subject, createdAt }) => ({
      provider: providerId,
      subject,
      createdTime: seconds(createdAt),
    })),
    ssoAccounts: summary.ssoAccounts.map(({ tenantId, connectionId, subject, createdAt }) => ({
      tenantId,
      ssoId: connectionId,
      subject,
      createdTime: seconds(createdAt),
    })),
    lastSignIn: {
      time: seconds(lastSignIn?.occurredAt ?? 0),
      method: lastSignIn?.method ?? '',
      remoteAddress: lastSignIn?.remoteAddress ?? '',
      device: lastSignIn?.device ?? '',
      tenantId: lastSignIn?.tenantId ?? '',
      eventId: lastSignIn?.eventId ?? '',
    },
  };
}

function seconds(moment: number): number {
  return Math.floor(moment / 1000);
}
