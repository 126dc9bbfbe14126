import { ServiceError } from '../../../../core/errors.ts';
import { allProfileFields } from '../../../../core/profile-fields.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { checkAuthentication, readPublicKeys } from '../client-authentication.ts';
import { emptyInboundSettings, type InboundAppSettings, type InboundScope } from './inbound-app.ts';

/** RFC 6749 §3.3. */
const scopeName = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/;

/** Names that would hide a scope of OpenID Connect, or one of ours. */
const taken = /^(openid|profile|email|phone|address|offline_access|roles|tenants|descope\..*)$/;

const placeholder = /\{\{([^{}]*)\}\}/g;

/** The attributes that a template can name, besides `user.customAttributes.<name>`. */
const templateAttributes: readonly string[] = [
  ...['userId', 'loginId', ...allProfileFields, 'verifiedEmail', 'verifiedPhone'],
];

/** Checks settings that an administrator gives. E011004 names the field. */
export function readInboundSettings(given: Partial<InboundAppSettings>): Partial<InboundAppSettings> {
  for (const field of ['loginPageUrl', 'jwksUri'] as const) {
    if (given[field] && !isWebUrl(given[field])) throw wrong(field, 'an absolute http or https URL');
  }
  for (const url of given.approvedCallbackUrls ?? []) checkCallback(url);
  checkScopes('permissionsScopes', given.permissionsScopes);
  checkScopes('attributesScopes', given.attributesScopes);
  checkMappings('scopeClaimMapping', given.scopeClaimMapping);
  readPublicKeys(given.jwks?.keys ?? []);
  for (const audience of given.audienceWhitelist ?? []) {
    if (!URL.canParse(audience) || audience.includes('#'))
      throw wrong('audienceWhitelist', 'a list of absolute URIs without a fragment');
  }
  return given;
}

/** Checks settings that depend on each other, those of a change together with those that stay. E011004 names the field. */
export function checkInboundSettings(stored: Partial<InboundAppSettings>): void {
  const settings = { ...emptyInboundSettings, ...stored };
  checkAuthentication(settings, settings.nonConfidentialClient);
}

export function checkScopes(field: string, scopes: InboundScope[] = []): void {
  for (const { name } of scopes) checkScopeName(field, name);
  const names = scopes.map(({ name }) => name);
  if (new Set(names).size < names.length) throw wrong(field, 'a list in which each scope occurs once');
}

/** Claims that say who issued a token, for whom and about whom. A mapping cannot give them. */
const reservedClaims = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'auth_time', 'acr', 'amr', 'azp', 'sid'],
  ...['at_hash', 'c_hash', 'cnf', 'client_id', 'scope', 'roles', 'permissions', 'tenants', 'dct'],
  // They make a session JWT what it is.
  ...['drn', 'act', 'su', 'anonymous', 'rexp', 'dsub', 'nsec'],
]);

export function checkMappings(
  field: string,
  mappings: { scope: string; claims: Record<string, string> }[] = [],
): void {
  for (const { scope, claims } of mappings) {
    checkScopeName(field, scope);
    for (const [claim, template] of Object.entries(claims)) {
      if (reservedClaims.has(claim))
        throw wrong(field, `made of claims other than ${claim}, which Latchkey sets`);
      checkTemplate(field, template);
    }
  }
}

function checkScopeName(field: string, name: string): void {
  if (!scopeName.test(name))
    throw wrong(field, 'a list of scopes whose names have no spaces, quotes and backslashes (RFC 6749 §3.3)');
  if (taken.test(name))
    throw wrong(field, `a list of scopes other than ${name}, which every application has`);
}

function checkCallback(url: string): void {
  const isOwnScheme = URL.canParse(url) && new URL(url).protocol.includes('.');
  if (!(isWebUrl(url) || isOwnScheme) || /[#*]/.test(url))
    throw wrong(
      'approvedCallbackUrls',
      'a list of full URLs without * and fragment, or of addresses with a scheme such as com.example.app',
    );
}

function checkTemplate(field: string, template: string): void {
  for (const [, content = ''] of template.matchAll(placeholder)) {
    const name = content.trim();
    const [, attribute = ''] = /^user\.(.+)$/.exec(name) ?? [];
    const isKnown = templateAttributes.includes(attribute);
    if (!isKnown && !/^customAttributes\.[\w-]+$/.test(attribute))
      throw wrong(
        field,
        `made of texts and {{user.…}} with one of ${templateAttributes.join(', ')} or customAttributes.<name>, not {{${name}}}`,
      );
  }
}

function wrong(field: string, rule: string): ServiceError {
  return new ServiceError('E011004', `${field} must be ${rule}`);
}

/**
 * Fills in a template. A template that is one placeholder gives the attribute's own value, which can be a number or a list;
 * `undefined` if the user does not have it.
 */
export function fillTemplate(template: string, attributeOf: (attribute: string) => unknown): unknown {
  const [only] = template.matchAll(placeholder);
  if (only && only[0] === template.trim()) return attributeOf(attributeIn(only[1]));
  return template.replaceAll(placeholder, (_, content: string) => {
    const value = attributeOf(attributeIn(content));
    return value === undefined ? '' : String(value);
  });
}

function attributeIn(content = ''): string {
  return content.trim().slice('user.'.length);
}
