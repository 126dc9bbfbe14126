import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import { generatePassword } from './generate-password.ts';
import type { NewPasswordState } from './password.ts';
import { rulesForUser } from './rules.ts';
import { expirePassword, setPassword } from './set-password.ts';
import { newPasswordText } from './wire.ts';

const loginId = t.text({
  maxLength: 1_024,
  aliases: ['identifier'],
  description: 'A login ID or a user ID',
});
const newPassword = t.object({
  loginId,
  password: newPasswordText,
});

async function set(
  ctx: ProjectContext,
  input: { loginId: string; password: string },
  state: NewPasswordState,
) {
  await setPassword(ctx, { loginId: input.loginId, password: input.password, state });
  return {};
}

const setOptions = { parameters: ['loginId', 'password'], returnsNothing: true };

export const passwordManagementEndpoints = [
  endpoint({
    name: 'management.user.setTemporaryPassword',
    method: 'POST',
    path: '/v1/mgmt/user/password/set/temporary',
    summary: 'Set a temporary password',
    description: 'The user cannot sign in with it, but replaces it with password/replace within 72 hours.',
    auth: 'management',
    role: 'support',
    input: t.object({
      loginId,
      password: t.optional({
        ...newPasswordText,
        description: 'Tenant administrators leave it out, and get one in the response',
      }),
    }),
    output: t.object({
      cleartext: t.optional(
        t.text({
          description: 'The password that a tenant administrator passes on. Only this response contains it',
        }),
      ),
    }),
    errors: ['E112102'],
    client: setOptions,
    async handle(ctx, { loginId, password }) {
      if (password) return set(ctx, { loginId, password }, 'temporary');
      if (!ctx.tenantAdministrator) throw new ServiceError('E011002', 'The password field is required');
      const cleartext = generatePassword(await rulesForUser(ctx, (await loadUser(ctx, loginId)).id));
      await set(ctx, { loginId, password: cleartext }, 'temporary');
      return { cleartext };
    },
  }),
  endpoint({
    name: 'management.user.setActivePassword',
    method: 'POST',
    path: '/v1/mgmt/user/password/set/active',
    summary: 'Set an active password',
    description: 'Unlocks a locked password. Sessions of the user continue.',
    auth: 'management',
    input: newPassword,
    output: emptyObject,
    errors: ['E112102'],
    client: setOptions,
    handle: (ctx, input) => set(ctx, input, 'active'),
  }),
  endpoint({
    name: 'management.user.setPassword',
    method: 'POST',
    path: '/v1/mgmt/user/password/set',
    summary: 'Set a temporary password, or an active one with setActive',
    description: 'For older SDKs. Prefer the two separate routes.',
    auth: 'management',
    role: 'support',
    fieldRoles: { setActive: 'administrator' },
    input: t.object({
      loginId,
      password: newPassword.properties.password,
      setActive: t.optional(t.flag({ description: 'Default: false' })),
    }),
    output: emptyObject,
    errors: ['E112102'],
    client: { parameters: ['loginId', 'password', 'setActive'], returnsNothing: true },
    handle: (ctx, input) => set(ctx, input, input.setActive ? 'active' : 'temporary'),
  }),
  endpoint({
    name: 'management.user.expirePassword',
    method: 'POST',
    path: '/v1/mgmt/user/password/expire',
    summary: 'Require the user to change the password',
    description:
      'Sign-ins fail with E062909 until the user changes the password with password/replace. Sessions continue.',
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ loginId }),
    output: emptyObject,
    errors: ['E011004', 'E112102'],
    client: { parameters: ['loginId'], returnsNothing: true },
    handle: async (ctx, { loginId }) => {
      await expirePassword(ctx, loginId);
      return {};
    },
  }),
];
