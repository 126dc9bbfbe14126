import { createPrivateKey, sign } from 'node:crypto';
import { canonicalize } from './canonical.ts';
import { SamlError } from './error.ts';
import { buildIdpResponse, type IdpResponseInput } from './idp-response.ts';
import { emailFormat, signatureNs } from './names.ts';
import { verifyResponse } from './response.ts';
import { createCertifiedKey } from './self-signed.ts';
import { signAny } from './sign-any.ts';
import type { VerifiedResponse, VerifyResponseInput } from './verification.ts';
import { forEachElement, isNamed, parseXml } from './xml.ts';

/** An identity provider, an unrelated party and a service provider for the tests of this folder. */
export const now = Date.UTC(2026, 10, 20, 12, 0, 0);
export const idp = await party('idp.example');
export const stranger = await party('idp.example');
export const sp = await party('sp.example');
export const idpEntityId = 'https://idp.example/saml';
export const spEntityId = 'https://sp.example/saml/T1';
export const acsUrl = 'https://sp.example/saml/T1/acs';
export const requestId = '_request1';
export const alice = 'alice@corp.example';
export const admin = 'admin@corp.example';

export const seconds = 1000;
export const far = now + 60_000 * seconds;

async function party(commonName: string) {
  const { privateKeyPem, certificatePem } = await createCertifiedKey(commonName, now);
  const privateKey = createPrivateKey(privateKeyPem);
  return {
    privateKey,
    privateKeyPem,
    certificate: certificatePem,
    signer: { privateKey, certificate: certificatePem },
  };
}

export function genuine(changes: Partial<IdpResponseInput> = {}): Promise<string> {
  return buildIdpResponse({
    responseId: '_response1',
    assertionId: '_assertion1',
    issuer: idpEntityId,
    issueInstant: now - 2 * seconds,
    destination: acsUrl,
    recipient: acsUrl,
    inResponseTo: requestId,
    audience: spEntityId,
    nameId: alice,
    nameIdFormat: emailFormat,
    sessionIndex: '_session1',
    attributes: { email: [alice], groups: ['admins', 'sales'] },
    notBefore: now - 30 * seconds,
    notOnOrAfter: now + 300 * seconds,
    sign: 'assertion',
    signer: idp.signer,
    ...changes,
  });
}

export function verify(xml: string | Buffer, changes: Partial<VerifyResponseInput> = {}): VerifiedResponse {
  return verifyResponse({
    xml,
    now,
    idp: { entityId: idpEntityId, certificates: [idp.certificate] },
    sp: { entityId: spEntityId, acsUrl, decryptionKey: sp.privateKey },
    expected: { requestId },
    ...changes,
  });
}

/** Returns "kind: reason" of the refusal, or the unexpected result. */
export function refusal(run: () => unknown): string {
  try {
    return `accepted: ${JSON.stringify(run())}`;
  } catch (error) {
    return error instanceof SamlError
      ? `${error.kind}: ${error.reason}`
      : `not a SamlError: ${String(error)}`;
  }
}

/** Returns the first element of that name, with its tags. */
export function cut(xml: string, name: string): string {
  const start = xml.search(new RegExp(`<${name}[ >]`));
  const end = `</${name}>`;
  return xml.slice(start, xml.indexOf(end, start) + end.length);
}

/** Returns the first SignedInfo as it is signed. */
export function signedInfoOf(xml: string): string {
  let canonical = '';
  forEachElement(parseXml(xml), (element) => {
    if (canonical === '' && isNamed(element, signatureNs, 'SignedInfo')) canonical = canonicalize(element);
  });
  return canonical;
}

/** Puts a valid signature value of the identity provider on a tampered first SignedInfo. */
export function resign(xml: string, key = idp.privateKey): string {
  const value = sign('sha256', Buffer.from(signedInfoOf(xml)), key).toString('base64');
  return xml.replace(/(<(?:ds:)?SignatureValue>)[^<]*/, `$1${value}`);
}

/** Verifies a response that the identity provider built with these changes, and returns the outcome. */
export async function outcome(
  changes: Partial<IdpResponseInput>,
  options: Partial<VerifyResponseInput> = {},
): Promise<string> {
  const xml = await genuine(changes);
  return refusal(() => verify(xml, options));
}

/** Returns a response whose assertion the identity provider changed before signing. */
export async function signedWith(from: string | RegExp, to: string): Promise<string> {
  const xml = await genuine({ sign: 'none' });
  const assertion = cut(xml, 'saml:Assertion');
  const signed = await signAny(swap(assertion, from, to), idp.signer);
  return xml.replace(assertion, () => signed);
}

export async function outcomeWith(from: string | RegExp, to: string): Promise<string> {
  const xml = await signedWith(from, to);
  return refusal(() => verify(xml));
}

/** Replaces exactly one occurrence, so that no test passes because its attack was not applied. */
export function swap(xml: string, from: string | RegExp, to: string): string {
  const changed = xml.replace(from, () => to);
  if (changed === xml) throw new Error(`nothing to replace: ${from}`);
  return changed;
}
