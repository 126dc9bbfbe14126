import type { ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { normalizeName, readIdentifier } from '../../../../core/names.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { readCertificates } from '../../../../protocols/saml/certificates.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';
import { isRedirectPattern } from '../../../project/projects/redirect-url.ts';
import { resolveRoleIds } from '../../roles/resolve-roles.ts';
import { searchRoles } from '../../roles/search-roles.ts';
import { readPublicKeys } from '../client-authentication.ts';
import type {
  GroupsMapping,
  OidcSettings,
  SamlSettings,
  SsoAppSettings,
  SsoAppType,
  WsfedSettings,
} from './sso-app.ts';

/** The settings of an application of one type, as the administrator enters them. */
export type GivenSettings = { [T in SsoAppType]: { type: T } & Partial<SsoAppSettings[T]> }[SsoAppType];

type ReadSettings = Partial<OidcSettings> | Partial<SamlSettings> | Partial<WsfedSettings>;

/**
 * Validates the given settings. E011004 names the invalid field or unknown roles. Call it outside of a transaction,
 * because it parses certificates.
 */
export async function readSettings(ctx: ProjectData, given: GivenSettings): Promise<ReadSettings> {
  switch (given.type) {
    case 'oidc':
      return readOidc(given);
    case 'saml':
      return readSaml(ctx, given);
    case 'wsfed':
      return readWsfed(ctx, given);
  }
}

function readOidc({ type: _, ...given }: { type: 'oidc' } & Partial<OidcSettings>): Partial<OidcSettings> {
  checkUrls(given, ['loginPageUrl', 'customIdpInitiatedLoginPageUrl', 'backChannelLogoutUrl']);
  for (const url of given.approvedRedirectUrls ?? []) {
    // Redirect URLs are compared exactly (OAuth 2.0 Security Best Current Practice, RFC 9700 §2.1).
    if (!isWebUrl(url) || /[#*]/.test(url))
      throw wrongUrl('approvedRedirectUrls', 'full URLs without * and fragment');
  }
  for (const issuer of Object.values(given.jwtBearerSettings?.issuers ?? {}))
    checkUrls(issuer, ['jwksUri', 'userInfoUri']);
  checkUrls(given, ['jwksUri', 'sectorIdentifierUri']);
  readPublicKeys(given.jwks?.keys ?? []);
  for (const resource of given.resources ?? []) {
    if (!isResource(resource)) throw wrongUrl('resources', 'absolute URIs without a fragment');
  }
  return given;
}

async function readSaml(
  ctx: ProjectData,
  { type: _, ...given }: { type: 'saml' } & Partial<SamlSettings>,
): Promise<Partial<SamlSettings>> {
  const { useMetadataInfo, hasNoCertificate, signedRequestsRequired, assertionEncrypted } = given;
  const needsCertificate = !hasNoCertificate || signedRequestsRequired || assertionEncrypted;
  requireFields(
    given,
    useMetadataInfo
      ? ['metadataUrl']
      : ['entityId', 'acsUrl', ...(needsCertificate ? ['certificate' as const] : [])],
  );
  checkUrls(given, ['loginPageUrl', 'metadataUrl', 'acsUrl', 'logoutRedirectUrl', 'errorRedirectUrl']);
  checkPatterns('acsAllowedCallbacks', given.acsAllowedCallbacks);
  return {
    ...given,
    entityId: readIdentifier('entityId', given.entityId ?? ''),
    certificate: readCertificate(given.certificate),
    groupsMapping: await readGroupsMapping(ctx, given.groupsMapping),
  };
}

async function readWsfed(
  ctx: ProjectData,
  { type: _, ...given }: { type: 'wsfed' } & Partial<WsfedSettings>,
): Promise<Partial<WsfedSettings>> {
  requireFields(given, ['realm', 'replyUrl']);
  checkUrls(given, ['loginPageUrl', 'replyUrl', 'logoutRedirectUrl', 'errorRedirectUrl']);
  checkPatterns('replyAllowedCallbacks', given.replyAllowedCallbacks);
  return {
    ...given,
    realm: readIdentifier('realm', given.realm ?? ''),
    groupsMapping: await readGroupsMapping(ctx, given.groupsMapping),
  };
}

/** RFC 8707 §2. */
function isResource(text: string): boolean {
  return text.length <= 512 && /^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(text) && URL.canParse(text);
}

function requireFields<T extends object>(given: T, fields: (keyof T & string)[]): void {
  const missing = fields.find((field) => !given[field]);
  if (missing) throw new ServiceError('E011002', `The ${missing} field is required`);
}

/** Refuses a value that is not a web address. An empty one means that there is none. */
function checkUrls<T extends object>(given: T, fields: (keyof T & string)[]): void {
  for (const field of fields) {
    const url = (given[field] ?? '') as string;
    if (url !== '' && !isWebUrl(url)) throw wrongUrl(field, 'an absolute http or https URL');
  }
}

function checkPatterns(field: string, urls: string[] = []): void {
  if (urls.every(isRedirectPattern)) return;
  throw wrongUrl(
    field,
    'absolute http or https URLs, with * only as the whole leftmost host label or at the end of the path',
  );
}

function wrongUrl(field: string, rule: string): ServiceError {
  return new ServiceError('E011004', `${field} must be ${rule}`);
}

function readCertificate(text = ''): string {
  if (text === '') return '';
  try {
    return readCertificates(text)
      .map(({ pem }) => pem)
      .join('');
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    throw new ServiceError('E011004', `certificate: ${error.reason}`, { cause: error });
  }
}

/** Resolves roles by ID, or by name without an ID. */
async function readGroupsMapping(ctx: ProjectData, mappings: GroupsMapping[] = []): Promise<GroupsMapping[]> {
  const given = mappings.flatMap((mapping) => mapping.roles);
  const ids = [...new Set(given.flatMap((role) => role.id || []))];
  const names = [...new Set(given.flatMap((role) => (role.id ? [] : normalizeName(role.name))))];
  const found = ids.length > 0 ? await searchRoles(ctx, { ids }) : [];
  const known = new Set(found.filter((role) => role.tenantId === '').map((role) => role.id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `No role of the project has the ID ${unknown.join(', ')}`);
  const namedIds = await resolveRoleIds(ctx, '', names);
  const idsByName = new Map(names.map((name, index) => [name, namedIds[index] as string]));
  return mappings.map((mapping) => ({
    ...mapping,
    roles: mapping.roles.map(({ id, name }) => ({
      id: id || (idsByName.get(normalizeName(name)) as string),
      name,
    })),
  }));
}
