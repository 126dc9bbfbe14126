import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { getProviderToken } from './provider-token.ts';

const tokenLength = 65_536;

export const providerTokenEndpoints = [
  endpoint({
    name: 'management.user.getProviderToken',
    method: 'GET',
    path: '/v1/mgmt/user/provider/token',
    summary: 'Get a user’s token from an OAuth or OpenID provider',
    description:
      'Works for providers whose tokens are stored (`manageProviderTokens`): the providers of the project and, ' +
      'if none has this name, the OpenID providers of the user’s tenants. An expired token is renewed first. ' +
      'Requests by administrators are ' +
      'recorded in the audit log. E113402: the project has no client credentials for the provider. E113403: ' +
      'its tokens are not stored. E113404: the user has none. E113405: the token has expired and there is no refresh ' +
      'token. E113406: the provider refused to renew it. E113407: the provider does not respond.',
    auth: 'management',
    input: t.object({
      loginId: t.text({ minLength: 1, description: 'Login ID or user ID' }),
      provider: t.text({
        minLength: 1,
        description:
          'The provider’s name in the project (google, …), or the provider name of the SSO connection',
      }),
      withRefreshToken: t.optional(t.flag({ description: 'Also return the refresh token' })),
      forceRefresh: t.optional(t.flag({ description: 'Renew the token even if it is still valid' })),
    }),
    output: t.object({
      provider: t.text(),
      providerUserId: t.text({ description: 'The user’s ID at the provider' }),
      accessToken: t.text({ maxLength: tokenLength }),
      expiration: t.integer({ description: 'Seconds since 1970; 0 if the provider states no expiry' }),
      scopes: t.list(t.text()),
      refreshToken: t.optional(
        t.text({ maxLength: tokenLength, description: 'Only on request (`withRefreshToken`)' }),
      ),
    }),
    errors: ['E112102', 'E113401', 'E113402', 'E113403', 'E113404', 'E113405', 'E113406', 'E113407'],
    client: { parameters: ['loginId', 'provider', '...options'] },
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
