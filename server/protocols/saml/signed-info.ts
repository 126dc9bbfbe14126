import { digestAlgorithms, sha1Algorithms, signatureAlgorithms } from './algorithms.ts';
import { quoted, SamlError } from './error.ts';
import { decodeBase64 } from './message.ts';
import { envelopedSignature, exclusiveC14n, exclusiveC14nWithComments, signatureNs } from './names.ts';
import { attributeOf, childElements, isNamed, textOf } from './xml.ts';

/** The content of a SignedInfo. Nothing is optional: one shape is accepted. */
export type SignedInfo = {
  /** The prefixes for SignedInfo itself. */
  inclusivePrefixes: string[];
  signature: { hash: string; keyType: 'rsa' | 'ec' };
  referencedId: string;
  /** The prefixes for the referenced element. */
  referenceInclusivePrefixes: string[];
  /** Comments are part of what was digested. */
  coversComments: boolean;
  digestHash: string;
  digest: Buffer;
};

const maxInclusivePrefixes = 32;

/** SignedInfo has no comments that count: the value would not verify without them. */
const canonicalizations = new Set([exclusiveC14n, exclusiveC14nWithComments]);

/** Reads xmldsig-core1 §4.4, narrowed to what saml-core §5.4 allows: one reference, by ID, two fixed transforms. */
export function readSignedInfo(signedInfo: Element): SignedInfo {
  const [canonicalization, signatureMethod, reference] = exactChildren(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  const [transforms, digestMethod, digestValue] = exactChildren(reference!, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const [enveloped, exclusive] = exactChildren(transforms!, ['Transform', 'Transform']);
  const isExclusive = (element: Element) => canonicalizations.has(algorithmOf(element));
  if (algorithmOf(enveloped!) !== envelopedSignature || !isExclusive(exclusive!)) throw wrongTransforms();
  if (childElements(enveloped!).length > 0) throw wrongTransforms();
  if (!isExclusive(canonicalization!))
    throw invalid(
      `its canonicalization method is ${quoted(algorithmOf(canonicalization!))}, which is not accepted`,
    );

  const uri = attributeOf(reference!, 'URI') ?? '';
  if (!/^#[A-Za-z_][\w.-]*$/.test(uri))
    throw invalid(`it refers to ${quoted(uri)} instead of an element's ID`);
  const digest = decodeBase64(textWithoutChildren(digestValue!));
  if (!digest) throw invalid('its digest is not base64');
  return {
    inclusivePrefixes: inclusivePrefixesOf(canonicalization!),
    signature: knownAlgorithm(signatureMethod!, signatureAlgorithms),
    referencedId: uri.slice(1),
    referenceInclusivePrefixes: inclusivePrefixesOf(exclusive!),
    coversComments: algorithmOf(exclusive!) === exclusiveC14nWithComments,
    digestHash: knownAlgorithm(digestMethod!, digestAlgorithms),
    digest,
  };
}

/** Returns the children of a signature element if they are exactly these, in this order. */
export function exactChildren(parent: Element, names: readonly string[]): Element[] {
  const children = childElements(parent);
  const matches =
    children.length === names.length &&
    children.every((child, index) => isNamed(child, signatureNs, names[index] as string));
  if (!matches && parent.localName === 'Transforms') throw wrongTransforms();
  if (!matches) throw invalid(`its ${parent.localName} does not hold exactly ${names.join(', ')}`);
  return children;
}

/** Returns the text of DigestValue or SignatureValue. A comment or an element in it is CVE-2025-29775. */
export function textWithoutChildren(element: Element): string {
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (node.nodeType !== 3) throw invalid(`its ${element.localName} holds something other than text`);
  return textOf(element).replace(/[ \t]+/g, '');
}

export function invalid(what: string): SamlError {
  return new SamlError('signature', `The XML signature is not acceptable: ${what}.`);
}

function wrongTransforms(): SamlError {
  return invalid('its transforms are not exactly enveloped-signature and exclusive canonicalization');
}

function algorithmOf(element: Element): string {
  return attributeOf(element, 'Algorithm') ?? '';
}

function knownAlgorithm<T>(method: Element, known: ReadonlyMap<string, T>): T {
  const algorithm = algorithmOf(method);
  const found = known.get(algorithm);
  // Parameters such as an HMAC or output length have no place in any accepted algorithm.
  if (found && childElements(method).length === 0) return found;
  if (sha1Algorithms.has(algorithm))
    throw new SamlError(
      'weak-algorithm',
      'The message is signed with SHA-1, which is not accepted. Configure the sender to use SHA-256.',
    );
  throw new SamlError('weak-algorithm', `The ${method.localName} ${quoted(algorithm)} is not accepted.`);
}

/** exc-c14n §4. The token "#default" is skipped: at worst a valid signature is refused. `xml` is never declared (xml-c14n §2.3). */
function inclusivePrefixesOf(method: Element): string[] {
  const [list, another] = childElements(method);
  if (!list) return [];
  if (another || !isNamed(list, exclusiveC14n, 'InclusiveNamespaces'))
    throw invalid(`its ${method.localName} has parameters that are not accepted`);
  const prefixes = (attributeOf(list, 'PrefixList') ?? '')
    .split(/\s+/)
    .filter((prefix) => /^[A-Za-z_]/.test(prefix) && prefix !== 'xml');
  if (prefixes.length > maxInclusivePrefixes) throw invalid('its list of namespace prefixes is too long');
  return prefixes;
}
