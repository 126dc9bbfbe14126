import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { readToken, type TrustedDevice } from '../../sessions/trusted-devices/device.ts';
import { forgetDevices, listTrustedDevices } from '../../sessions/trusted-devices/trust-device.ts';
import { listPasskeys } from '../passkeys/list-passkeys.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import { removeFactor } from './remove-factor.ts';

function passkeyToWire({ id, rpId, device, backupEligible, createdAt }: Passkey) {
  return {
    id,
    rpId,
    kind: backupEligible ? 'multiDevice' : 'singleDevice',
    displayName: device,
    createdTime: Math.floor(createdAt / 1000),
  };
}

function deviceToWire(
  { id, userId, name, type, remoteAddress, lastUsedAt, expiresAt }: TrustedDevice,
  isCurrentDevice = false,
) {
  const seconds = (time: number) => String(Math.floor(time / 1000));
  return {
    id,
    userId,
    name,
    deviceType: type,
    lastLocation: remoteAddress,
    isCurrentDevice,
    lastLoginTime: seconds(lastUsedAt),
    expirationTime: seconds(expiresAt),
  };
}

const deletion = { auth: 'management', method: 'POST', output: emptyObject, errors: ['E112102'] } as const;

const ofOneself = {
  description: 'Signed-in users can list their own, by their user ID.',
  errors: ['E062108'],
} as const;

/** Returns the caller’s user ID. Throws E062108 unless the field has it, and no other. */
function requireOwnId({ session }: UserContext, field: string, named: unknown[]): string {
  const { userId } = session;
  if (named.length === 1 && named[0] === userId) return userId;
  throw new ServiceError('E062108', `${field} must have your own user ID, and no other`);
}

/** Returns the ID in the token of the requesting device, which may be no longer trusted. */
function shownDeviceId({ request }: ProjectContext): string | undefined {
  return readToken(request.trustedDeviceToken?.() ?? '')?.id;
}

export const factorEndpoints = [
  endpoint({
    ...deletion,
    name: 'management.user.removeTOTPSeed',
    role: 'support',
    forAdministrators: true,
    path: '/v1/mgmt/user/totp/delete',
    summary: 'Remove a user’s authenticator app',
    description:
      'Also cancels an unfinished enrolment. Sessions continue, except those of administrators. Succeeds if the user has none.',
    input: t.object({ loginId }),
    client: { parameters: ['loginId'], returnsNothing: true },
    handle: async (ctx, { loginId }) => {
      await removeFactor(ctx, loginId, { factor: 'totp' });
      return {};
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.removeAllPasskeys',
    role: 'support',
    forAdministrators: true,
    path: '/v1/mgmt/user/passkeys/delete',
    summary: 'Delete all of a user’s passkeys',
    description:
      'Also cancels passkeys that are being added. Sessions continue, except those of administrators. Succeeds if the user has none.',
    input: t.object({ loginId }),
    client: { parameters: ['loginId'], returnsNothing: true },
    handle: async (ctx, { loginId }) => {
      await removeFactor(ctx, loginId, { factor: 'passkey' });
      return {};
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.removePasskey',
    role: 'support',
    forAdministrators: true,
    path: '/v1/mgmt/user/passkey/delete',
    summary: 'Delete one of a user’s passkeys',
    description: 'Sessions continue, except those of administrators. Succeeds if no passkey has this ID.',
    input: t.object({ loginId, credentialId: t.text() }),
    client: { parameters: ['loginId', 'credentialId'], returnsNothing: true },
    handle: async (ctx, { loginId, credentialId }) => {
      await removeFactor(ctx, loginId, { factor: 'passkey', credentialId });
      return {};
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.listPasskeys',
    role: 'auditor',
    forAdministrators: true,
    path: '/v1/mgmt/user/passkeys/list',
    summary: 'List a user’s passkeys',
    description: 'Oldest first.',
    forSignedInUsers: {
      ...ofOneself,
      async handle(ctx, { loginId }) {
        const userId = requireOwnId(ctx, 'loginId', [loginId]);
        return { passkeys: (await listPasskeys(ctx, userId)).map(passkeyToWire) };
      },
    },
    input: t.object({ loginId }),
    output: t.object({
      passkeys: t.list(
        t.object({
          id: t.text({ description: 'The credential ID' }),
          rpId: t.text({ description: 'The domain the passkey belongs to' }),
          kind: t.text({
            description:
              '`multiDevice` if the passkey can be copied to other devices, otherwise `singleDevice`',
          }),
          displayName: t.text({ description: 'The kind of device the passkey was registered on' }),
          createdTime: t.integer({ description: 'Seconds since 1970' }),
        }),
      ),
    }),
    client: { parameters: ['loginId'], returns: 'passkeys' },
    handle: async (ctx, { loginId }) => {
      const user = await loadUser(ctx, loginId);
      return { passkeys: (await listPasskeys(ctx, user.id)).map(passkeyToWire) };
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.removeRecoveryCodes',
    role: 'support',
    path: '/v1/mgmt/user/recovery-codes/delete',
    summary: 'Delete a user’s recovery codes',
    description: 'Sessions continue. Succeeds if the user has none.',
    input: t.object({ loginId }),
    client: { parameters: ['loginId'], returnsNothing: true },
    handle: async (ctx, { loginId }) => {
      await removeFactor(ctx, loginId, { factor: 'recoveryCodes' });
      return {};
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.listTrustedDevices',
    role: 'auditor',
    path: '/v1/mgmt/user/trusteddevices/list',
    summary: 'List the trusted devices of users',
    description: 'Last used first. `isCurrentDevice` is false unless the device sends this request itself.',
    forSignedInUsers: {
      ...ofOneself,
      async handle(ctx, { identifiers }) {
        const userId = requireOwnId(ctx, 'identifiers', identifiers as unknown[]);
        const shownId = shownDeviceId(ctx);
        const devices = await listTrustedDevices(ctx, [userId]);
        return { devices: devices.map((device) => deviceToWire(device, device.id === shownId)) };
      },
    },
    input: t.object({
      identifiers: t.list(t.text({ maxLength: 1_024 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Login IDs or user IDs',
      }),
    }),
    output: t.object({
      devices: t.list(
        t.object({
          id: t.text(),
          name: t.text(),
          userId: t.text(),
          deviceType: t.text(),
          lastLoginTime: t.text({ description: 'Seconds since 1970, as text' }),
          expirationTime: t.text({ description: 'Seconds since 1970, as text' }),
          lastLocation: t.text({ description: 'The IP address that it was last used from' }),
          isCurrentDevice: t.flag(),
        }),
      ),
    }),
    client: { parameters: ['identifiers'], returns: 'devices' },
    handle: async (ctx, { identifiers }) => {
      const users = await Promise.all(identifiers.map((identifier) => loadUser(ctx, identifier)));
      const ids = [...new Set(users.map(({ id }) => id))];
      return { devices: (await listTrustedDevices(ctx, ids)).map((device) => deviceToWire(device)) };
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.removeTrustedDevices',
    role: 'support',
    path: '/v1/mgmt/user/trusteddevices/remove',
    summary: 'Stop trusting a user’s devices',
    description:
      'The next sign-in on these devices requires the second factor again. Sessions continue. Unknown IDs are ignored.',
    input: t.object({
      identifier: t.text({ maxLength: 1_024, aliases: ['loginId'], description: 'A login ID, or a user ID' }),
      deviceIds: t.list(t.text()),
    }),
    client: { parameters: ['identifier', 'deviceIds'], returnsNothing: true },
    async handle(ctx, { identifier, deviceIds }) {
      const { id } = await loadUser(ctx, identifier);
      await transaction(ctx, (ctx) => forgetDevices(ctx, id, 'removed', deviceIds));
      return {};
    },
  }),
];
