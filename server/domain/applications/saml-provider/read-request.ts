import { type AuthnRequest, parseAuthnRequest } from '../../../protocols/saml/authn-request.ts';
import { readRedirectMessage } from '../../../protocols/saml/bindings.ts';
import { quoted, SamlError } from '../../../protocols/saml/error.ts';
import {
  type LogoutRequest,
  type LogoutResponse,
  parseLogoutRequest,
  parseLogoutResponse,
} from '../../../protocols/saml/logout.ts';
import { decodeSamlMessage } from '../../../protocols/saml/message.ts';
import { hasSignature } from '../../../protocols/saml/signature.ts';
import { parseXml } from '../../../protocols/saml/xml.ts';
import { answerAddress, type ServiceProvider } from './service-provider.ts';

/** A message of a service provider as it arrived: in the query of the Redirect binding, or in a form. */
export type Received = { parameter: 'SAMLRequest' | 'SAMLResponse' } & (
  | { query: string }
  | { message: string; relayState: string }
);

/** The parts of a request that count afterwards. */
export interface SignInRequest {
  /** Absent: we begin the sign-in. */
  id?: string;
  acsUrl: string;
  relayState: string;
  nameIdFormat: string;
  forceAuthn: boolean;
  isPassive: boolean;
  authnContexts: string[];
}

type Clock = { now: number };

/** A request may be this much older or younger than our clock says. */
const toleratedMs = 5 * 60_000;

/** Relay states of more than 80 bytes are against saml-bindings §3.4.3, and common. */
const maxRelayState = 1_024;

/** Reads and verifies a request to sign a user in. Throws a SamlError. */
export function readSignInRequest(
  sp: ServiceProvider,
  received: Received,
  { ssoUrl, now }: Clock & { ssoUrl: string },
): SignInRequest {
  const { metadata, settings } = sp;
  const required = settings.signedRequestsRequired || metadata.authnRequestsSigned;
  const { message, relayState } = verified(sp, received, required, parseAuthnRequest);
  checkMessage(sp, message, { url: ssoUrl, now });
  const { id, nameIdFormat = '', forceAuthn, isPassive, authnContexts } = message as AuthnRequest;
  const acsUrl = answerAddress(sp, message);
  return { id, acsUrl, relayState, nameIdFormat, forceAuthn, isPassive, authnContexts };
}

/** Reads and verifies a request to sign a user out, which must be signed (saml-profiles §4.4.3.1). */
export function readLogoutRequest(
  sp: ServiceProvider,
  received: Received,
  { logoutUrl, now }: Clock & { logoutUrl: string },
): { request: LogoutRequest; relayState: string } {
  const { message, relayState } = verified(sp, received, true, parseLogoutRequest);
  checkMessage(sp, message, { url: logoutUrl, now });
  if (message.notOnOrAfter !== undefined && message.notOnOrAfter + toleratedMs <= now)
    throw new SamlError('expired', 'The logout request has expired.');
  return { request: message, relayState };
}

/** Reads and verifies the answer to one of our logout requests, which must be signed, too (saml-profiles §4.4.3.4). */
export function readLogoutResponse(
  sp: ServiceProvider,
  received: Received,
  { logoutUrl, now }: Clock & { logoutUrl: string },
): LogoutResponse {
  const { message } = verified(sp, received, true, parseLogoutResponse);
  checkMessage(sp, message, { url: logoutUrl, now });
  return message;
}

/** Reads a message from what was signed, if it is signed or must be. */
function verified<T>(
  { metadata }: ServiceProvider,
  received: Received,
  required: boolean,
  parse: (xml: string, options?: { certificates?: readonly string[] }) => T,
): { message: T; relayState: string } {
  const { signingCertificates: certificates } = metadata;
  if ('query' in received) {
    const isSigned = required || /(^|[?&])Signature=/.test(received.query);
    const { xml, relayState = '' } = readRedirectMessage(received.query, {
      parameter: received.parameter,
      ...(isSigned && { certificates }),
    });
    return { message: parse(xml), relayState: checkRelayState(relayState) };
  }
  const xml = decodeSamlMessage(received.message);
  const isSigned = required || hasSignature(parseXml(xml));
  return {
    message: parse(xml, isSigned ? { certificates } : {}),
    relayState: checkRelayState(received.relayState),
  };
}

function checkRelayState(relayState: string): string {
  if (Buffer.byteLength(relayState) <= maxRelayState) return relayState;
  throw new SamlError('request', `The RelayState is longer than ${maxRelayState} bytes.`);
}

function checkMessage(
  { metadata }: ServiceProvider,
  message: { issuer: string; destination?: string | undefined; issueInstant: number },
  { url, now }: { url: string; now: number },
): void {
  if (message.issuer !== metadata.entityId)
    throw new SamlError(
      'issuer',
      `The message comes from ${quoted(message.issuer)}, which is another service provider.`,
    );
  if (message.destination !== undefined && message.destination !== url)
    throw new SamlError('destination', `The message is addressed to ${quoted(message.destination)}.`);
  if (Math.abs(message.issueInstant - now) > toleratedMs)
    throw new SamlError('expired', 'The message is more than five minutes old, or a clock is wrong.');
}
