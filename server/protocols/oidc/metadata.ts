import { isWebUrl } from '../../core/url.ts';
import { OidcError } from './error.ts';

/** The metadata of a provider: RFC 8414, OpenID Connect Discovery 1.0 §3. */
export interface ProviderMetadata {
  /** `{tenantid}` in it stands for the `tid` claim: Microsoft has one issuer for each organization. */
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint?: string;
  /** Required to verify ID tokens; a provider without it is plain OAuth 2.0. */
  jwks_uri?: string;
  id_token_signing_alg_values_supported?: string[];
  /** RFC 9207: the response always names its issuer. */
  authorization_response_iss_parameter_supported?: boolean;
}

const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * Reads the discovery document of `issuer`, which must name that issuer itself (Discovery 1.0 §4.3). A slash at the end makes no other
 * document, and the issuer is then as the document writes it.
 */
export function readDiscovery(body: Buffer, issuer: string): ProviderMetadata {
  const found = parse(body);
  const named = text(found, 'issuer') ?? '';
  if (discoveryUrl(named) !== discoveryUrl(issuer) && !isTenantTemplate(named, issuer)) {
    const other = isWebUrl(named) ? `the issuer ${named}. Enter that one, if it is yours` : 'no issuer';
    throw new OidcError('metadata', `the discovery document of ${issuer} names ${other}`);
  }
  for (const name of required) {
    if (!isWebUrl(text(found, name) ?? '')) {
      throw new OidcError('metadata', `the discovery document of ${issuer} has no ${name}`);
    }
  }
  const algorithms = found['id_token_signing_alg_values_supported'];
  const userinfo = text(found, 'userinfo_endpoint');
  return {
    issuer: named,
    authorization_endpoint: text(found, 'authorization_endpoint') as string,
    token_endpoint: text(found, 'token_endpoint') as string,
    jwks_uri: text(found, 'jwks_uri') as string,
    ...(userinfo && isWebUrl(userinfo) && { userinfo_endpoint: userinfo }),
    ...(Array.isArray(algorithms) && { id_token_signing_alg_values_supported: algorithms.map(String) }),
    authorization_response_iss_parameter_supported:
      found['authorization_response_iss_parameter_supported'] === true,
  };
}

/** The endpoint for all organizations (`…/common/v2.0`) names an issuer with a placeholder. */
function isTenantTemplate(named: string, issuer: string): boolean {
  return tenantGap.test(named) && named.replace(tenantGap, '') === issuer.replace(anyTenant, '');
}

const tenantGap = /\{tenantid\}/;
const anyTenant = /(?<=\/)(common|organizations|consumers)(?=\/)/;

/** Returns the issuer of one organization. */
export function issuerOfTenant(template: string, tenantId: unknown): string {
  if (typeof tenantId !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenantId)) {
    throw new OidcError('id-token', 'the ID token does not name its organization');
  }
  return template.replace(tenantGap, tenantId);
}

export function hasTenantGap({ issuer }: ProviderMetadata): boolean {
  return tenantGap.test(issuer);
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported by the next line.
  }
  throw new OidcError('metadata', 'the discovery document is not JSON');
}

function text(object: Record<string, unknown>, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}
