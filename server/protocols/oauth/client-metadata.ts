import { isLoopbackUrl } from '../../core/url.ts';
import { OAuthError } from './oauth-error.ts';

/** How a client describes itself: at its registration (RFC 7591 §2), or in a document of its own (draft-ietf-oauth-client-id-metadata-document). */
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
}

const grantTypes = ['authorization_code', 'refresh_token'] as const;
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

export type GrantType = (typeof grantTypes)[number];
export type AuthMethod = (typeof authMethods)[number];

const maxTextLength = 255;
const maxUrlLength = 2_048;
const maxItems = 20;

/**
 * Reads the description of a client. What is not served is refused rather than dropped, except for fields that we do not know
 * (RFC 7591 §2). Throws `invalid_redirect_uri` and `invalid_client_metadata` (§3.2.2).
 */
export function readClientMetadata(given: Record<string, unknown>): ClientMetadata {
  const metadata: ClientMetadata = {
    name: text(given, 'client_name'),
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
  };
  const responseTypes = texts(given, 'response_types');
  if (responseTypes.some((type) => type !== 'code'))
    throw invalid('response_types must be ["code"], because there is no implicit grant');
  if (given['software_statement'] !== undefined)
    throw new OAuthError('unapproved_software_statement', 'Software statements are not accepted');
  return metadata;
}

/** Writes the description as the answer to a registration has it (RFC 7591 §3.2.1). Empty fields are left out. */
export function clientMetadataToWire(metadata: ClientMetadata): Record<string, unknown> {
  const optional = {
    client_name: metadata.name,
    scope: metadata.scope,
    client_uri: metadata.clientUri,
    logo_uri: metadata.logoUri,
    tos_uri: metadata.tosUri,
    policy_uri: metadata.policyUri,
    software_id: metadata.softwareId,
    software_version: metadata.softwareVersion,
  };
  return {
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
    ...(metadata.contacts.length > 0 && { contacts: metadata.contacts }),
    redirect_uris: metadata.redirectUris,
    grant_types: metadata.grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: metadata.authMethod,
  };
}

/** An address must be https, a loopback address of the user's computer (RFC 8252 §7.3), or an app's own scheme (§7.1). */
function readRedirectUris(given: Record<string, unknown>): string[] {
  const uris = texts(given, 'redirect_uris', maxUrlLength);
  const refuse = (uri: string, rule: string) =>
    new OAuthError('invalid_redirect_uri', `redirect_uris: ${uri.slice(0, 200)} ${rule}`);
  if (uris.length === 0) throw new OAuthError('invalid_redirect_uri', 'redirect_uris is missing');
  for (const uri of uris) {
    if (!URL.canParse(uri)) throw refuse(uri, 'is not an absolute URI');
    const { protocol, hash, username, password } = new URL(uri);
    if (hash || uri.includes('#')) throw refuse(uri, 'must not have a fragment');
    if (username || password) throw refuse(uri, 'must not have a user name');
    // A scheme with a dot belongs to the owner of that domain (RFC 8252 §7.1); `javascript:` and `data:` have none.
    const isOwnScheme = protocol.includes('.');
    if (protocol !== 'https:' && !isLoopbackUrl(uri) && !isOwnScheme)
      throw refuse(
        uri,
        'must be https, http on a loopback address, or have a scheme such as com.example.app',
      );
  }
  return uris;
}

function readGrantTypes(given: Record<string, unknown>): GrantType[] {
  const asked = texts(given, 'grant_types');
  if (asked.length === 0) return ['authorization_code'];
  const unknown = asked.find((type) => !grantTypes.includes(type as GrantType));
  if (unknown !== undefined)
    throw invalid(
      `grant_types: ${unknown.slice(0, 100)} is not served; choose from ${grantTypes.join(', ')}`,
    );
  if (!asked.includes('authorization_code')) throw invalid('grant_types must contain authorization_code');
  return grantTypes.filter((type) => asked.includes(type));
}

function text(given: Record<string, unknown>, name: string, maxLength = maxTextLength): string {
  const value = given[name] ?? '';
  if (typeof value !== 'string') throw invalid(`${name} must be a text`);
  if (value.length > maxLength) throw invalid(`${name} is longer than ${maxLength} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(value)) throw invalid(`${name} contains control characters`);
  return value;
}

function texts(given: Record<string, unknown>, name: string, maxLength = maxTextLength): string[] {
  const values = given[name] ?? [];
  if (!Array.isArray(values)) throw invalid(`${name} must be a list`);
  if (values.length > maxItems) throw invalid(`${name} has more than ${maxItems} entries`);
  return values.map((value) => {
    if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a list of texts`);
    return text({ [name]: value }, name, maxLength);
  });
}

/** Returns an address that a page of ours may link to. */
function webUrl(given: Record<string, unknown>, name: string): string {
  const value = text(given, name, maxUrlLength);
  if (value && !(URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)))
    throw invalid(`${name} must be an address that begins with https://`);
  return value;
}

function oneOf<T extends string>(
  given: Record<string, unknown>,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = text(given, name);
  if (!value) return undefined;
  const known = values.find((one) => one === value);
  if (!known) throw invalid(`${name} must be one of ${values.join(', ')}`);
  return known;
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid_client_metadata', description);
}
