import { exportJWK, type GenerateKeyPairResult, SignJWT } from 'jose';
import { expect } from 'vitest';
import type { OAuthServer } from './counterparts/oauth-server.ts';
import type { Latchkey } from './harness.ts';
import { exchange, OAuthBrowser } from './oauth-browser.ts';

interface Oidc {
  issuer: string;
  /** The issuers in the discovery document and the ID tokens, if they differ from the issuer. */
  named?: { document: string; token: string };
  claims: Record<string, unknown>;
  token?: Record<string, unknown>;
}

interface Servers {
  latchkey: Latchkey;
  server: OAuthServer;
  keys: GenerateKeyPairResult;
}

/** The steps that tests of OAuth providers share. `of` returns the file's servers, which start later. */
export function providerRounds(of: () => Servers) {
  async function configure(provider: string, settings: Record<string, unknown> = {}) {
    const body = { provider, clientId: 'client', clientSecret: 'secret', ...settings };
    const answer = await of().latchkey.manage('POST', '/v1/mgmt/oauth/provider', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  /** Serves the endpoints of an OpenID provider. */
  async function serveOidc({ issuer, named = { document: issuer, token: issuer }, claims, token }: Oidc) {
    const path = new URL(issuer).pathname.replace(/\/$/, '');
    const { server, keys } = of();
    const { origin, replies } = server;
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
    replies[`${path}/.well-known/openid-configuration`] = {
      body: {
        issuer: named.document,
        authorization_endpoint: `${origin}${path}/authorize`,
        token_endpoint: `${origin}${path}/token`,
        jwks_uri: `${origin}${path}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      },
    };
    replies[`${path}/keys`] = { body: { keys: [jwk] } };
    replies[`${path}/token`] = async () => ({
      body: {
        access_token: 'at',
        token_type: 'Bearer',
        expires_in: 3_600,
        id_token: await new SignJWT({ name: 'N', ...claims, ...(nonce && { nonce }) })
          .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
          .setIssuer(named.token)
          .setAudience('client')
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(keys.privateKey),
        ...token,
      },
    });
  }

  let nonce: string | null = null;
  const browser = () => new OAuthBrowser(of().latchkey);

  /** Starts a sign-in. The next ID token has its nonce. */
  async function start(provider: string, own = browser()) {
    const url = await own.start(provider);
    nonce = url.searchParams.get('nonce');
    return url;
  }

  /** Runs a sign-in in which the browser returns immediately with a code. */
  async function round(provider: string, own = browser()) {
    const url = await start(provider, own);
    const query = new URLSearchParams({ code: 'code', state: url.searchParams.get('state') ?? '' });
    return { url, answer: await own.get(`/v1/auth/oauth/callback?${query}`) };
  }

  async function signedIn(provider: string) {
    const { answer } = await round(provider);
    return (await exchange(of().latchkey, answer)).body;
  }

  return { configure, serveOidc, browser, start, round, signedIn };
}
