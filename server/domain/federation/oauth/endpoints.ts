import type { ErrorCode } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { givenMergeFlags } from '../../directory/users/merge-flags.ts';
import { optionsForOtherParty, readSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { ownClaimsInput, revocation } from '../../sessions/sessions/wire.ts';
import { requireFactorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import type { Intent } from './request.ts';
import { startOAuth } from './start-oauth.ts';

const query = t.object({
  provider: t.text({ minLength: 1, description: 'The provider’s name in the project: google, …' }),
  redirectURL: t.text({
    maxLength: 2_048,
    emptyIsAbsent: true,
    description: 'The address that receives the code: one of the project’s redirect URLs',
  }),
  loginHint: t.reference({ description: 'A hint about the user, passed on to the provider' }),
  prompt: t.optional(
    t.list(t.text({ maxLength: 50 }), { maxItems: 4, description: 'Passed on to the provider' }),
  ),
  initiatedEmail: t.reference({ description: 'The email address that the provider must return' }),
});

/** The login options, at the top level of the body. */
const body = t.object({
  stepup: t.optional(t.flag()),
  mfa: t.optional(t.flag()),
  customClaims: ownClaimsInput,
  tenantId: t.reference(),
  ...revocation,
});

const output = t.object({ url: t.text({ maxLength: 8_192 }) });
const comesBack =
  'Open the returned URL in the browser. It returns to redirectURL with `code`, or with `err`.';
const startErrors = ['E064001', 'E064002', 'E066101', 'E113401', 'E113402'] as const satisfies ErrorCode[];

function start(name: string, path: string, summary: string, intent: Intent) {
  return endpoint({
    name,
    method: 'POST',
    path,
    summary,
    description: `${comesBack} \`revokeOtherSessions\` applies with \`stepup\` or \`mfa\` only. Otherwise, pass it to the exchange.`,
    auth: 'optionalRefresh',
    signIn: 'oauth',
    limit: 'ssoStart',
    query,
    input: body,
    output,
    errors: startErrors,
    client: { parameters: ['provider', 'redirectURL'] },
    handle: async (ctx, { redirectURL: redirectUrl, ...input }) => {
      const terms = optionsForOtherParty(await readSignInOptions(ctx, input));
      return { url: await startOAuth(ctx, intent, { ...input, redirectUrl, terms }) };
    },
  });
}

export const oauthEndpoints = [
  start('oauth.start', '/v1/auth/oauth/authorize', 'Start a sign-in or sign-up at a provider', 'signUpOrIn'),
  start('oauth.startSignUp', '/v1/auth/oauth/authorize/signup', 'Start a sign-up at a provider', 'signUp'),
  start(
    'oauth.startSignIn',
    '/v1/auth/oauth/authorize/signin',
    'Start a sign-in of a registered user at a provider',
    'signIn',
  ),
  endpoint({
    name: 'oauth.startUpdate',
    method: 'POST',
    path: '/v1/auth/oauth/authorize/update',
    summary: 'Start adding a provider for the signed-in user',
    description: `${comesBack} Before the browser goes to the provider, a page of this server shows the account.`,
    auth: 'refresh',
    limit: 'ssoStart',
    query: t.object({
      ...query.properties,
      allowAllMerge: t.optional(
        t.flag({
          description:
            'Accounts are never merged. If there is a conflict, the error message names this field',
        }),
      ),
    }),
    input: body,
    output,
    errors: [...startErrors, 'E064007'],
    client: { parameters: ['provider', 'redirectURL'] },
    handle: async (ctx, { redirectURL: redirectUrl, ...input }) => {
      const { userId, id: sessionId } = ctx.session;
      await requireFactorsForChange(ctx, ctx.session);
      const terms = await readSignInOptions({ ...ctx, signedInUser: async () => ctx }, input);
      const linking = { userId, sessionId, mergeFlags: givenMergeFlags(input) };
      const url = await startOAuth(ctx, 'update', { ...input, redirectUrl, terms }, linking);
      return { url };
    },
  }),
];
