import type { ProjectContext } from '../../../core/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { type Static, t } from '../../../http/schema.ts';
import { oneUser, userSchema, userToWire } from '../../directory/users/wire.ts';
import { batchBodyBytes, failures, failuresToWire } from '../../directory/users/wire-failures.ts';
import { createAccount } from './create-account.ts';
import { createAccounts } from './create-batch.ts';
import { readInvitation } from './invitation.ts';
import { inviteUser } from './invite-user.ts';
import { newAccountFromWire, newUserInput, newUsersInput, splitInvitation } from './wire.ts';

const createParameters = [
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
];

const inviteParameters = [
  'loginId',
  'email',
  'phone',
  'displayName',
  'roleNames',
  'userTenants',
  'customAttributes',
  'templateOptions',
  'picture',
  'verifiedEmail',
  'verifiedPhone',
  'inviteUrl',
  'sendMail',
  'sendSMS',
  'additionalLoginIds',
];

/** Keeps support staff from creating a user who has more rights than other new users. */
const grantingFields = {
  roleNames: 'administrator',
  userTenants: 'administrator',
  customAttributes: 'administrator',
  ssoAppIds: 'administrator',
  additionalLoginIds: 'administrator',
  password: 'administrator',
  hashedPassword: 'administrator',
  test: 'administrator',
} as const;

const createErrors = ['E011004', 'E062107', 'E112102', 'E113001', 'E501001'] as const;

async function create(ctx: ProjectContext, input: Static<typeof newUserInput>) {
  const { entry, request } = splitInvitation(input);
  const account = newAccountFromWire(entry);
  if (!request) return { user: userToWire(await createAccount(ctx, account)) };
  const invitation = await readInvitation(ctx, request);
  return { user: userToWire(await inviteUser(ctx, account, invitation)) };
}

const invited =
  'With `invite`, a link is sent by email or SMS. The link works once and is valid for 72 hours, unless the project sets another lifetime. Only the newest link per channel works. Accepting it (`magiclink/verify`) verifies the address and enables the user. If the user has no suitable address, the call fails unless the request turns off sending.';

export const accountEndpoints = [
  endpoint({
    name: 'management.user.create',
    method: 'POST',
    path: '/v1/mgmt/user/create',
    summary: 'Create a user',
    description:
      'The user is `invited` until the first sign-in, unless a status is given. If userTenants is given, roleNames is ' +
      'ignored. If no roles are named, the user gets the default roles of the project or the tenant. An email address ' +
      'or phone number as login ID also becomes the email or phone, unless another one is given.\n\n' +
      `Without \`invite\`, nothing is sent. ${invited} An existing user with this login ID or user ID is returned ` +
      'unchanged and gets another link.',
    auth: 'management',
    role: 'support',
    fieldRoles: grantingFields,
    forAdministrators: { fields: ['loginId', 'email', 'displayName', 'roleNames'] },
    input: newUserInput,
    output: oneUser,
    errors: createErrors,
    client: {
      parameters: createParameters,
      returns: 'user',
      also: {
        'management.user.invite': {
          summary: 'Invite a user: create the user if needed, and send a link',
          parameters: inviteParameters,
          fixed: { invite: true },
        },
        'management.user.createUser': {
          summary: 'Create or invite a user, with all options',
        },
      },
    },
    handle: create,
  }),
  endpoint({
    name: 'management.user.createTestUser',
    method: 'POST',
    path: '/v1/mgmt/user/create/test',
    summary: 'Create a test user',
    description: 'Works like user/create. Searches leave out test users unless they request them.',
    auth: 'management',
    input: newUserInput,
    output: oneUser,
    errors: createErrors,
    client: { parameters: createParameters, returns: 'user' },
    handle: (ctx, input) => create(ctx, { ...input, test: true }),
  }),
  endpoint({
    name: 'management.user.createBatch',
    method: 'POST',
    path: '/v1/mgmt/user/create/batch',
    summary: 'Create many users',
    description:
      'Accepts at most 100 entries. Each entry succeeds or fails on its own; the response lists the failed ' +
      'ones. An entry fails, even with `invite`, if its login ID is taken or repeats an earlier entry. So you ' +
      'can safely send a batch again: no user is created or notified twice. If an entry is malformed (such as ' +
      'a number in place of a string), the whole batch fails with 400 and no user is created.\n\n' +
      `${invited} If an entry contains the user ID of an existing user, the user is returned unchanged and ` +
      'gets another link.',
    auth: 'management',
    input: newUsersInput,
    output: t.object({ createdUsers: t.list(userSchema), ...failures }),
    errors: ['E011004', 'E113001', 'E501001'],
    bodyLimitBytes: batchBodyBytes,
    client: {
      parameters: ['users'],
      also: {
        'management.user.inviteBatch': {
          summary: 'Invite many users',
          parameters: ['users', 'inviteUrl', 'sendMail', 'sendSMS'],
          fixed: { invite: true },
        },
      },
    },
    handle: async (ctx, input) => {
      const { users } = input;
      const { request } = splitInvitation(input);
      const invitation = request && (await readInvitation(ctx, request));
      const entries = users.map(newAccountFromWire);
      const { done, failed } = await createAccounts(ctx, entries, invitation);
      return {
        createdUsers: done.map(userToWire),
        failedUsers: failuresToWire(failed, { entries, sent: users }, (entry) => [
          entry.loginId,
          ...(entry.additionalLoginIds ?? []),
        ]),
        additionalErrors: {},
      };
    },
  }),
];
