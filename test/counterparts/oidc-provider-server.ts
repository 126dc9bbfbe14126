import { readFileSync } from 'node:fs';
import Provider from 'oidc-provider';

const { port, issuer, clientId, clientSecret, redirectUri } = JSON.parse(
  readFileSync(process.argv[2] as string, 'utf8'),
);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name'],
  },
  features: { revocation: { enabled: true }, devInteractions: { enabled: true } },
  pkce: { required: () => true },
  // A refresh token is replaced each time.
  rotateRefreshToken: true,
  ttl: { AccessToken: 20, IdToken: 300, RefreshToken: 3_600, Grant: 3_600, Session: 3_600, Interaction: 600 },
  // Accounts named `…unverified` have an unverified address.
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: async () => ({
      sub: accountId,
      email: `${accountId}@real.example`,
      email_verified: !accountId.includes('unverified'),
      name: 'Real Person',
      given_name: 'Real',
      family_name: 'Person',
    }),
  }),
});

provider.listen(port, '127.0.0.1');
