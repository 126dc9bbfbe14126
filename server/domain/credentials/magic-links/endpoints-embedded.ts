import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { maxLoginIdLength } from '../../directory/users/user.ts';
import { loginId } from '../../directory/users/wire-input.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import { readCustomClaims } from '../../sessions/sessions/claims/custom-claims.ts';
import { readManagementSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { loginOptions } from '../../sessions/sessions/wire.ts';
import { longestEmbeddedSeconds, makeSignInSecret, makeSignUpSecret } from './embedded-link.ts';

const timeout = t.optional(
  t.integer({
    minimum: 0,
    maximum: longestEmbeddedSeconds,
    description: 'Lifetime in seconds; 0 or absent: 60',
  }),
);

const secret = t.object({
  token: t.text({ description: 'The value of the parameter `t` of your own link' }),
});

export const embeddedLinkEndpoints = [
  endpoint({
    name: 'management.user.generateEmbeddedLink',
    method: 'POST',
    path: '/v1/mgmt/user/signin/embeddedlink',
    summary: 'Create the secret of a link that signs in a user',
    description:
      'Nothing is sent. Put the secret into your own message. It works once, like a magic link. It does not ' +
      'verify an address, and `amr` of the session has `embedded`.',
    auth: 'management',
    forAdministrators: { fields: ['loginId', 'timeout'] },
    input: t.object({
      loginId,
      customClaims: t.optional(t.map(t.any(), { maxProperties: 100 })),
      timeout,
    }),
    output: secret,
    errors: ['E112102'],
    client: { parameters: ['loginId', 'customClaims', 'timeout'] },
    handle: async (ctx, { loginId, customClaims, timeout = 0 }) => ({
      token: await makeSignInSecret(ctx, loginId, {
        customClaims: readCustomClaims(customClaims),
        timeoutSeconds: timeout,
      }),
    }),
  }),
  endpoint({
    name: 'management.user.generateSignUpEmbeddedLink',
    method: 'POST',
    path: '/v1/mgmt/user/signup/embeddedlink',
    summary: 'Create the secret of a link that registers a user and signs them in',
    description:
      'Nothing is sent. The user is created only when the secret is verified, like that of a magic link. An ' +
      'address counts as verified only if the call says so. If the login ID is registered in the meantime, the ' +
      'secret no longer works.',
    auth: 'management',
    input: t.object({
      loginId: t.text({ maxLength: maxLoginIdLength, aliases: ['identifier'] }),
      user: signUpUser,
      emailVerified: t.optional(t.flag()),
      phoneVerified: t.optional(t.flag()),
      loginOptions,
      timeout,
    }),
    output: secret,
    errors: ['E062107'],
    client: {
      parameters: ['loginId', 'user', 'emailVerified', 'phoneVerified', 'loginOptions', 'timeout'],
    },
    handle: async (ctx, input) => {
      const { loginId, user = {}, emailVerified = false, phoneVerified = false, timeout = 0 } = input;
      const terms = readManagementSignInOptions(input.loginOptions);
      const said = { loginId, user, emailVerified, phoneVerified, terms, timeoutSeconds: timeout };
      return { token: await makeSignUpSecret(ctx, said) };
    },
  }),
];
