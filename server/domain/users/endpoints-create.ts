import type { ProjectContext } from '../../core/context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type Static, t } from '../../http/schema.ts';
import { createUsers } from './batches.ts';
import { createUser } from './create-user.ts';
import { checkInvitation, inviteUser } from './invite-user.ts';
import { oneUser, userSchema, userToWire } from './wire.ts';
import { entryToWire } from './wire-failures.ts';
import { newUserFromWire, newUserInput, newUsersInput } from './wire-input.ts';

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

export const batchBodyBytes = 1024 * 1024;
const createErrors = ['E011004', 'E062107', 'E112102', 'E501001'] as const;

const failedUser = t.object({
  failure: t.text({ maxLength: 4_096, description: 'Why' }),
  user: userSchema,
});

/** What batches answer beside the users that are done. */
export const failures = {
  failedUsers: t.list(failedUser, { description: 'What the entries said, as users without an ID' }),
  additionalErrors: t.map(t.text(), { description: 'Always empty' }),
};

async function create(ctx: ProjectContext, input: Static<typeof newUserInput>) {
  const { invite, inviteUrl, sendMail, sendSMS, templateId, templateOptions, locale, ...entry } = input;
  const newUser = newUserFromWire(entry);
  const user = invite ? await inviteUser(ctx, newUser, { inviteUrl }) : await createUser(ctx, newUser);
  return { user: userToWire(user) };
}

export const createEndpoints = [
  endpoint({
    name: 'management.user.create',
    method: 'POST',
    path: '/v1/mgmt/user/create',
    summary: 'Create a user',
    description:
      'The user is `invited` until the first sign-in, unless a status is given. With userTenants, roleNames are left ' +
      'aside. Where no roles are named, the default roles of the project or the tenant are given. An email address ' +
      'or phone number as login ID becomes the email or phone too, unless another one is given.\n\n' +
      'With `invite`, whoever has the login ID or user ID already is answered without change instead of an error. ' +
      'Invitations are not sent yet: nobody gets a message.',
    auth: 'management',
    input: newUserInput,
    output: oneUser,
    errors: createErrors,
    partial: 'with `invite` the user is made, and no message is sent',
    client: {
      parameters: createParameters,
      returns: 'user',
      also: {
        'management.user.invite': {
          summary: 'Invite a user: create one, or answer with the one there is',
          parameters: inviteParameters,
          fixed: { invite: true },
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
      'nobody twice. With `invite`, an entry may have the user ID of somebody, who is answered without change. An ' +
      'entry of the wrong form (a number for a text) refuses the whole batch with 400, and nobody is created.\n\n' +
      'Invitations are not sent yet: nobody gets a message.',
    auth: 'management',
    input: newUsersInput,
    output: t.object({ createdUsers: t.list(userSchema), ...failures }),
    errors: ['E011004', 'E501001'],
    partial: 'with `invite` the users are made, and no message is sent',
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
    handle: async (ctx, { users, invite, inviteUrl }) => {
      checkInvitation(ctx, { inviteUrl });
      const invitation = invite ? { inviteUrl } : undefined;
      const { done, failed } = await createUsers(ctx, users.map(newUserFromWire), invitation);
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
