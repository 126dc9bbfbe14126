import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { maxLoginIdLength } from '../../directory/users/user.ts';
import { readPlainSignInOptions, readSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, jwtResponse, loginOptions } from '../../sessions/sessions/wire.ts';
import { passkeyUpdateEndpoints } from './endpoints-update.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { finishSignUp } from './finish-sign-up.ts';
import { startSignIn, startSignUpOrIn } from './start-sign-in.ts';
import { startSignUp } from './start-sign-up.ts';
import {
  finishInput,
  originField,
  passkeyOptions,
  passkeySignUpUser,
  startedOutput,
  startedToWire,
  wishesFromWire,
} from './wire.ts';

const loginIdField = t.text({
  maxLength: maxLoginIdLength,
  emptyIsAbsent: true,
  description: 'Identifies the user',
});

export const passkeyEndpoints = [
  endpoint({
    name: 'webauthn.signUp.start',
    method: 'POST',
    path: '/v1/auth/webauthn/signup/start',
    summary: 'Start a sign-up with a passkey',
    description:
      'The user is created only when the passkey is returned, within five minutes. Fails if the login ID is ' +
      'already registered. The authenticator must verify the user. Roles, tenants, status and verified flags ' +
      'cannot be set.',
    auth: 'project',
    signIn: 'webauthn',
    limit: 'signUp',
    input: t.object({
      loginId: t.reference({
        maxLength: maxLoginIdLength,
        description: 'Identifies the user. Set it here or in `user`',
      }),
      origin: originField,
      user: passkeySignUpUser,
      loginOptions,
      passkeyOptions,
    }),
    output: startedOutput,
    errors: ['E011004', 'E062107'],
    client: { parameters: ['loginId', 'origin', 'user', 'passkeyOptions', 'loginOptions'] },
    handle: async (ctx, { loginId: beside, origin, user = {}, passkeyOptions, loginOptions }) => {
      const { loginId: inside, ...details } = user;
      const loginId = beside ?? inside;
      if (!loginId) throw new ServiceError('E011002', 'loginId is required. Set it here or in user');
      const terms = readPlainSignInOptions(loginOptions);
      const wishes = wishesFromWire(passkeyOptions);
      return startedToWire(await startSignUp(ctx, { loginId, user: details, origin, wishes, terms }));
    },
  }),
  endpoint({
    name: 'webauthn.signUp.finish',
    method: 'POST',
    path: '/v1/auth/webauthn/signup/finish',
    summary: 'Finish a sign-up with the created passkey',
    description: 'A transaction accepts only one response, correct or not.',
    auth: 'project',
    signIn: 'webauthn',
    limit: 'code',
    input: finishInput,
    output: jwtResponse,
    errors: ['E062107', 'E064005', 'E067011', 'E067012', 'E067013'],
    client: { parameters: ['transactionId', 'response'] },
    handle: async (ctx, answer) => answerSession(ctx, await finishSignUp(ctx, answer), { firstSeen: true }),
  }),
  endpoint({
    name: 'webauthn.signIn.start',
    method: 'POST',
    path: '/v1/auth/webauthn/signin/start',
    summary: 'Start a sign-in with a passkey',
    description:
      'Without a login ID, the authenticator identifies the user. If the user is unknown or has no passkey, ' +
      'the response looks the same. The authenticator must verify the user, unless it adds a factor to a ' +
      'session. `stepup` and `mfa` need a refresh JWT, and fail with E067010 if its user has no passkey.',
    auth: 'optionalRefresh',
    takesAwaiting: true,
    signIn: 'webauthn',
    forAdministrators: true,
    limit: 'passkeyStart',
    input: t.object({
      loginId: t.reference({
        maxLength: 1_024,
        description: 'Leave empty to let the authenticator identify the user',
      }),
      origin: originField,
      loginOptions,
      passkeyOptions,
    }),
    output: startedOutput,
    errors: ['E011004', 'E064001', 'E064002', 'E067010'],
    client: { parameters: ['loginId', 'origin', 'loginOptions', 'passkeyOptions'] },
    handle: async (ctx, { loginId = '', origin, loginOptions, passkeyOptions }) => {
      const terms = await readSignInOptions(ctx, loginOptions);
      const signedInUserId = terms.continues && (await ctx.signedInUser()).session.userId;
      const wishes = wishesFromWire(passkeyOptions);
      return startedToWire(await startSignIn(ctx, { loginId, origin, wishes, terms, signedInUserId }));
    },
  }),
  endpoint({
    name: 'webauthn.signIn.finish',
    method: 'POST',
    path: '/v1/auth/webauthn/signin/finish',
    summary: 'Finish a sign-in with a passkey',
    description: 'A transaction accepts only one response, correct or not.',
    auth: 'project',
    signIn: 'webauthn',
    forAdministrators: true,
    limit: 'code',
    input: finishInput,
    output: jwtResponse,
    errors: ['E062109', 'E064001', 'E064002', 'E064005', 'E067011', 'E067012'],
    client: { parameters: ['transactionId', 'response'] },
    handle: async (ctx, answer) => answerSession(ctx, await finishSignIn(ctx, answer)),
  }),
  endpoint({
    name: 'webauthn.signUpOrIn.start',
    method: 'POST',
    path: '/v1/auth/webauthn/signup-in/start',
    summary: 'Start a sign-in or sign-up with a passkey',
    description:
      '`create` says which: send the response to `signup/finish` if it is true, to `signin/finish` if it is not. ' +
      'Fails with E067010 if the user is registered but has no passkey.',
    auth: 'project',
    signIn: 'webauthn',
    limit: 'signUp',
    input: t.object({ loginId: loginIdField, origin: originField, loginOptions, passkeyOptions }),
    output: startedOutput,
    errors: ['E011004', 'E062107', 'E067010'],
    client: { parameters: ['loginId', 'origin', 'passkeyOptions', 'loginOptions'] },
    handle: async (ctx, { loginId, origin, loginOptions, passkeyOptions }) => {
      const terms = readPlainSignInOptions(loginOptions);
      const wishes = wishesFromWire(passkeyOptions);
      return startedToWire(await startSignUpOrIn(ctx, { loginId, origin, wishes, terms }));
    },
  }),
  ...passkeyUpdateEndpoints,
];
