import type { Configuration, CustomFetch, ExportedJWKSCache } from 'openid-client';
import { systemClock } from '../../core/clock.ts';
import type { ProviderMetadata } from './metadata.ts';
import { fetchOfUsableKeys, signingAlgorithms } from './provider-keys.ts';

/** Our configuration as a client of one provider. */
export interface RelyingParty {
  metadata: ProviderMetadata;
  clientId: string;
  /** The client's secret; empty for a public client. */
  clientSecret: string;
  authentication: 'basic' | 'post';
  redirectUri: string;
  fetch: CustomFetch;
  now: number;
  /** The provider's keys at the last request, and the place to store them. */
  keys: { seen?: ExportedJWKSCache };
}

/** Loads the library at the first sign-in at a provider, because many servers never have one. */
export async function configurationOf(
  rp: RelyingParty,
  { issuer = rp.metadata.issuer, fetch = rp.fetch }: { issuer?: string; fetch?: CustomFetch } = {},
): Promise<Configuration> {
  const library = await import('openid-client');
  const { metadata } = rp;
  const server = { ...metadata, issuer, id_token_signing_alg_values_supported: acceptedAlgorithms(metadata) };
  const client = { [library.clockSkew]: Math.round((rp.now - systemClock()) / 1000) };
  const authenticate = authenticationOf(rp);
  const configuration = new library.Configuration(
    server,
    rp.clientId,
    client,
    library[authenticate](rp.clientSecret),
  );
  configuration[library.customFetch] = fetchOfUsableKeys(fetch, metadata.jwks_uri);
  // `fetch` decides which addresses may be requested, and how.
  library.allowInsecureRequests(configuration);
  // TLS would suffice for tokens from the token endpoint (OpenID Connect Core §3.1.3.7); signatures are
  // verified, too.
  if (metadata.jwks_uri) library.enableNonRepudiationChecks(configuration);
  if (rp.keys.seen) library.setJwksCache(configuration, rp.keys.seen);
  return configuration;
}

/** Returns the algorithms that an ID token may have. A provider that names none signs with one that its keys are for. */
export function acceptedAlgorithms({
  id_token_signing_alg_values_supported: named = signingAlgorithms,
}: ProviderMetadata): string[] {
  return named.filter((name) => signingAlgorithms.includes(name));
}

export function authenticationOf({
  clientSecret,
  authentication,
}: Pick<RelyingParty, 'clientSecret' | 'authentication'>) {
  if (!clientSecret) return 'None';
  return authentication === 'basic' ? 'ClientSecretBasic' : 'ClientSecretPost';
}
