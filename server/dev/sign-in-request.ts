import { ServiceError } from '../core/errors.ts';
import type { OutboundFetch } from '../core/outbound.ts';
import { isWebUrl } from '../core/url.ts';
import { type AuthnRequest, parseAuthnRequest } from '../protocols/saml/authn-request.ts';
import { readRedirectRequest } from '../protocols/saml/bindings.ts';
import { SamlError } from '../protocols/saml/error.ts';
import { decodeSamlMessage } from '../protocols/saml/message.ts';
import { hasSignature } from '../protocols/saml/signature.ts';
import { parseXml } from '../protocols/saml/xml.ts';
import { type Fields, requireField } from './fields.ts';
import { fetchSpCertificates } from './sp-certificates.ts';

/** Whom to answer, and where. */
export interface SignInRequest {
  acsUrl: string;
  /** The service provider's entity ID. */
  audience: string;
  /** Absent: nobody asked, the identity provider starts the sign-in. */
  inResponseTo?: string;
  relayState?: string;
  received?: ReceivedRequest;
}

export interface ReceivedRequest {
  binding: 'Redirect' | 'POST';
  isSigned: boolean;
  facts: AuthnRequest;
  /** Throws a SamlError when none of the certificates made the signature. */
  verify(certificates: string[]): void;
}

/**
 * A SAML request by either binding, or the facts themselves: the form of the sign-in page carries them on, and
 * without a request they are how a sign-in begins at the identity provider.
 */
export function readSignInRequest(query: string, fields: Fields): SignInRequest {
  const received = readSamlRequest(query, fields);
  if (!received) {
    const acsUrl = checkAcsUrl(requireField(fields, 'acsUrl', 'The ACS URL'));
    const audience = requireField(fields, 'audience', 'The entity ID of the service provider');
    return { acsUrl, audience, inResponseTo: fields['inResponseTo'], relayState: fields['relayState'] };
  }
  const { id, issuer, acsUrl } = received.facts;
  if (!acsUrl)
    throw new ServiceError('E011004', 'The request does not say where to answer: it has no ACS URL');
  const relayState = fields['RelayState'];
  return { acsUrl: checkAcsUrl(acsUrl), audience: issuer, inResponseTo: id, relayState, received };
}

function readSamlRequest(query: string, fields: Fields): ReceivedRequest | undefined {
  const message = fields['SAMLRequest'];
  if (message === undefined) return undefined;
  if (new URLSearchParams(query).has('SAMLRequest')) {
    const { xml } = readRedirectRequest(query);
    return {
      binding: 'Redirect',
      isSigned: fields['Signature'] !== undefined,
      facts: parseAuthnRequest(xml),
      verify: (certificates) => void readRedirectRequest(query, { certificates }),
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

/** The page puts it into a form: `javascript:` and its like must not get there. */
function checkAcsUrl(text: string): string {
  if (isWebUrl(text)) return text;
  throw new ServiceError('E011004', `The ACS URL ${JSON.stringify(text)} is not a web address`);
}

/** Whether the request is signed, and by whom it says it is, in words. */
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
