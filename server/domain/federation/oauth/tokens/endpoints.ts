import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { getProviderToken } from './provider-token.ts';

const tokenLength = 65_536;

export const providerTokenEndpoints = [
  endpoint({
    name: 'management.user.getProviderToken',
    method: 'GET',
    path: '/v1/mgmt/user/provider/token',
    summary: 'Get a user’s own token at an OAuth or OpenID provider',
    description:
      'For providers of which tokens are kept (`manageProviderTokens`): those of the project and, where it has none of ' +
      'this name, the OpenID providers of the user’s tenants. A token that has expired is renewed first. ' +
      'When an administrator asks, the audit log says so. E113402: the project has no account of its own with ' +
      'the provider. E113403: it keeps no tokens of it. E113404: the user has none. E113405: it has expired and there ' +
      'is no refresh token. E113406: the provider refuses to renew it. E113407: the provider does not answer.',
    auth: 'management',
    input: t.object({
      loginId: t.text({ minLength: 1, description: 'Login ID or user ID' }),
      provider: t.text({
        minLength: 1,
        description:
          'The provider’s name in the project (google, …), or the provider name of the SSO connection',
      }),
      withRefreshToken: t.optional(t.flag({ description: 'Answer the refresh token, too' })),
      forceRefresh: t.optional(t.flag({ description: 'Renew the token even if it is still good' })),
    }),
    output: t.object({
      provider: t.text(),
      providerUserId: t.text({ description: 'Who the user is at the provider' }),
      accessToken: t.text({ maxLength: tokenLength }),
      expiration: t.integer({ description: 'In seconds since 1970; 0: the provider does not say' }),
      scopes: t.list(t.text()),
      refreshToken: t.optional(t.text({ maxLength: tokenLength, description: 'If it was asked for' })),
    }),
    errors: ['E112102', 'E113401', 'E113402', 'E113403', 'E113404', 'E113405', 'E113406', 'E113407'],
    client: { parameters: ['loginId', 'provider', 'withRefreshToken', 'forceRefresh'] },
    async handle(ctx, { withRefreshToken, ...input }) {
      const { providerUserId, accessToken, refreshToken, scopes, expiresAt } = await getProviderToken(
        ctx,
        input,
      );
      return {
        provider: input.provider,
        providerUserId,
        accessToken,
        expiration: Math.floor(expiresAt / 1000),
        scopes,
        ...(withRefreshToken && { refreshToken }),
      };
    },
  }),
];
