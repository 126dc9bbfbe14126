import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { givenMergeFlags, namingMergeFlags } from '../merge-flags.ts';
import { oneUser, userToWire } from '../wire.ts';
import { email, loginId, phone } from '../wire-input.ts';
import { changeEmail, changePhone, changeRecoveryEmail, changeRecoveryPhone } from './change-addresses.ts';

const conflictRule =
  'Empty, it is removed. Login IDs stay, even one that is the old address. An address that is the login ID of somebody ' +
  'else is always refused, whatever `failOnConflict` says, and so is a verified one that somebody else has verified: ' +
  'nobody is ever merged or deleted for the sake of an address.';

const verified = t.optional(t.flag({ description: 'Default: true' }));
const failOnConflict = t.optional(
  t.flag({ description: 'A conflict always fails: users are never merged. Its message names this flag' }),
);
const changeErrors = ['E111127', 'E112102'] as const;

export const addressEndpoints = [
  endpoint({
    name: 'management.user.updateEmail',
    method: 'POST',
    path: '/v1/mgmt/user/update/email',
    summary: 'Change or remove the email address of a user',
    description: conflictRule,
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ loginId, email, verified, failOnConflict }),
    output: oneUser,
    errors: changeErrors,
    client: { parameters: ['loginId', 'email', 'verified'], returns: 'user' },
    handle: async (ctx, { loginId, email, verified = true, ...flags }) => ({
      user: userToWire(
        await namingMergeFlags(givenMergeFlags(flags), () => changeEmail(ctx, loginId, email, { verified })),
      ),
    }),
  }),
  endpoint({
    name: 'management.user.updatePhone',
    method: 'POST',
    path: '/v1/mgmt/user/update/phone',
    summary: 'Change or remove the phone number of a user',
    description: conflictRule,
    auth: 'management',
    role: 'support',
    input: t.object({ loginId, phone, verified, failOnConflict }),
    output: oneUser,
    errors: changeErrors,
    client: { parameters: ['loginId', 'phone', 'verified'], returns: 'user' },
    handle: async (ctx, { loginId, phone, verified = true, ...flags }) => ({
      user: userToWire(
        await namingMergeFlags(givenMergeFlags(flags), () => changePhone(ctx, loginId, phone, { verified })),
      ),
    }),
  }),
  endpoint({
    name: 'management.user.updateRecoveryEmail',
    method: 'POST',
    path: '/v1/mgmt/user/update/recovery/email',
    summary: 'Change or remove the email address for getting an account back',
    partial: 'stored and answered: nothing is sent to a recovery address yet',
    description: 'Empty, it is removed. Nobody signs in by it, so several users may have the same.',
    auth: 'management',
    role: 'support',
    input: t.object({ loginId, recoveryEmail: email, verified }),
    output: oneUser,
    errors: ['E112102'],
    client: { parameters: ['loginId', 'recoveryEmail', 'verified'], returns: 'user' },
    handle: async (ctx, { loginId, recoveryEmail, verified = true }) => ({
      user: userToWire(await changeRecoveryEmail(ctx, loginId, recoveryEmail, { verified })),
    }),
  }),
  endpoint({
    name: 'management.user.updateRecoveryPhone',
    method: 'POST',
    path: '/v1/mgmt/user/update/recovery/phone',
    summary: 'Change or remove the phone number for getting an account back',
    partial: 'stored and answered: nothing is sent to a recovery number yet',
    description: 'Empty, it is removed. Nobody signs in by it, so several users may have the same.',
    auth: 'management',
    role: 'support',
    input: t.object({
      loginId,
      recoveryPhone: t.text({ maxLength: 64, description: 'International, as in +12025550123' }),
      verified,
    }),
    output: oneUser,
    errors: ['E112102'],
    client: { parameters: ['loginId', 'recoveryPhone', 'verified'], returns: 'user' },
    handle: async (ctx, { loginId, recoveryPhone, verified = true }) => ({
      user: userToWire(await changeRecoveryPhone(ctx, loginId, recoveryPhone, { verified })),
    }),
  }),
];
