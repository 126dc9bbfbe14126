import { createHash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { ecdsaEncoding } from './algorithms.ts';
import { canonicalize } from './canonical.ts';
import { quoted, SamlError } from './error.ts';
import { decodeBase64 } from './message.ts';
import { signatureNs } from './names.ts';
import {
  exactChildren,
  invalid,
  readSignedInfo,
  type SignedInfo,
  textWithoutChildren,
} from './signed-info.ts';
import { attributeOf, childElements, childrenNamed, forEachElement, isNamed, parseXml } from './xml.ts';

/** Reports whether the element carries a signature of its own, valid or not. */
export function hasSignature(element: Element): boolean {
  return childrenNamed(element, signatureNs, 'Signature').length > 0;
}

/**
 * Verifies the enveloped signature of `element` and returns the element as it was signed: parsed again from
 * exactly the bytes that were digested. Everything read from the result was signed by one of the keys, however
 * the document around it was arranged; read nothing from `element` itself.
 *
 * SignedInfo is treated the same way: the reference and the digest are read from the canonical bytes that the
 * signature value covers. KeyInfo is ignored.
 *
 * The order matters for cost, too: nothing outside the small SignedInfo is canonicalized before its signature
 * is verified.
 */
export function readSigned(element: Element, keys: readonly KeyObject[]): Element {
  return readSignedBy(element, keys).signed;
}

/** An element as it was signed, and by what. */
export type SignedBy = { signed: Element; key: KeyObject; algorithm: SignedInfo['signature'] };

/** Does the same, and names the key and the algorithm. */
export function readSignedBy(element: Element, keys: readonly KeyObject[]): SignedBy {
  const signature = onlySignature(element);
  const { signedInfo, key } = readVerifiedSignedInfo(signature, keys);

  const id = soleId(element, signedInfo.referencedId);
  if (signedInfo.coversComments && hasComment(element))
    throw invalid(
      `the ${element.localName} has comments, and its canonicalization covers them (#WithComments)`,
    );
  const canonical = withoutChild(element, signature, () =>
    canonicalize(element, signedInfo.referenceInclusivePrefixes),
  );
  const digest = createHash(signedInfo.digestHash).update(canonical, 'utf8').digest();
  if (digest.length !== signedInfo.digest.length || !timingSafeEqual(digest, signedInfo.digest))
    throw invalid(`the ${element.localName} was changed after it was signed`);

  const signed = parseXml(canonical);
  if (!isNamed(signed, element.namespaceURI ?? '', element.localName) || attributeOf(signed, 'ID') !== id)
    throw invalid('it covers another element than the one that holds it');
  return { signed, key, algorithm: signedInfo.signature };
}

function onlySignature(element: Element): Element {
  const [signature, another] = childrenNamed(element, signatureNs, 'Signature');
  if (!signature) throw new SamlError('signature', `The ${element.localName} is not signed.`);
  if (another) throw invalid(`the ${element.localName} holds more than one`);
  return signature;
}

/** Returns the content of SignedInfo after one of the keys has verified it. */
function readVerifiedSignedInfo(
  signature: Element,
  keys: readonly KeyObject[],
): { signedInfo: SignedInfo; key: KeyObject } {
  const parts = ['SignedInfo', 'SignatureValue'];
  // Object is not allowed: signature wrapping hides the signed content there.
  if (childElements(signature).length === 3) parts.push('KeyInfo');
  const [element, valueElement] = exactChildren(signature, parts);
  const claimed = readSignedInfo(element!);
  const value = decodeBase64(textWithoutChildren(valueElement!));
  if (!value) throw invalid('its value is empty or not base64');

  const canonical = canonicalize(element!, claimed.inclusivePrefixes);
  const key = keys.find((key) => isSignedBy(key, claimed.signature, canonical, value));
  if (!key)
    throw new SamlError(
      'signature',
      'The signature was not made with any of the certificates that are configured for the identity provider.',
      { isUnknownKey: true },
    );
  return { signedInfo: readSignedInfo(parseXml(canonical)), key };
}

/** The type of the key decides, so that a public key can never serve as an HMAC secret. */
function isSignedBy(
  key: KeyObject,
  { hash, keyType }: SignedInfo['signature'],
  canonical: string,
  value: Buffer,
): boolean {
  if (key.asymmetricKeyType !== keyType) return false;
  return verify(hash, Buffer.from(canonical, 'utf8'), { key, dsaEncoding: ecdsaEncoding }, value);
}

/**
 * Returns the element's ID if it is the referenced one and no other element has it. Other spellings (Id, id,
 * any:ID) count as well, because another reader may accept them as IDs.
 */
function soleId(element: Element, referencedId: string): string {
  const id = attributeOf(element, 'ID');
  if (!id || id !== referencedId)
    throw invalid(`it does not refer to the ${element.localName} that holds it`);
  if (idValues(element).length > 1) throw invalid(`the ${element.localName} has more than one ID`);
  let bearers = 0;
  forEachElement(element.ownerDocument.documentElement, (other) => {
    if (idValues(other).includes(id)) bearers++;
  });
  if (bearers !== 1) throw invalid(`the ID ${quoted(id)} occurs more than once`);
  return id;
}

function hasComment(node: Node): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.nodeType === 8 || hasComment(child)) return true;
  return false;
}

function idValues(element: Element): string[] {
  const values: string[] = [];
  for (let i = 0; i < element.attributes.length; i++) {
    const attribute = element.attributes[i] as Attr;
    if ((attribute.localName ?? attribute.name).toLowerCase() === 'id') values.push(attribute.value);
  }
  return values;
}

function withoutChild<T>(parent: Element, child: Element, run: () => T): T {
  const next = child.nextSibling;
  parent.removeChild(child);
  try {
    return run();
  } finally {
    parent.insertBefore(child, next);
  }
}
