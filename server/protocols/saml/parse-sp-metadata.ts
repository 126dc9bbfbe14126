import { SamlError } from './error.ts';
import { missingRole } from './expected-root.ts';
import { certificatesOf } from './key-descriptors.ts';
import { metadataLimits } from './limits.ts';
import { metadataNs, postBinding, protocolNs, redirectBinding } from './names.ts';
import { attributeOf, childElements, childrenNamed, isNamed, parseXml, textOf } from './xml.ts';

/** The address for logouts. Answers can have another one. */
export interface SpLogout {
  binding: 'redirect' | 'post';
  url: string;
  responseUrl: string;
}

/** The facts that an identity provider must know about a service provider. */
export interface SpMetadata {
  entityId: string;
  /** The addresses that accept responses by the POST binding, the default one first. */
  acs: { url: string; index: number }[];
  /** PEM. */
  signingCertificates: string[];
  /** PEM. */
  encryptionCertificates: string[];
  authnRequestsSigned: boolean;
  nameIdFormats: string[];
  logout?: SpLogout;
}

/** Reads a service provider's metadata (saml-metadata §2.4.4). Ignores signatures: it is trusted because of its source. */
export function parseSpMetadata(xml: string | Buffer): SpMetadata {
  const root = parseXml(xml, metadataLimits);
  const [entity, another] = entities(root);
  if (!entity)
    throw invalid(`it describes no SAML 2.0 service provider: ${missingRole(root, 'SPSSODescriptor')}`);
  if (another) throw invalid('it describes several service providers');
  const { role } = entity;
  const entityId = attributeOf(entity.entity, 'entityID');
  if (!entityId) throw invalid('the service provider has no entity ID');
  const logout = logoutOf(role);
  return {
    entityId,
    acs: consumers(role),
    signingCertificates: certificatesOf(role, 'signing'),
    encryptionCertificates: certificatesOf(role, 'encryption'),
    authnRequestsSigned: ['true', '1'].includes(attributeOf(role, 'AuthnRequestsSigned') ?? ''),
    nameIdFormats: childrenNamed(role, metadataNs, 'NameIDFormat').map((format) => textOf(format).trim()),
    ...(logout && { logout }),
  };
}

function entities(root: Element): { entity: Element; role: Element }[] {
  if (isNamed(root, metadataNs, 'EntitiesDescriptor')) return childElements(root).flatMap(entities);
  if (!isNamed(root, metadataNs, 'EntityDescriptor')) return [];
  return childrenNamed(root, metadataNs, 'SPSSODescriptor')
    .filter((role) =>
      (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocolNs),
    )
    .map((role) => ({ entity: root, role }));
}

/** §2.2.3: the default is the one that says so, or else the first that does not say that it is not. */
function consumers(role: Element): { url: string; index: number }[] {
  const found = childrenNamed(role, metadataNs, 'AssertionConsumerService')
    .filter((service) => attributeOf(service, 'Binding') === postBinding)
    .map((service) => ({
      url: attributeOf(service, 'Location') ?? '',
      index: Number(attributeOf(service, 'index') ?? 0),
      isDefault: attributeOf(service, 'isDefault'),
    }))
    .filter(({ url }) => isWeb(url));
  if (found.length === 0) throw invalid('it has no AssertionConsumerService for the POST binding');
  const first =
    found.find(({ isDefault }) => isDefault === 'true' || isDefault === '1') ??
    found.find(({ isDefault }) => isDefault === undefined) ??
    found[0];
  return [...found.filter((one) => one === first), ...found.filter((one) => one !== first)].map(
    ({ url, index }) => ({ url, index }),
  );
}

function logoutOf(role: Element): SpMetadata['logout'] {
  const services = childrenNamed(role, metadataNs, 'SingleLogoutService');
  for (const [name, binding] of [
    ['redirect', redirectBinding],
    ['post', postBinding],
  ] as const) {
    const service = services.find((one) => attributeOf(one, 'Binding') === binding);
    const url = (service && attributeOf(service, 'Location')) ?? '';
    const responseUrl = (service && attributeOf(service, 'ResponseLocation')) ?? url;
    if (isWeb(url) && isWeb(responseUrl)) return { binding: name, url, responseUrl };
  }
  return undefined;
}

/** The browser is sent there. */
function isWeb(url: string): boolean {
  return ['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '');
}

function invalid(what: string): SamlError {
  return new SamlError('metadata', `The metadata cannot be used: ${what}.`);
}
