import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import { requireNoTypes } from '../../sessions/sessions/session-types.ts';
import { readPlainSignInOptions, readSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, jwtResponse, loginOptions, revocation } from '../../sessions/sessions/wire.ts';
import { newLoginId } from '../challenges/wire.ts';
import { replacePassword, updatePassword } from './change-password.ts';
import { passwordResetEndpoints } from './endpoints-reset.ts';
import { signInWithPassword } from './sign-in.ts';
import { signUpWithPassword } from './sign-up.ts';
import { newPasswordText, passwordText } from './wire.ts';

const loginId = t.text({ maxLength: 1_024, description: 'Identifies the user' });

export const passwordEndpoints = [
  endpoint({
    name: 'password.signUp',
    method: 'POST',
    path: '/v1/auth/password/signup',
    summary: 'Sign up with a password',
    description:
      'Fails if the login ID is already registered. Common and easily guessed passwords are rejected, with the ' +
      'reason. Roles, tenants, status and verified flags cannot be set.',
    auth: 'project',
    signIn: 'password',
    limit: 'signUp',
    input: t.object({
      loginId: newLoginId,
      password: newPasswordText,
      user: signUpUser,
      loginOptions,
    }),
    output: jwtResponse,
    errors: ['E011004', 'E062107', 'E062109'],
    client: { parameters: ['loginId', 'password', 'user', 'loginOptions'] },
    handle: async (ctx, { loginId, password, user, loginOptions }) => {
      const terms = readPlainSignInOptions(loginOptions);
      const started = await signUpWithPassword(ctx, { loginId, password, details: user ?? {}, terms });
      return answerSession(ctx, started, { firstSeen: true });
    },
  }),
  endpoint({
    name: 'password.signIn',
    method: 'POST',
    path: '/v1/auth/password/signin',
    summary: 'Sign in with a password',
    description:
      'The response is the same for an unknown login ID and a wrong password. After five wrong passwords in a ' +
      'row, the wait grows from a second to half an hour (E130429). A temporary or expired password fails with ' +
      'E062909. Replace it.',
    auth: 'optionalRefresh',
    takesAwaiting: true,
    signIn: 'password',
    forAdministrators: true,
    limit: 'signIn',
    input: t.object({ loginId, password: passwordText(), loginOptions }),
    output: jwtResponse,
    errors: ['E011004', 'E062109', 'E062903', 'E062904', 'E062909', 'E064001', 'E064002'],
    client: { parameters: ['loginId', 'password', 'loginOptions'] },
    handle: async (ctx, { loginId, password, loginOptions }) => {
      const terms = await readSignInOptions(ctx, loginOptions);
      return answerSession(ctx, await signInWithPassword(ctx, { loginId, password, terms }));
    },
  }),
  endpoint({
    name: 'password.replace',
    method: 'POST',
    path: '/v1/auth/password/replace',
    summary: 'Exchange the old password for a new one, and sign in',
    description:
      'This is also the way to replace a temporary or expired password. A temporary one can be exchanged for 72 hours. ' +
      'Other sessions of the user continue, unless revokeOtherSessions ends them. If the sign-in needs a second factor ' +
      '(E064007), the password changes and sessions end only when the sign-in is complete.',
    auth: 'project',
    signIn: 'password',
    forAdministrators: true,
    limit: 'signIn',
    input: t.object({
      loginId,
      oldPassword: passwordText(),
      newPassword: newPasswordText,
      ...revocation,
    }),
    output: jwtResponse,
    errors: ['E011004', 'E062109', 'E062903', 'E062904', 'E062909', 'E112102'],
    client: { parameters: ['loginId', 'oldPassword', 'newPassword', 'revokeOtherSessions'] },
    handle: async (ctx, { revokeOtherSessionsTypes, ...input }) => {
      requireNoTypes('revokeOtherSessionsTypes', revokeOtherSessionsTypes);
      return answerSession(ctx, await replacePassword(ctx, input));
    },
  }),
  endpoint({
    name: 'password.update',
    method: 'POST',
    path: '/v1/auth/password/update',
    summary: 'Set the signed-in user’s password',
    description:
      'Does not require the old password. Other sessions of the user continue, unless revokeOtherSessions ends ' +
      'them. In a session that started with a password reset link, they always end.',
    auth: 'refresh',
    forAdministrators: true,
    input: t.object({ loginId, newPassword: newPasswordText, ...revocation }),
    limit: 'password',
    output: emptyObject,
    errors: ['E011004', 'E062108', 'E064007', 'E064011', 'E112102'],
    client: { parameters: ['loginId', 'newPassword', 'revokeOtherSessions'], returnsNothing: true },
    handle: async (ctx, { revokeOtherSessionsTypes, ...input }) => {
      requireNoTypes('revokeOtherSessionsTypes', revokeOtherSessionsTypes);
      await updatePassword(ctx, input);
      return {};
    },
  }),
  ...passwordResetEndpoints,
];
