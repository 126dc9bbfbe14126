import { profileFields } from '../../../../core/profile-fields.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { givenMergeFlags, namingMergeFlags } from '../merge-flags.ts';
import { oneUser, userToWire } from '../wire.ts';
import { email, loginId, phone } from '../wire-input.ts';
import { changeEmail, changePhone, changeRecoveryEmail, changeRecoveryPhone } from './change-addresses.ts';

const conflictRule =
  'An empty value removes the address. Login IDs stay, even if one equals the old address. The call fails if the address is another user’s login ID, whatever the value of `failOnConflict`, or if another user has already verified it. Users are never merged or deleted because of an address.';

const verified = t.optional(t.flag({ description: 'Default: true' }));
const failOnConflict = t.optional(
  t.flag({
    description:
      'No effect. A conflict always fails, because users are never merged. The error message names this flag',
  }),
);
const changeErrors = ['E111127', 'E112102'] as const;

export const addressEndpoints = [
  endpoint({
    name: 'management.user.updateEmail',
    method: 'POST',
    path: '/v1/mgmt/user/update/email',
    summary: 'Set or remove a user’s email address',
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
    summary: 'Set or remove a user’s phone number',
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
    summary: 'Set or remove a user’s recovery email address',
    partial: 'the address is stored and returned; Latchkey sends nothing to it',
    description:
      'An empty value removes the address. Several users may share it, because it cannot be used to sign ' +
      'in.',
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
    summary: 'Set or remove a user’s recovery phone number',
    partial: 'the number is stored and returned; Latchkey sends nothing to it',
    description:
      'An empty value removes the number. Several users may share it, because it cannot be used to sign ' +
      'in.',
    auth: 'management',
    role: 'support',
    input: t.object({
      loginId,
      recoveryPhone: t.text({
        maxLength: profileFields.phone.maxLength,
        description: 'In international format, such as +12025550123',
      }),
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
