import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import type { NoticedFactor } from '../../../core/security-notices.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import type { StoredUser } from '../../directory/users/user.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { endSessionsOf } from '../../sessions/sessions/end-session.ts';
import { deletePasskeys } from '../passkeys/delete-passkeys.ts';
import { listPasskeys } from '../passkeys/list-passkeys.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import { deleteRecoveryCodes } from '../recovery-codes/create-codes.ts';
import { deleteTotp } from '../totp/delete-totp.ts';

/** Does nothing, because users cannot have this yet. The user must exist all the same. */
async function deleteNothing(ctx: ProjectContext, { loginId }: { loginId: string }) {
  await loadUser(ctx, loginId);
  return {};
}

/** Removes a factor, and notifies the user if there was one. Sessions opened with it continue, except an administrator's, which end (decision 0025). */
function removeFactor(
  ctx: ProjectContext,
  loginId: string,
  factor: NoticedFactor,
  remove: (ctx: ProjectContext, user: StoredUser) => Promise<boolean>,
): Promise<unknown> {
  return changeUser(ctx, loginId, async (ctx, user) => {
    const hadFactor = await remove(ctx, user);
    if (hadFactor) await ctx.dependents.noticeUser(ctx, { kind: 'factorRemoved', userId: user.id, factor });
    if (ctx.project.id === administrationProjectId) await endSessionsOf(ctx, user.id);
  });
}

function passkeyToWire({ id, rpId, device, backupEligible, createdAt }: Passkey) {
  return {
    ...{ id, rpId },
    kind: backupEligible ? 'multiDevice' : 'singleDevice',
    displayName: device,
    createdTime: Math.floor(createdAt / 1000),
  };
}

const deletion = { auth: 'management', method: 'POST', output: emptyObject, errors: ['E112102'] } as const;

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
      await removeFactor(ctx, loginId, 'totp', async (ctx, user) => {
        await deleteTotp(ctx, user.id);
        return user.hasTotp;
      });
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
      await removeFactor(ctx, loginId, 'passkey', async (ctx, { id }) => (await deletePasskeys(ctx, id)) > 0);
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
      await removeFactor(ctx, loginId, 'passkey', async (ctx, { id }) => {
        return (await deletePasskeys(ctx, id, credentialId)) > 0;
      });
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
      await removeFactor(ctx, loginId, 'recoveryCodes', (ctx, user) => deleteRecoveryCodes(ctx, user.id));
      return {};
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.listTrustedDevices',
    role: 'auditor',
    path: '/v1/mgmt/user/trusteddevices/list',
    summary: 'List the trusted devices of users',
    description: 'Devices cannot be trusted yet: the list is always empty.',
    partial: 'the list is always empty: devices cannot be trusted yet',
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
          lastLocation: t.text(),
          isCurrentDevice: t.flag(),
        }),
      ),
    }),
    client: { parameters: ['identifiers'], returns: 'devices' },
    handle: async (ctx, { identifiers }) => {
      for (const identifier of identifiers) await loadUser(ctx, identifier);
      return { devices: [] };
    },
  }),
  endpoint({
    ...deletion,
    name: 'management.user.removeTrustedDevices',
    role: 'support',
    path: '/v1/mgmt/user/trusteddevices/remove',
    summary: 'Stop trusting a user’s devices',
    description: 'Devices cannot be trusted yet: this does nothing.',
    partial: 'does nothing: devices cannot be trusted yet',
    input: t.object({
      identifier: t.text({ maxLength: 1_024, aliases: ['loginId'], description: 'A login ID, or a user ID' }),
      deviceIds: t.list(t.text()),
    }),
    client: { parameters: ['identifier', 'deviceIds'], returnsNothing: true },
    handle: (ctx, { identifier }) => deleteNothing(ctx, { loginId: identifier }),
  }),
];
