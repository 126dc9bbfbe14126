import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { patchUsers } from './batches.ts';
import { changeLoginId } from './identifiers/change-login-ids.ts';
import { changeAttribute, patchUser, updateUser } from './update-user.ts';
import { oneUser, userSchema, userToWire } from './wire.ts';
import { batchBodyBytes, entryToWire, failures } from './wire-failures.ts';
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
    throw new ServiceError('E501001', 'Users that are managed by SCIM are not supported');
  }
}

export const changeEndpoints = [
  endpoint({
    name: 'management.user.update',
    method: 'POST',
    path: '/v1/mgmt/user/update',
    summary: 'Overwrite a user',
    description:
      'Overwrites every parameter of the operation: what is absent or empty becomes empty. Of roleNames and userTenants ' +
      'the one that is given replaces the old ones and the other stays; userTenants take precedence where both are given, ' +
      'and both are cleared where neither is. The status, ssoAppIds, givenName, middleName and familyName stay unless they ' +
      'are given. `additionalLoginIds` replace all login IDs but the one that the user was created with and the one that ' +
      'this call names. A new email or phone that is the login ID of another user is refused.',
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
    summary: 'Change parts of a user',
    partial: '`scim: true` is refused (E501001): users are not created by SCIM',
    description:
      'Only what is there changes; what is there and empty is cleared. Lists are replaced. Of customAttributes those ' +
      'that are named change, and an empty text removes one. An email or phone without its ' +
      'verified flag counts as verified. A user who is disabled is signed out everywhere.',
    auth: 'management',
    input: patchUserInput,
    output: oneUser,
    errors: [...changeErrors, 'E501001'],
    client: { returns: 'user' },
    handle: async (ctx, input) => {
      refuseScim([input]);
      return { user: userToWire(await patchUser(ctx, input.loginId, changeFromWire(input))) };
    },
  }),
  endpoint({
    name: 'management.user.patchBatch',
    method: 'PATCH',
    path: '/v1/mgmt/user/patch/batch',
    summary: 'Change parts of many users',
    partial: '`scim: true` is refused (E501001): users are not created by SCIM',
    description: 'At most 100 entries, each changed for itself or not at all: what fails is listed.',
    auth: 'management',
    input: patchUsersInput,
    output: t.object({ patchedUsers: t.list(userSchema), ...failures }),
    errors: ['E501001'],
    bodyLimitBytes: batchBodyBytes,
    client: { parameters: ['users'] },
    handle: async (ctx, { users }) => {
      refuseScim(users);
      const { done, failed } = await patchUsers(
        ctx,
        users.map((user) => ({ who: user.loginId, ...changeFromWire(user) })),
      );
      return {
        patchedUsers: done.map(userToWire),
        failedUsers: failed.map(({ failure, entry }) => ({
          failure,
          user: entryToWire([entry.who], entry),
        })),
        additionalErrors: {},
      };
    },
  }),
  endpoint({
    name: 'management.user.updateStatus',
    method: 'POST',
    path: '/v1/mgmt/user/update/status',
    summary: 'Enable or disable a user',
    description: 'A disabled user is signed out everywhere, and cannot sign in or refresh by any way.',
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
      '`newLoginId` takes the place of `loginId`, which must be a login ID and not a user ID; empty, it removes it. The ' +
      'last login ID cannot be removed. The user stays the same: sessions go on, email and phone stay.',
    auth: 'management',
    input: t.object({
      loginId: t.text({ description: 'A login ID', aliases: ['identifier'], maxLength: 1_024 }),
      newLoginId: t.text({ maxLength: 1_024 }),
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
    summary: 'Change the names of a user',
    description: 'Names that are absent stay; empty ones are removed.',
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ loginId, ...names }),
    output: oneUser,
    errors: changeErrors,
    client: {
      parameters: ['loginId', 'displayName', 'givenName', 'middleName', 'familyName'],
      returns: 'user',
      also: {
        'management.user.updateUserNames': {
          summary: 'Change the parts of a user’s name',
          parameters: ['loginId', 'givenName', 'middleName', 'familyName'],
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
    summary: 'Change or remove the picture of a user',
    description: 'Empty, it is removed.',
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
    summary: 'Set one custom attribute of a user',
    description:
      'The project must have the attribute, and the value be of its type. An empty text removes it.',
    auth: 'management',
    input: t.object({ loginId, attributeKey: t.text({ maxLength: 255 }), attributeValue: t.any() }),
    output: oneUser,
    errors: changeErrors,
    client: { parameters: ['loginId', 'attributeKey', 'attributeValue'], returns: 'user' },
    handle: async (ctx, { loginId, attributeKey, attributeValue }) => ({
      user: userToWire(await changeAttribute(ctx, loginId, attributeKey, attributeValue)),
    }),
  }),
];
