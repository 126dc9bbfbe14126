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
