import type { Configuration, CustomFetch, ExportedJWKSCache } from 'openid-client';
import { systemClock } from '../../core/clock.ts';
import type { ProviderMetadata } from './metadata.ts';

/** We, as a client of one provider. */
export interface RelyingParty {
  metadata: ProviderMetadata;
  clientId: string;
  /** Empty: a public client. */
  clientSecret: string;
  authentication: 'basic' | 'post';
  redirectUri: string;
  fetch: CustomFetch;
  now: number;
  /** The provider's keys as they were seen last, and where to put them. */
  keys: { seen?: ExportedJWKSCache };
}

/** What the provider signs with; it has to be one of those that it names. Never `none`, and never a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The library is loaded at the first sign-in at a provider: many servers never see one. */
export async function configurationOf(
  rp: RelyingParty,
  { issuer = rp.metadata.issuer, fetch = rp.fetch }: { issuer?: string; fetch?: CustomFetch } = {},
): Promise<Configuration> {
  const library = await import('openid-client');
  const { metadata } = rp;
  const named = metadata.id_token_signing_alg_values_supported;
  const server = {
    ...metadata,
    issuer,
    id_token_signing_alg_values_supported: named?.filter((name) => algorithms.includes(name)) ?? ['RS256'],
  };
  const client = { [library.clockSkew]: Math.round((rp.now - systemClock()) / 1000) };
  const authenticate = authenticationOf(rp);
  const configuration = new library.Configuration(
    server,
    rp.clientId,
    client,
    library[authenticate](rp.clientSecret),
  );
  configuration[library.customFetch] = fetch;
  // Which addresses may be asked, and how, is decided by `fetch`.
  library.allowInsecureRequests(configuration);
  // TLS would do for what comes from the token endpoint (OpenID Connect Core §3.1.3.7); signatures are checked too.
  if (metadata.jwks_uri) library.enableNonRepudiationChecks(configuration);
  if (rp.keys.seen) library.setJwksCache(configuration, rp.keys.seen);
  return configuration;
}

function authenticationOf({ clientSecret, authentication }: RelyingParty) {
  if (!clientSecret) return 'None';
  return authentication === 'basic' ? 'ClientSecretBasic' : 'ClientSecretPost';
}
