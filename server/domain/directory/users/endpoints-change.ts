import { ServiceError } from '../../../core/errors.ts';
import { nameParameters, partsOfName } from '../../../core/profile-fields.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { patchUsers } from './batches.ts';
import { changeLoginId } from './identifiers/change-login-ids.ts';
import { changeAttribute, patchUser, updateUser } from './update-user.ts';
import { maxLoginIdLength } from './user.ts';
import { oneUser, userSchema, userToWire } from './wire.ts';
import { batchBodyBytes, failures, failuresToWire } from './wire-failures.ts';
import {
  changeFromWire,
  loginId,
  names,
  patchUserInput,
  patchUsersInput,
  picture,
  updateUserInput,
} from './wire-input.ts';

const changeErrors = ['E011004', 'E062107', 'E111127', 'E112102'] as const;

function refuseScim(users: { scim?: boolean }[]): void {
  if (users.some((user) => user.scim)) {
    throw new ServiceError(
      'E501001',
      'scim is not supported, because a directory manages its users at /scim/v2. Leave scim out, or set it to false',
    );
  }
}

export const changeEndpoints = [
  endpoint({
    name: 'management.user.update',
    method: 'POST',
    path: '/v1/mgmt/user/update',
    summary: 'Replace a user',
    description:
      'Overwrites every parameter. An absent or empty parameter is cleared. If only one of roleNames and ' +
      'userTenants is given, it replaces the old values and the other stays. If both are given, userTenants ' +
      'takes precedence. If neither is given, both are cleared. The status, ' +
      `ssoAppIds, ${partsOfName.slice(0, -1).join(', ')} and ${partsOfName.at(-1)} change only if they are given. ` +
      '`additionalLoginIds` replace all login IDs except the first one and the one used in this call. Fails if ' +
      'a new email or phone is another user’s login ID.',
    auth: 'management',
    input: updateUserInput,
    output: oneUser,
    errors: changeErrors,
    client: {
      parameters: [
        'loginId',
        'email',
        'phone',
        'displayName',
        'roleNames',
        'userTenants',
        'customAttributes',
        'picture',
        'verifiedEmail',
        'verifiedPhone',
        'additionalLoginIds',
      ],
      returns: 'user',
    },
    handle: async (ctx, input) => ({
      user: userToWire(await updateUser(ctx, input.loginId, changeFromWire(input))),
    }),
  }),
  endpoint({
    name: 'management.user.patch',
    method: 'PATCH',
    path: '/v1/mgmt/user/patch',
    summary: 'Update a user',
    partial: '`scim: true` fails with E501001, because users have no SCIM flag',
    description:
      'Changes only the given fields; an empty value clears the field. Lists are replaced. Only the given ' +
      'customAttributes change; an empty text or `null` removes one. An email or phone without its ' +
      'verified flag counts as verified. Disabling a user signs them out everywhere.',
    auth: 'management',
    input: patchUserInput,
    output: oneUser,
    errors: [...changeErrors, 'E501001'],
    client: { parameters: ['loginId', '...options'], returns: 'user' },
    handle: async (ctx, input) => {
      refuseScim([input]);
      return { user: userToWire(await patchUser(ctx, input.loginId, changeFromWire(input))) };
    },
  }),
  endpoint({
    name: 'management.user.patchBatch',
    method: 'PATCH',
    path: '/v1/mgmt/user/patch/batch',
    summary: 'Update several users',
    partial: '`scim: true` fails with E501001, because users have no SCIM flag',
    description:
      'Accepts at most 100 entries. Each entry succeeds or fails on its own; the response lists the ' +
      'failed ones.',
    auth: 'management',
    input: patchUsersInput,
    output: t.object({ patchedUsers: t.list(userSchema), ...failures }),
    errors: ['E501001'],
    bodyLimitBytes: batchBodyBytes,
    client: { parameters: ['users'] },
    handle: async (ctx, { users }) => {
      refuseScim(users);
      const entries = users.map((user) => ({ who: user.loginId, ...changeFromWire(user) }));
      const { done, failed } = await patchUsers(ctx, entries);
      return {
        patchedUsers: done.map(userToWire),
        failedUsers: failuresToWire(failed, { entries, sent: users }, ({ who }) => [who]),
        additionalErrors: {},
      };
    },
  }),
  endpoint({
    name: 'management.user.updateStatus',
    method: 'POST',
    path: '/v1/mgmt/user/update/status',
    summary: 'Enable or disable a user',
    description: 'A disabled user is signed out everywhere, and cannot sign in or refresh a session.',
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ loginId, status: t.choice(['enabled', 'disabled']) }),
    output: oneUser,
    errors: changeErrors,
    client: {
      parameters: ['loginId', 'status'],
      returns: 'user',
      also: {
        'management.user.activate': {
          summary: 'Enable a user',
          parameters: ['loginId'],
          fixed: { status: 'enabled' },
        },
        'management.user.deactivate': {
          summary: 'Disable a user',
          parameters: ['loginId'],
          fixed: { status: 'disabled' },
        },
      },
    },
    handle: async (ctx, { loginId, status }) => ({
      user: userToWire(await patchUser(ctx, loginId, { status })),
    }),
  }),
  endpoint({
    name: 'management.user.updateLoginId',
    method: 'POST',
    path: '/v1/mgmt/user/update/loginid',
    summary: 'Change or remove a login ID',
    description:
      '`newLoginId` replaces `loginId`, which must be a login ID, not a user ID. An empty `newLoginId` ' +
      'removes the login ID; the last one cannot be removed. The user’s sessions, email and phone stay ' +
      'as they are.',
    auth: 'management',
    input: t.object({
      loginId: t.text({ description: 'A login ID', aliases: ['identifier'], maxLength: 1_024 }),
      newLoginId: t.text({ maxLength: maxLoginIdLength }),
    }),
    output: oneUser,
    errors: changeErrors,
    client: { parameters: ['loginId', 'newLoginId'], returns: 'user' },
    handle: async (ctx, { loginId, newLoginId }) => ({
      user: userToWire(await changeLoginId(ctx, loginId, newLoginId)),
    }),
  }),
  endpoint({
    name: 'management.user.updateDisplayName',
    method: 'POST',
    path: '/v1/mgmt/user/update/name',
    summary: 'Update a user’s names',
    description: 'Absent names stay as they are; empty ones are removed.',
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ loginId, ...names }),
    output: oneUser,
    errors: changeErrors,
    client: {
      parameters: ['loginId', ...nameParameters],
      returns: 'user',
      also: {
        'management.user.updateUserNames': {
          summary: 'Update the parts of a user’s name',
          parameters: ['loginId', ...partsOfName],
        },
      },
    },
    handle: async (ctx, input) => ({
      user: userToWire(await patchUser(ctx, input.loginId, changeFromWire(input))),
    }),
  }),
  endpoint({
    name: 'management.user.updatePicture',
    method: 'POST',
    path: '/v1/mgmt/user/update/picture',
    summary: 'Set or remove a user’s picture',
    description: 'An empty value removes the picture.',
    auth: 'management',
    role: 'support',
    input: t.object({ loginId, picture }),
    output: oneUser,
    errors: changeErrors,
    client: { parameters: ['loginId', 'picture'], returns: 'user' },
    handle: async (ctx, { loginId, picture }) => ({
      user: userToWire(await patchUser(ctx, loginId, { picture })),
    }),
  }),
  endpoint({
    name: 'management.user.updateCustomAttribute',
    method: 'POST',
    path: '/v1/mgmt/user/update/customAttribute',
    summary: 'Set a custom attribute of a user',
    description:
      'The attribute must exist in the project, and the value must match its type. An empty text ' +
      'removes the value.',
    auth: 'management',
    input: t.object({
      loginId,
      attributeKey: t.text({ maxLength: 255 }),
      attributeValue: t.any(),
    }),
    output: oneUser,
    errors: changeErrors,
    client: { parameters: ['loginId', 'attributeKey', 'attributeValue'], returns: 'user' },
    handle: async (ctx, { loginId, attributeKey, attributeValue }) => ({
      user: userToWire(await changeAttribute(ctx, loginId, attributeKey, attributeValue)),
    }),
  }),
];
