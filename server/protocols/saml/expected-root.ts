import { quoted, SamlError, type SamlErrorKind } from './error.ts';
import { assertionNs, metadataNs, protocolNs } from './names.ts';
import { attributeOf, childrenNamed, onlyChild } from './xml.ts';

/** Returns ID and issuer of a SAML 2.0 message (saml-core §3.2.1), or says which part of it is missing or different. */
export function requireMessage(root: Element, name: string): { id: string; issuer: Element } {
  requireRoot(root, protocolNs, name, 'request');
  const version = attributeOf(root, 'Version');
  const id = attributeOf(root, 'ID');
  const issuer = onlyChild(root, assertionNs, 'Issuer');
  const refuse = (reason: string) => new SamlError('request', `The ${name} has ${reason}.`);
  if (version === undefined) throw refuse('no Version. It must be "2.0"');
  if (version !== '2.0') throw refuse(`the version ${quoted(version)} instead of "2.0"`);
  if (!id) throw refuse('no ID');
  if (!issuer) throw refuse(`no Issuer in the namespace ${assertionNs}`);
  return { id, issuer };
}

/** Throws unless an element has this name and namespace, and says which of the two differs. */
export function requireRoot(root: Element, namespace: string, name: string, kind: SamlErrorKind): void {
  const problem = rootProblem(root, namespace, name);
  if (problem) throw new SamlError(kind, `The message ${problem}.`);
}

/** Says why a document describes nobody in a role of SAML 2.0 (saml-metadata §2.4.1). */
export function missingRole(root: Element, role: 'IDPSSODescriptor' | 'SPSSODescriptor'): string {
  // A list of several entities can lack the role in as many ways.
  if (root.localName === 'EntitiesDescriptor' && root.namespaceURI === metadataNs)
    return `no entity has an ${role}`;
  const problem = rootProblem(root, metadataNs, 'EntityDescriptor');
  if (problem) return `its root ${problem}`;
  const [first] = childrenNamed(root, metadataNs, role);
  if (!first) return `it has no ${role}`;
  const supported = attributeOf(first, 'protocolSupportEnumeration');
  return `the protocolSupportEnumeration of its ${role} is ${quoted(supported)} and does not contain ${protocolNs}`;
}

function rootProblem(root: Element, namespace: string, name: string): string | undefined {
  if (root.localName !== name) return `is ${quoted(root.localName)} and not a SAML 2.0 ${name}`;
  if (root.namespaceURI === namespace) return undefined;
  const found = root.namespaceURI ? `the namespace ${quoted(root.namespaceURI)}` : 'no namespace';
  return `has the name ${name} in ${found}. It must be ${namespace}`;
}
