import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { OutboundError, UnresolvedHostError } from '../../../../core/outbound.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { objectOf } from '../../../../protocols/oidc/claims.ts';
import { OidcError } from '../../../../protocols/oidc/error.ts';
import {
  discoveryUrl,
  hasTenantGap,
  type ProviderMetadata,
  readDiscovery,
} from '../../../../protocols/oidc/metadata.ts';
import { usableProviderKeys } from '../../../../protocols/oidc/provider-keys.ts';
import { acceptedAlgorithms, type RelyingParty } from '../../../../protocols/oidc/relying-party.ts';
import { withoutBlanks } from '../../relying-party/pasted.ts';
import type { OidcSettings } from './settings.ts';

/** The addresses of an OpenID provider. With all three endpoints, nothing is discovered. */
export interface OidcSource {
  /** The issuer's identifier, or the address of its discovery document. */
  issuer: string;
  authorizationUrl?: string;
  tokenUrl?: string;
  userInfoUrl?: string;
  jwksUrl?: string;
  /** The way to authenticate with the client secret. Absent to follow the discovery document. */
  authentication?: 'basic' | 'post';
}

export type Endpoints = Omit<OidcSettings, 'name' | 'clientId' | 'scopes' | 'prompt'>;

const fetchOptions = { timeoutMs: 5_000, maxBytes: 256 * 1024, headers: { accept: 'application/json' } };

/**
 * Reads the provider's endpoints and checks that it serves its keys. `found` is what the discovery document has, if it was read. Throws E111301 with what is wrong. Accepts a host that
 * cannot be resolved now, because its address is checked at every use: the endpoints stay empty until they can be
 * discovered. Never call it inside a transaction.
 */
export async function readOidcProvider(
  ctx: Pick<ProjectContext, 'fetch' | 'mode' | 'resolve'>,
  pasted: OidcSource,
): Promise<{ endpoints: Endpoints; found?: Endpoints }> {
  const source = withoutBlanks(pasted);
  const issuer = source.issuer.replace(/\/\.well-known\/openid-configuration$/, '');
  if (!issuer) throw refused('The issuer is missing. It is required to verify ID tokens');
  checkAddress(ctx, 'issuer', issuer);
  const { authorizationUrl, tokenUrl, userInfoUrl, jwksUrl, authentication } = source;
  const isByHand = Boolean(authorizationUrl && tokenUrl && jwksUrl);
  const found = isByHand ? undefined : await unlessUnresolved(discover(ctx, issuer));
  const known = found ?? { ...byHand(issuer), isDiscovered: !isByHand };
  const endpoints: Endpoints = {
    ...known,
    ...(authorizationUrl && { authorizationUrl }),
    ...(tokenUrl && { tokenUrl }),
    ...(userInfoUrl && { userInfoUrl }),
    ...(jwksUrl && { jwksUrl }),
    ...(authentication && { authentication }),
  };
  if (isUndiscovered(endpoints))
    return { endpoints: { ...known, ...(authentication && { authentication }) } };
  for (const name of addressNames) await unlessUnresolved(checkEndpoint(ctx, name, endpoints[name]));
  return { endpoints, ...(found && { found }) };
}

function byHand(issuer: string): Endpoints {
  return {
    issuer,
    authorizationUrl: '',
    tokenUrl: '',
    userInfoUrl: '',
    jwksUrl: '',
    isDiscovered: false,
    signingAlgorithms: [],
    namesIssuer: false,
    authentication: 'basic',
  };
}

/** Reports whether the provider was unreachable when the connection was set up. */
export function isUndiscovered({ isDiscovered, tokenUrl, jwksUrl }: Endpoints): boolean {
  return isDiscovered && (!tokenUrl || !jwksUrl);
}

/** Accepts a host that cannot be resolved now, when a connection is set up before its provider. */
async function unlessUnresolved<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof ServiceError && error.cause instanceof UnresolvedHostError) return undefined;
    throw error;
  }
}

/** Discovers a provider that could not be resolved before. Throws E111301 if it still cannot be, or with what is wrong. */
export async function discoverLate(
  ctx: Pick<ProjectContext, 'fetch' | 'mode'>,
  settings: OidcSettings,
): Promise<{ oidc: OidcSettings; found: Endpoints }> {
  const found = await discover(ctx, settings.issuer);
  for (const [name, address] of [
    ['authUrl', found.authorizationUrl],
    ['tokenUrl', found.tokenUrl],
    ['JWKsUrl', found.jwksUrl],
  ] as const) {
    checkAddress(ctx, name, address);
  }
  // Basic may be only the default of a setting that was never chosen.
  const authentication = settings.authentication === 'post' ? 'post' : found.authentication;
  return { oidc: { ...settings, ...found, authentication }, found };
}

/**
 * Reads the discovery document again. An address that differs from the document of the last time (`before`) was entered by hand, and stays. The
 * issuer must be the same, and a client secret must not go to another server. Everything new must be usable now, because what is known works.
 * Throws E111301 with what is wrong.
 */
export async function discoverAgain(
  ctx: Pick<ProjectContext, 'fetch' | 'mode' | 'resolve'>,
  settings: OidcSettings,
  { before, hasSecret }: { before: Endpoints | undefined; hasSecret: boolean },
): Promise<{ oidc: OidcSettings; found: Endpoints }> {
  if (isUndiscovered(settings)) return discoverLate(ctx, settings);
  const found = await discover(ctx, settings.issuer);
  if (found.issuer !== settings.issuer)
    throw refused(
      `The discovery document now names the issuer ${found.issuer}. Save the connection to accept it`,
    );
  const oidc = { ...settings, signingAlgorithms: found.signingAlgorithms, namesIssuer: found.namesIssuer };
  for (const name of addressNames) if (before && before[name] === settings[name]) oidc[name] = found[name];
  if (before?.authentication === settings.authentication) oidc.authentication = found.authentication;
  if (acceptedAlgorithms(metadataOf(oidc)).length === 0)
    throw refused(
      `The discovery document now names no signature algorithm that is accepted, only ${oidc.signingAlgorithms.slice(0, 10).join(', ')}`,
    );
  for (const name of addressNames)
    if (oidc[name] !== settings[name]) await checkEndpoint(ctx, name, oidc[name]);
  if (hasSecret && new URL(oidc.tokenUrl).origin !== new URL(settings.tokenUrl).origin)
    throw refused(
      `The discovery document now names a token endpoint on another server (${oidc.tokenUrl}), and the client ` +
        'secret is not sent there automatically. Save the connection with the secret to accept it',
    );
  return { oidc, found };
}

async function discover(ctx: Pick<ProjectContext, 'fetch'>, issuer: string): Promise<Endpoints> {
  const body = await fetchJson(ctx, 'discovery document', discoveryUrl(issuer));
  const metadata = explained(() => readDiscovery(body, issuer));
  if (hasTenantGap(metadata)) {
    throw refused('This issuer is shared by all organizations. Enter the issuer of your own organization');
  }
  return {
    issuer: metadata.issuer,
    authorizationUrl: metadata.authorization_endpoint,
    tokenUrl: metadata.token_endpoint,
    userInfoUrl: metadata.userinfo_endpoint ?? '',
    jwksUrl: metadata.jwks_uri ?? '',
    isDiscovered: true,
    signingAlgorithms: metadata.id_token_signing_alg_values_supported ?? [],
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
    authentication: authenticationIn(body),
  };
}

/** Reads what the discovery document announces now. Returns `undefined` if it cannot be had. */
export async function readAnnounced(
  { fetch }: Pick<RelyingParty, 'fetch'>,
  { issuer, isDiscovered }: OidcSettings,
): Promise<{ algorithms: string[]; clientAuthentication: string[] } | undefined> {
  if (!isDiscovered) return undefined;
  try {
    const { headers } = fetchOptions;
    const response = await fetch(discoveryUrl(issuer), {
      method: 'GET',
      headers,
      redirect: 'manual',
      body: null,
    });
    if (response.status !== 200) return undefined;
    const found = objectOf(await response.json());
    const list = (name: string) => [found[name] ?? []].flat().map(String);
    return {
      algorithms: list('id_token_signing_alg_values_supported'),
      clientAuthentication: list('token_endpoint_auth_methods_supported'),
    };
  } catch (error) {
    if (error instanceof OutboundError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads the authentication method. A document without methods means `client_secret_basic` (Discovery 1.0 §3). */
function authenticationIn(body: Buffer): 'basic' | 'post' {
  const { token_endpoint_auth_methods_supported: methods } = JSON.parse(body.toString('utf8'));
  const isNamed = (method: string) => Array.isArray(methods) && methods.includes(method);
  return isNamed('client_secret_post') && !isNamed('client_secret_basic') ? 'post' : 'basic';
}

export function metadataOf(settings: OidcSettings): ProviderMetadata {
  const { userInfoUrl, signingAlgorithms, namesIssuer } = settings;
  return {
    issuer: settings.issuer,
    authorization_endpoint: settings.authorizationUrl,
    token_endpoint: settings.tokenUrl,
    jwks_uri: settings.jwksUrl,
    ...(userInfoUrl && { userinfo_endpoint: userInfoUrl }),
    ...(signingAlgorithms.length > 0 && { id_token_signing_alg_values_supported: signingAlgorithms }),
    authorization_response_iss_parameter_supported: namesIssuer,
  };
}

export function checkAddress(ctx: Pick<ProjectContext, 'mode'>, name: string, address: string): void {
  if (!isWebUrl(address)) throw refused(`${name} must be an absolute https URL`);
  if (ctx.mode === 'production' && new URL(address).protocol !== 'https:') {
    throw refused(`${name} must be an https URL`);
  }
}

const addressNames = ['authorizationUrl', 'tokenUrl', 'userInfoUrl', 'jwksUrl'] as const;

/** Checks an address as far as that is possible without a sign-in. */
async function checkEndpoint(
  ctx: Pick<ProjectContext, 'fetch' | 'mode' | 'resolve'>,
  name: (typeof addressNames)[number],
  address: string,
): Promise<void> {
  if (name === 'authorizationUrl') checkAddress(ctx, 'authUrl', address);
  if (name === 'tokenUrl') await checkReachable(ctx, 'tokenUrl', address);
  if (name === 'userInfoUrl' && address) await checkReachable(ctx, 'userDataUrl', address);
  if (name !== 'jwksUrl') return;
  checkAddress(ctx, 'JWKsUrl', address);
  await checkKeys(ctx, address);
}

/** Checks that we may connect to the address at all. Its answer can only be checked with a code. */
async function checkReachable(
  ctx: Pick<ProjectContext, 'mode' | 'resolve'>,
  name: string,
  address: string,
): Promise<void> {
  checkAddress(ctx, name, address);
  const { hostname, protocol } = new URL(address);
  try {
    const { isPrivate } = await ctx.resolve(hostname);
    if (!isPrivate && protocol === 'http:') throw new OutboundError('only https is allowed');
  } catch (error) {
    if (error instanceof OutboundError) throw refused(`${name} cannot be used: ${error.message}`, error);
    throw error;
  }
}

async function checkKeys(ctx: Pick<ProjectContext, 'fetch'>, url: string): Promise<void> {
  const body = await fetchJson(ctx, 'keys', url);
  const keys = explained(() => usableProviderKeys(JSON.parse(body.toString('utf8'))));
  if (typeof keys === 'string')
    throw refused(`The identity provider’s keys at JWKsUrl cannot be used: ${keys}`);
}

async function fetchJson(ctx: Pick<ProjectContext, 'fetch'>, what: string, url: string): Promise<Buffer> {
  try {
    const { status, body } = await ctx.fetch(url, fetchOptions);
    if (status !== 200) throw refused(`The ${what} cannot be fetched: the server responded with ${status}`);
    return body;
  } catch (error) {
    if (error instanceof OutboundError)
      throw refused(`The ${what} cannot be fetched: ${error.message}`, error);
    throw error;
  }
}

function explained<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof OidcError) throw refused(error.reason, error);
    if (error instanceof SyntaxError) throw refused('The keys of the identity provider are not JSON', error);
    throw error;
  }
}

function refused(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('E111301', reason, { cause });
}
