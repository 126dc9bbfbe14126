import type { ProjectContext } from '../../../core/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { type Static, t } from '../../../http/schema.ts';
import { oneUser, userSchema, userToWire } from '../../directory/users/wire.ts';
import { batchBodyBytes, entryToWire, failures } from '../../directory/users/wire-failures.ts';
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

/** Whoever may only help users must not make one who holds more than other new ones. */
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
  'With `invite`, a link is sent by mail or SMS. It signs in once, and is valid for 72 hours unless the project says ' +
  'otherwise; of several links by one channel the newest. Accepting it (`magiclink/verify`) proves the address and ' +
  'enables the user. A user without such an address is refused, unless nothing is to be sent.';

export const accountEndpoints = [
  endpoint({
    name: 'management.user.create',
    method: 'POST',
    path: '/v1/mgmt/user/create',
    summary: 'Create a user',
    description:
      'The user is `invited` until the first sign-in, unless a status is given. With userTenants, roleNames are left ' +
      'aside. Where no roles are named, the default roles of the project or the tenant are given. An email address ' +
      'or phone number as login ID becomes the email or phone too, unless another one is given.\n\n' +
      `Without \`invite\` nothing is sent. ${invited} Whoever has the login ID or user ID already is answered without ` +
      'change, and is sent another link.',
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
          summary: 'Invite a user: create one, or take the one there is, and send a link',
          parameters: inviteParameters,
          fixed: { invite: true },
        },
        'management.user.createUser': {
          summary: 'Create or invite a user, with everything that can be said of one',
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
    description: 'As user/create. Searches leave test users out unless they ask for them.',
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
      'At most 100 entries, each created for itself or not at all: what fails is listed, and the others stay. A login ' +
      'ID that is taken, or stands in an earlier entry, fails, with `invite` too: a batch that is sent again makes ' +
      'nobody twice and sends nothing twice. An entry of the wrong form (a number for a text) refuses the whole batch ' +
      'with 400, and nobody is created.\n\n' +
      `${invited} An entry may have the user ID of somebody, who is answered without change and sent another link.`,
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
      const { done, failed } = await createAccounts(ctx, users.map(newAccountFromWire), invitation);
      return {
        createdUsers: done.map(userToWire),
        failedUsers: failed.map(({ failure, entry }) => ({
          failure,
          user: entryToWire([entry.loginId, ...(entry.additionalLoginIds ?? [])], entry),
        })),
        additionalErrors: {},
      };
    },
  }),
];
