import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { OidcError } from './error.ts';
import type { ProviderMetadata } from './metadata.ts';
import { redeemCode } from './redeem-code.ts';

const ownIssuer: ProviderMetadata = {
  issuer: 'https://provider.example',
  authorization_endpoint: 'https://provider.example/authorize',
  token_endpoint: 'https://provider.example/token',
  jwks_uri: 'https://provider.example/keys',
};
const anyTenant = { ...ownIssuer, issuer: 'https://provider.example/{tenantid}/v2.0' };
const state = 'the-state';

/** Redeems a code at a token endpoint that responds with this. */
function redeem(metadata: ProviderMetadata, body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const rp = {
    metadata,
    clientId: 'client',
    clientSecret: 'secret',
    authentication: 'post' as const,
    redirectUri: 'https://app.example/callback',
    fetch: async () => new Response(body, { headers }),
    now: systemClock(),
    keys: {},
  };
  return redeemCode(rp, { state }, { state, code: 'code' }).catch((error) => error);
}

describe.each([
  ['of one issuer', ownIssuer],
  ['of an issuer for each organization', anyTenant],
])('tokens %s', (_, metadata) => {
  test.each([
    ['cut off', '{"access_token":"top-secret'],
    ['with text behind them', '{"access_token":"top-secret"} top-secret'],
    ['no JSON', 'top-secret'],
    ['null', 'null'],
    ['a list', '["top-secret"]'],
    ['without a type', '{"access_token":"top-secret"}'],
    ['with a number as the ID token', '{"access_token":"top-secret","token_type":"bearer","id_token":1}'],
  ])('that are %s are refused without repeating them', async (_, body) => {
    const error = await redeem(metadata, body);
    expect(error).toBeInstanceOf(OidcError);
    expect((error as OidcError).reason).not.toMatch(/top-|secret|undefined|null/);
  });
});

describe('a provider that has changed its key', () => {
  const now = systemClock();
  const old = generateKeyPair('RS256');
  const current = generateKeyPair('RS256');

  /** Redeems a code with the old key in memory. Returns the outcome, and the requests that it took. */
  async function redeemAfterChange(kid: string | undefined, published: typeof old) {
    const jwks = async (pair: typeof old) => ({
      keys: [{ ...(await exportJWK((await pair).publicKey)), use: 'sig', ...(kid && { kid }) }],
    });
    const idToken = await new SignJWT({ sub: 'ann' })
      .setProtectedHeader({ alg: 'RS256', ...(kid && { kid }) })
      .setIssuer(ownIssuer.issuer)
      .setAudience('client')
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor(now / 1000) + 60)
      .sign((await current).privateKey);
    const asked: string[] = [];
    const answers: Record<string, unknown> = {
      [ownIssuer.token_endpoint]: { access_token: 'a', token_type: 'bearer', id_token: idToken },
      [ownIssuer.jwks_uri as string]: await jwks(published),
    };
    const rp = {
      metadata: ownIssuer,
      clientId: 'client',
      clientSecret: 'secret',
      authentication: 'post' as const,
      redirectUri: 'https://app.example/callback',
      fetch: async (url: string) => {
        asked.push(new URL(url).pathname);
        return Response.json(answers[url]);
      },
      now,
      keys: { seen: { jwks: (await jwks(old)) as never, uat: Math.floor(now / 1000) } },
    };
    const outcome = await redeemCode(rp, { state }, { state, code: 'code' }).catch((error) => error);
    return { outcome, asked };
  }

  test.each([undefined, 'k1'])('is believed at once, also under the same key ID (%s)', async (kid) => {
    const { outcome, asked } = await redeemAfterChange(kid, current);
    expect(outcome).toMatchObject({ claims: { sub: 'ann' } });
    expect(asked).toEqual(['/token', '/keys']);
  });

  test('is asked for its keys once, and not believed if it does not publish the new one', async () => {
    const { outcome, asked } = await redeemAfterChange('k1', old);
    expect(outcome).toBeInstanceOf(OidcError);
    expect(asked).toEqual(['/token', '/keys']);
  });
});
