import { ServiceError } from '../core/errors.ts';
import type { OutboundFetch } from '../core/outbound.ts';
import { isWebUrl } from '../core/url.ts';
import { type AuthnRequest, parseAuthnRequest } from '../protocols/saml/authn-request.ts';
import { readRedirectMessage } from '../protocols/saml/bindings.ts';
import { SamlError } from '../protocols/saml/error.ts';
import { decodeSamlMessage } from '../protocols/saml/message.ts';
import { hasSignature } from '../protocols/saml/signature.ts';
import { parseXml } from '../protocols/saml/xml.ts';
import { type Fields, requireField } from './fields.ts';
import { fetchSpCertificates } from './sp-certificates.ts';

/** The recipient of the response and its address. */
export interface SignInRequest {
  acsUrl: string;
  /** The service provider's entity ID. */
  audience: string;
  /** Absent: without a request, the identity provider starts the sign-in. */
  inResponseTo?: string;
  relayState?: string;
  received?: ReceivedRequest;
}

export interface ReceivedRequest {
  binding: 'Redirect' | 'POST';
  isSigned: boolean;
  facts: AuthnRequest;
  /** Throws a SamlError unless one of the certificates verifies the signature. */
  verify(certificates: string[]): void;
}

/**
 * Reads a SAML request of either binding, or its facts: the form of the sign-in page carries them, and without
 * a request they start a sign-in at the identity provider.
 */
export function readSignInRequest(query: string, fields: Fields): SignInRequest {
  const received = readSamlRequest(query, fields);
  if (!received) {
    const acsUrl = checkAcsUrl(requireField(fields, 'acsUrl', 'The ACS URL'));
    const audience = requireField(fields, 'audience', 'The entity ID of the service provider');
    return { acsUrl, audience, inResponseTo: fields['inResponseTo'], relayState: fields['relayState'] };
  }
  const { id, issuer, acsUrl } = received.facts;
  if (!acsUrl) throw new ServiceError('E011004', 'The request has no ACS URL to respond to');
  const relayState = fields['RelayState'];
  return { acsUrl: checkAcsUrl(acsUrl), audience: issuer, inResponseTo: id, relayState, received };
}

function readSamlRequest(query: string, fields: Fields): ReceivedRequest | undefined {
  const message = fields['SAMLRequest'];
  if (message === undefined) return undefined;
  if (new URLSearchParams(query).has('SAMLRequest')) {
    const { xml } = readRedirectMessage(query);
    return {
      binding: 'Redirect',
      isSigned: fields['Signature'] !== undefined,
      facts: parseAuthnRequest(xml),
      verify: (certificates) => void readRedirectMessage(query, { certificates }),
    };
  }
  const xml = decodeSamlMessage(message);
  return {
    binding: 'POST',
    isSigned: hasSignature(parseXml(xml)),
    facts: parseAuthnRequest(xml),
    verify: (certificates) => void parseAuthnRequest(xml, { certificates }),
  };
}

/** The page puts the address into a form, so `javascript:` and similar schemes must be refused. */
function checkAcsUrl(text: string): string {
  if (isWebUrl(text)) return text;
  throw new ServiceError('E011004', `The ACS URL ${JSON.stringify(text)} is not a web address`);
}

/** Describes whether the request is signed, and with which key. */
export async function describeSignature(received: ReceivedRequest, fetch: OutboundFetch): Promise<string> {
  if (!received.isSigned) return 'none';
  try {
    received.verify(await fetchSpCertificates(fetch, received.facts.issuer, 'signing'));
    return 'good';
  } catch (error) {
    if (error instanceof SamlError) return `bad: ${error.reason}`;
    if (error instanceof ServiceError) return `not checked: ${error.message}.`;
    throw error;
  }
}
