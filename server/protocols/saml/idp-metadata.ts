import { quoted, SamlError } from './error.ts';
import { missingRole } from './expected-root.ts';
import { sortedCertificates } from './key-descriptors.ts';
import { metadataLimits } from './limits.ts';
import { metadataNs, postBinding, protocolNs, redirectBinding } from './names.ts';
import { parseInstant } from './time.ts';
import { attributeOf, childElements, childrenNamed, isNamed, parseXml, textOf } from './xml.ts';

export type IdpMetadata = {
  entityId: string;
  ssoRedirectUrl?: string;
  ssoPostUrl?: string;
  /** PEM, without duplicates, in document order. */
  certificates: string[];
  /** The reason for each signing certificate that cannot be used. Absent if there is none. */
  leftOut?: string[];
  wantAuthnRequestsSigned: boolean;
  nameIdFormats: string[];
  /** Milliseconds. The document must not be used afterwards. */
  validUntil?: number;
};

/** The identity provider to choose in a document with several. */
interface Choice {
  entityId?: string | undefined;
  /** The one that was chosen before. It counts if `entityId` is absent. */
  before?: string | undefined;
}

/** A document that does not say which identity provider is meant. */
export class SeveralProvidersError extends SamlError {
  /** Those in the document. */
  readonly entityIds: string[];

  constructor(reason: string, entityIds: string[]) {
    super('metadata', `The metadata cannot be used: ${reason}.`);
    this.entityIds = entityIds.slice(0, maxOffered);
  }
}

/** More than an administrator looks through. Federations describe thousands. */
const maxOffered = 1_000;

/**
 * Reads an identity provider's metadata (saml-metadata §2.3, §2.4.3). In a document with several, `entityId`
 * chooses. Ignores signatures: metadata is trusted because of its source.
 */
export function parseIdpMetadata(
  xml: string | Buffer,
  { entityId: chosen, before }: Choice = {},
): IdpMetadata {
  const root = parseXml(xml, metadataLimits);
  const all = identityProviders(root);
  if (all.length === 0)
    throw invalid(`it describes no SAML 2.0 identity provider: ${missingRole(root, 'IDPSSODescriptor')}`);
  const entityIds = [...new Set(all.map(({ entity }) => attributeOf(entity, 'entityID') ?? ''))];
  const [only, another] = entityIds;
  const kept = another !== undefined && entityIds.includes(before ?? '') ? before : undefined;
  const entityId = chosen ?? kept ?? (another === undefined ? only : undefined);
  if (entityId === undefined)
    throw several('it describes several identity providers. Enter the entity ID of one:', entityIds);
  const candidates = all.filter(({ entity }) => (attributeOf(entity, 'entityID') ?? '') === entityId);
  const [candidate] = candidates;
  if (!candidate)
    throw several(`it describes no identity provider called ${quoted(entityId)}, only`, entityIds);

  // An entity may have several roles of one kind (saml-metadata §2.3.2), and the first that a browser can be sent to is enough.
  const { role } = candidates.find(({ role }) => hasAddress(role)) ?? candidate;
  if (!entityId) throw invalid('the identity provider has no entity ID');
  const ssoRedirectUrl = signOnUrl(role, redirectBinding);
  const ssoPostUrl = signOnUrl(role, postBinding);
  if (!ssoRedirectUrl && !ssoPostUrl)
    throw invalid('the identity provider has no single sign-on address for the Redirect or the POST binding');
  const validUntil = earliestEnd(role);
  const { certificates, leftOut } = signingCertificates(role);
  return {
    entityId,
    ...(ssoRedirectUrl && { ssoRedirectUrl }),
    ...(ssoPostUrl && { ssoPostUrl }),
    certificates,
    ...(leftOut.length > 0 && { leftOut }),
    wantAuthnRequestsSigned: ['true', '1'].includes(attributeOf(role, 'WantAuthnRequestsSigned') ?? ''),
    nameIdFormats: childrenNamed(role, metadataNs, 'NameIDFormat').map((format) => textOf(format).trim()),
    ...(validUntil !== undefined && { validUntil }),
  };
}

/** Returns all pairs of entity and role; an EntitiesDescriptor may contain further ones. */
function identityProviders(root: Element): { entity: Element; role: Element }[] {
  if (isNamed(root, metadataNs, 'EntitiesDescriptor')) return childElements(root).flatMap(identityProviders);
  if (!isNamed(root, metadataNs, 'EntityDescriptor')) return [];
  return childrenNamed(root, metadataNs, 'IDPSSODescriptor')
    .filter((role) =>
      (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocolNs),
    )
    .map((role) => ({ entity: root, role }));
}

function several(reason: string, entityIds: string[]): SeveralProvidersError {
  const names = entityIds.slice(0, 20).map(quoted);
  const listed = [...names, ...(entityIds.length > names.length ? ['…'] : [])].join(', ');
  return new SeveralProvidersError(`${reason} ${listed}`, entityIds);
}

function hasAddress(role: Element): boolean {
  return [redirectBinding, postBinding].some((binding) => signOnUrl(role, binding));
}

/** Returns only web addresses, because the browser is sent there. */
function signOnUrl(role: Element, binding: string): string | undefined {
  return childrenNamed(role, metadataNs, 'SingleSignOnService')
    .filter((service) => attributeOf(service, 'Binding') === binding)
    .map((service) => attributeOf(service, 'Location') ?? '')
    .find((location) => ['https:', 'http:'].includes(URL.parse(location)?.protocol ?? ''));
}

function signingCertificates(role: Element): ReturnType<typeof sortedCertificates> {
  const sorted = sortedCertificates(role, 'signing');
  if (sorted.certificates.length === 0) throw invalid('the identity provider has no signing certificate');
  return sorted;
}

/** The role, the entity and every group around it may have a validUntil. */
function earliestEnd(role: Element): number | undefined {
  const ends: number[] = [];
  for (let node: Node | null = role; node?.nodeType === 1; node = node.parentNode) {
    const validUntil = attributeOf(node as Element, 'validUntil');
    if (validUntil !== undefined) ends.push(parseInstant(validUntil, 'validUntil of the metadata'));
  }
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

function invalid(what: string): SamlError {
  return new SamlError('metadata', `The metadata cannot be used: ${what}.`);
}
