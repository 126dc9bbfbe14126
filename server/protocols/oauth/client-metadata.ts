import { isMisleading } from '../../core/names.ts';
import { isLoopbackUrl } from '../../core/url.ts';
import {
  flag,
  invalid,
  isAsked,
  keySet,
  maxUrlLength,
  oneOf,
  seconds,
  secureUrl,
  text,
  texts,
  webUrl,
} from './metadata-values.ts';
import { OAuthError } from './oauth-error.ts';

/** A client's description of itself: at its registration (RFC 7591 §2), or in a document of its own (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientMetadata {
  name: string;
  redirectUris: string[];
  grantTypes: GrantType[];
  /** `none`: the client has no secret. */
  authMethod: AuthMethod;
  /** The scopes that it will ask for; empty: not said. */
  scope: string;
  clientUri: string;
  logoUri: string;
  tosUri: string;
  policyUri: string;
  contacts: string[];
  softwareId: string;
  softwareVersion: string;
  /** The client's public keys, or where it publishes them. */
  jwks: { keys: Record<string, unknown>[] };
  jwksUri: string;
  /** The only algorithm of its assertions; empty: any. */
  assertionAlgorithm: string;
  subjectType: '' | (typeof subjectTypes)[number];
  sectorIdentifierUri: string;
  /** `userinfo` answers with a JWT that is signed so; empty: with JSON. */
  userInfoAlgorithm: string;
  applicationType: (typeof applicationTypes)[number];
  /** The page where a sign-in that others start begins (OpenID Connect Core §4). */
  initiateLoginUri: string;
  /** Where the browser may return after a logout, besides `redirectUris`. */
  postLogoutRedirectUris: string[];
  /** The maximum age that applies to an authorization request without one. */
  defaultMaxAgeSeconds?: number | undefined;
  defaultAcrValues: string[];
  requirePushedRequests: boolean;
  dpopBoundTokens: boolean;
}

const grantTypes = ['authorization_code', 'refresh_token'] as const;
const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const subjectTypes = ['public', 'pairwise'] as const;
const applicationTypes = ['web', 'native'] as const;

/** Fields that ask for something that is not served. An application that needs it must learn so now, and not at a sign-in. */
const notServed = [
  ...['request_uris', 'request_object_signing_alg', 'require_signed_request_object'],
  ...['request_object_encryption_alg', 'request_object_encryption_enc'],
  ...['id_token_encrypted_response_alg', 'id_token_encrypted_response_enc'],
  ...['userinfo_encrypted_response_alg', 'userinfo_encrypted_response_enc'],
  ...['authorization_signed_response_alg', 'authorization_encrypted_response_alg'],
  ...['introspection_signed_response_alg', 'introspection_encrypted_response_alg'],
  ...['backchannel_logout_uri', 'backchannel_logout_session_required'],
  ...['frontchannel_logout_uri', 'frontchannel_logout_session_required'],
  ...['backchannel_token_delivery_mode', 'backchannel_client_notification_endpoint'],
  ...['tls_client_certificate_bound_access_tokens', 'tls_client_auth_subject_dn'],
  ...[
    'tls_client_auth_san_dns',
    'tls_client_auth_san_uri',
    'tls_client_auth_san_ip',
    'tls_client_auth_san_email',
  ],
];

/** The algorithms of this server that a client may name. */
export interface ServedAlgorithms {
  /** Those of client assertions. */
  assertions: readonly string[];
  /** The one by which the project signs. */
  signing: string;
}

export type GrantType = (typeof grantTypes)[number];
export type AuthMethod = (typeof authMethods)[number];

/**
 * Reads the description of a client. What is not served is refused rather than dropped, except for fields that we do not know
 * (RFC 7591 §2). Throws `invalid_redirect_uri` and `invalid_client_metadata` (§3.2.2).
 */
export function readClientMetadata(given: Record<string, unknown>, served: ServedAlgorithms): ClientMetadata {
  const unserved = notServed.find((name) => isAsked(given[name]));
  if (unserved) throw invalid(`${unserved} is not supported`);
  oneOf(given, 'id_token_signed_response_alg', [served.signing]);
  const metadata: ClientMetadata = {
    name: readClientName(given),
    redirectUris: readRedirectUris(given),
    grantTypes: readGrantTypes(given),
    authMethod: oneOf(given, 'token_endpoint_auth_method', authMethods) ?? 'client_secret_basic',
    scope: text(given, 'scope', maxUrlLength),
    clientUri: webUrl(given, 'client_uri'),
    logoUri: webUrl(given, 'logo_uri'),
    tosUri: webUrl(given, 'tos_uri'),
    policyUri: webUrl(given, 'policy_uri'),
    contacts: texts(given, 'contacts'),
    softwareId: text(given, 'software_id'),
    softwareVersion: text(given, 'software_version'),
    jwks: keySet(given, 'jwks'),
    jwksUri: secureUrl(given, 'jwks_uri'),
    assertionAlgorithm: oneOf(given, 'token_endpoint_auth_signing_alg', served.assertions) ?? '',
    subjectType: oneOf(given, 'subject_type', subjectTypes) ?? '',
    sectorIdentifierUri: secureUrl(given, 'sector_identifier_uri'),
    userInfoAlgorithm: oneOf(given, 'userinfo_signed_response_alg', [served.signing]) ?? '',
    applicationType: oneOf(given, 'application_type', applicationTypes) ?? 'web',
    initiateLoginUri: secureUrl(given, 'initiate_login_uri'),
    postLogoutRedirectUris: readLogoutUris(given),
    defaultMaxAgeSeconds: seconds(given, 'default_max_age'),
    defaultAcrValues: texts(given, 'default_acr_values'),
    requirePushedRequests: flag(given, 'require_pushed_authorization_requests'),
    dpopBoundTokens: flag(given, 'dpop_bound_access_tokens'),
  };
  // ID tokens always have `auth_time`.
  flag(given, 'require_auth_time');
  checkKeys(metadata);
  checkSubjects(metadata);
  const responseTypes = texts(given, 'response_types');
  if (responseTypes.some((type) => type !== 'code'))
    throw invalid('response_types must be ["code"], because there is no implicit grant');
  if (given['software_statement'] !== undefined)
    throw new OAuthError('unapproved_software_statement', 'Software statements are not accepted');
  return metadata;
}

/** Writes the description as the answer to a registration has it (RFC 7591 §3.2.1). Empty fields are left out. */
export function clientMetadataToWire(
  metadata: ClientMetadata,
  { signing }: Pick<ServedAlgorithms, 'signing'>,
): Record<string, unknown> {
  const texts = {
    client_name: metadata.name,
    scope: metadata.scope,
    client_uri: metadata.clientUri,
    logo_uri: metadata.logoUri,
    tos_uri: metadata.tosUri,
    policy_uri: metadata.policyUri,
    software_id: metadata.softwareId,
    software_version: metadata.softwareVersion,
    jwks_uri: metadata.jwksUri,
    token_endpoint_auth_signing_alg: metadata.assertionAlgorithm,
    subject_type: metadata.subjectType,
    sector_identifier_uri: metadata.sectorIdentifierUri,
    userinfo_signed_response_alg: metadata.userInfoAlgorithm,
    initiate_login_uri: metadata.initiateLoginUri,
  };
  const others = {
    contacts: metadata.contacts,
    jwks: metadata.jwks.keys.length > 0 && metadata.jwks,
    post_logout_redirect_uris: metadata.postLogoutRedirectUris,
    default_max_age: metadata.defaultMaxAgeSeconds,
    default_acr_values: metadata.defaultAcrValues,
    require_pushed_authorization_requests: metadata.requirePushedRequests,
    dpop_bound_access_tokens: metadata.dpopBoundTokens,
  };
  return {
    ...Object.fromEntries(Object.entries({ ...texts, ...others }).filter(([, value]) => isAsked(value))),
    application_type: metadata.applicationType,
    id_token_signed_response_alg: signing,
    redirect_uris: metadata.redirectUris,
    grant_types: metadata.grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: metadata.authMethod,
  };
}

/** Users read the name where they decide, so it must be what it looks like. */
function readClientName(given: Record<string, unknown>): string {
  const name = text(given, 'client_name');
  if (isMisleading(name))
    throw invalid('client_name has control characters, or characters that change the direction of the text');
  return name;
}

/** An address must be https, a loopback address of the user's computer (RFC 8252 §7.3), or an app's own scheme (§7.1). */
function readRedirectUris(given: Record<string, unknown>): string[] {
  const uris = texts(given, 'redirect_uris', maxUrlLength);
  const refuse = (uri: string, problem: string) =>
    new OAuthError('invalid_redirect_uri', `redirect_uris: ${uri.slice(0, 200)} ${problem}`);
  if (uris.length === 0) throw new OAuthError('invalid_redirect_uri', 'redirect_uris is missing');
  for (const uri of uris) {
    const problem = problemOfReturn(uri);
    if (problem) throw refuse(uri, problem);
  }
  return uris;
}

function readLogoutUris(given: Record<string, unknown>): string[] {
  const uris = texts(given, 'post_logout_redirect_uris', maxUrlLength);
  for (const uri of uris) {
    const problem = problemOfReturn(uri);
    if (problem) throw invalid(`post_logout_redirect_uris: ${uri.slice(0, 200)} ${problem}`);
  }
  return uris;
}

function problemOfReturn(uri: string): string | undefined {
  if (!URL.canParse(uri)) return 'is not an absolute URI';
  const { protocol, hash, username, password } = new URL(uri);
  if (hash || uri.includes('#')) return 'must not have a fragment';
  if (username || password) return 'must not have a user name';
  // A scheme with a dot belongs to the owner of that domain (RFC 8252 §7.1); `javascript:` and `data:` have none.
  const isOwnScheme = protocol.includes('.');
  return protocol === 'https:' || isLoopbackUrl(uri) || isOwnScheme
    ? undefined
    : 'must be https, http on a loopback address, or have a scheme such as com.example.app';
}

/** RFC 7591 §2: one of the two ways to give keys, and one of them for a client that proves itself by a key. */
function checkKeys({ authMethod, jwks, jwksUri }: ClientMetadata): void {
  const hasKeys = jwks.keys.length > 0;
  if (hasKeys && jwksUri) throw invalid('jwks and jwks_uri cannot be used together');
  if (authMethod === 'private_key_jwt' && !hasKeys && !jwksUri)
    throw invalid('token_endpoint_auth_method: private_key_jwt needs jwks or jwks_uri');
}

/** Pairwise subjects need to know the organization: by a document of its own, or by the one host of the redirect URIs. */
function checkSubjects({ subjectType, sectorIdentifierUri, redirectUris }: ClientMetadata): void {
  if (subjectType !== 'pairwise' || sectorIdentifierUri) return;
  const hosts = new Set(redirectUris.map((uri) => uri.startsWith('https://') && new URL(uri).hostname));
  if (hosts.size > 1 || hosts.has(false))
    throw invalid('sector_identifier_uri is missing: the redirect_uris are not https on one host');
}

function readGrantTypes(given: Record<string, unknown>): GrantType[] {
  const asked = texts(given, 'grant_types');
  if (asked.length === 0) return ['authorization_code'];
  const unknown = asked.find((type) => !grantTypes.includes(type as GrantType));
  if (unknown !== undefined)
    throw invalid(
      `grant_types: ${unknown.slice(0, 100)} is not supported; choose from ${grantTypes.join(', ')}`,
    );
  if (!asked.includes('authorization_code')) throw invalid('grant_types must contain authorization_code');
  return grantTypes.filter((type) => asked.includes(type));
}
