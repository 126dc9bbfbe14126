import type { KeyObject } from 'node:crypto';
import { readAssertion } from './assertion.ts';
import { cipherOf, decryptAssertion } from './decrypt.ts';
import { SamlError } from './error.ts';
import { requireRoot } from './expected-root.ts';
import { verificationKey, verificationKeys } from './key.ts';
import { assertionNs, protocolNs } from './names.ts';
import { checkResponse } from './response-rules.ts';
import { hasSignature, readSignedBy, type SignedBy } from './signature.ts';
import type { Protection, Rules, VerifiedResponse, VerifyResponseInput } from './verification.ts';
import { attributeOf, forEachElement, parseXml } from './xml.ts';

/**
 * Verifies that a Response is a genuine, fresh answer of this identity provider to us, and returns its content.
 * Everything returned except `responseId` was read from bytes that the identity provider signed. The caller
 * must detect a repeated assertion: it stores `assertionId` until `notOnOrAfter`.
 *
 * Throws SamlError. Rules: saml-core §2 to §3.2.2, saml-profiles §4.1.4.2 to §4.1.5.
 */
export function verifyResponse(input: VerifyResponseInput): VerifiedResponse {
  const rules = rulesOf(input);
  const keys = verificationKeys(input.idp.certificates);
  const received = parseXml(input.xml);
  requireRoot(received, protocolNs, 'Response', 'xml');

  const outer = hasSignature(received) ? readSignedBy(received, keys) : undefined;
  const response = outer?.signed ?? received;
  checkResponse(response, outer !== undefined, rules);

  const { assertion, inner, cipher } = signedAssertion(received, response, keys, input.sp.decryptionKey);
  const responseId = attributeOf(response, 'ID');
  if (!responseId) throw new SamlError('xml', 'The Response has no ID.');
  const { issuedAt, ...facts } = readAssertion(assertion, rules);
  const protection = {
    ...protectionOf(input.idp.certificates, outer, inner),
    ...(cipher && { cipher }),
    clockDifferenceMs: issuedAt - rules.now,
  };
  return { responseId, ...facts, protection };
}

/** Names what was signed, and by which of the certificates. One of the signatures exists. */
function protectionOf(
  certificates: readonly string[],
  outer: SignedBy | undefined,
  inner: SignedBy | undefined,
): Omit<Protection, 'cipher' | 'clockDifferenceMs'> {
  const { key, algorithm } = (inner ?? outer) as SignedBy;
  const kind = algorithm.keyType === 'ec' ? 'ECDSA' : 'RSA';
  return {
    signed: [...(outer ? (['Response'] as const) : []), ...(inner ? (['Assertion'] as const) : [])],
    algorithm: `${kind}-${algorithm.hash.toUpperCase()}`,
    certificate: certificates.find((one) => isOf(one, key)) ?? '',
  };
}

function isOf(certificate: string, key: KeyObject): boolean {
  try {
    return verificationKey(certificate).equals(key);
  } catch {
    // Unusable ones were left out of the keys.
    return false;
  }
}

function rulesOf(input: VerifyResponseInput): Rules {
  const { idp, sp, expected } = input;
  const requestId = 'requestId' in expected ? expected.requestId : undefined;
  // An empty setting would match an empty element of the message.
  if (!idp.entityId || !sp.entityId || !sp.acsUrl)
    throw new Error('entity IDs and the ACS URL must not be empty');
  if (!requestId && !('idpInitiated' in expected && expected.idpInitiated))
    throw new Error('the request ID must not be empty');
  return {
    now: input.now,
    skew: (input.clockSkewSeconds ?? 60) * 1000,
    maxAge: (input.maxAssertionAgeSeconds ?? 600) * 1000,
    idpEntityId: idp.entityId,
    spEntityId: sp.entityId,
    acsUrl: sp.acsUrl,
    requestId,
  };
}

/**
 * Returns the only assertion, from bytes covered by its own signature or else by that of the Response. If both
 * are signed, both must be valid: an invalid one is a sign of tampering, even if it is not needed.
 */
function signedAssertion(
  received: Element,
  response: Element,
  keys: readonly KeyObject[],
  decryptionKey: KeyObject | string | undefined,
): { assertion: Element; inner?: SignedBy; cipher?: string } {
  const responseIsSigned = response !== received;
  const found = onlyAssertion(response);
  if (found.localName === 'EncryptedAssertion') {
    const assertion = decryptAssertion(found, { decryptionKey, isAuthenticated: responseIsSigned });
    onlyAssertion(assertion);
    const cipher = cipherOf(found);
    if (responseIsSigned && !hasSignature(assertion)) return { assertion, cipher };
    return { ...signedBy(assertion, keys), cipher };
  }
  if (!responseIsSigned) return signedBy(found, keys);

  // The Response's canonical form may lack namespaces that the assertion's own signature lists, so that
  // signature is verified where it was created: in the document as received.
  const original = onlyAssertion(received);
  if (!hasSignature(found) && !hasSignature(original)) return { assertion: found };
  const own = signedBy(original, keys);
  if (attributeOf(own.assertion, 'ID') === attributeOf(found, 'ID')) return own;
  throw new SamlError('signature', 'The Response and the assertion in it were not signed together.');
}

function signedBy(element: Element, keys: readonly KeyObject[]): { assertion: Element; inner: SignedBy } {
  const inner = readSignedBy(element, keys);
  return { assertion: inner.signed, inner };
}

/**
 * Refuses a second assertion anywhere, even where the schema allows one: signature wrapping needs it, and no
 * login does. `root` is the Response, or a decrypted assertion.
 */
function onlyAssertion(root: Element): Element {
  const found: Element[] = [];
  forEachElement(root, (element) => {
    if (element.namespaceURI === assertionNs && /^(Encrypted)?Assertion$/.test(element.localName))
      found.push(element);
  });
  const [assertion, another] = found;
  if (assertion && !another && (assertion === root || assertion.parentNode === root)) return assertion;
  throw new SamlError(
    'assertion-count',
    `The Response holds ${found.length} assertions; exactly one is expected, directly inside the Response.`,
  );
}
