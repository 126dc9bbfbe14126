import { type KeyObject, verify } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { ecdsaEncoding, ownSignatureAlgorithm, sha1Algorithms, signatureAlgorithms } from './algorithms.ts';
import { quoted, SamlError } from './error.ts';
import { verificationKeys } from './key.ts';
import { decodeBase64, inflateSamlMessage } from './message.ts';
import { signBytes } from './sign.ts';

type MessageParameter = 'SAMLRequest' | 'SAMLResponse';

/**
 * Returns the address for sending the browser with a message (saml-bindings §3.4.4.1). An existing query of the
 * identity provider's address stays in front; a signature covers only our parameters.
 */
export async function redirectBindingUrl(input: {
  ssoUrl: string;
  xml: string;
  /** Default: a request. */
  parameter?: MessageParameter;
  relayState?: string;
  signingKey?: KeyObject;
}): Promise<string> {
  const { xml, relayState, signingKey, parameter = 'SAMLRequest' } = input;
  const parameters = [`${parameter}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`];
  if (relayState !== undefined) parameters.push(`RelayState=${encodeURIComponent(relayState)}`);
  if (signingKey) {
    parameters.push(`SigAlg=${encodeURIComponent(ownSignatureAlgorithm(signingKey))}`);
    const signature = await signBytes(Buffer.from(parameters.join('&')), signingKey);
    parameters.push(`Signature=${encodeURIComponent(signature.toString('base64'))}`);
  }
  const url = new URL(input.ssoUrl);
  url.hash = '';
  const separator = url.search === '' ? '?' : '&';
  return `${url.href.replace(/\?$/, '')}${separator}${parameters.join('&')}`;
}

/** Returns the content of a form that the browser submits (saml-bindings §3.5.4). */
export function postBindingForm(input: {
  url: string;
  parameter: MessageParameter;
  xml: string;
  relayState?: string;
}): { action: string; fields: Record<string, string> } {
  const fields: Record<string, string> = {
    [input.parameter]: Buffer.from(input.xml, 'utf8').toString('base64'),
  };
  if (input.relayState !== undefined) fields['RelayState'] = input.relayState;
  return { action: input.url, fields };
}

/**
 * Reads a message from a query string of the Redirect binding. `query` is the text as received, because the
 * signature covers the parameters in their encoded form. With certificates, a signature is required.
 */
export function readRedirectMessage(
  query: string,
  options: { certificates?: readonly string[]; parameter?: MessageParameter } = {},
): { xml: string; relayState?: string } {
  const { parameter = 'SAMLRequest' } = options;
  const raw = new Map<string, string>();
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const name = pair.split('=', 1)[0] as string;
    if (![parameter, 'RelayState', 'SigAlg', 'Signature'].includes(name)) continue;
    if (raw.has(name)) throw new SamlError('request', `The parameter ${name} occurs more than once.`);
    raw.set(name, pair);
  }
  if (options.certificates) checkQuerySignature(raw, parameter, options.certificates);
  const message = decoded(raw, parameter);
  if (message === undefined) throw new SamlError('request', `The parameter ${parameter} is missing.`);
  const relayState = decoded(raw, 'RelayState');
  return { xml: inflateSamlMessage(message), ...(relayState !== undefined && { relayState }) };
}

function checkQuerySignature(
  raw: ReadonlyMap<string, string>,
  parameter: MessageParameter,
  certificates: readonly string[],
): void {
  const algorithm = decoded(raw, 'SigAlg') ?? '';
  const signature = decodeBase64(decoded(raw, 'Signature') ?? '');
  if (!signature) throw new SamlError('signature', 'The message is not signed.');
  const known = signatureAlgorithms.get(algorithm);
  if (!known)
    throw new SamlError(
      'weak-algorithm',
      sha1Algorithms.has(algorithm)
        ? 'The message is signed with SHA-1, which is not accepted.'
        : `The signature algorithm ${quoted(algorithm)} is not accepted.`,
    );
  const signed = [parameter, 'RelayState', 'SigAlg'].flatMap((name) => raw.get(name) ?? []).join('&');
  const isGood = verificationKeys(certificates).some(
    (key) =>
      key.asymmetricKeyType === known.keyType &&
      verify(known.hash, Buffer.from(signed), { key, dsaEncoding: ecdsaEncoding }, signature),
  );
  if (!isGood)
    throw new SamlError('signature', 'The message was not signed with any configured certificate.');
}

function decoded(raw: ReadonlyMap<string, string>, name: string): string | undefined {
  const pair = raw.get(name);
  if (pair === undefined) return undefined;
  try {
    return decodeURIComponent(pair.slice(name.length + 1).replaceAll('+', ' '));
  } catch {
    throw new SamlError('encoding', `The parameter ${name} is not URL-encoded.`);
  }
}
