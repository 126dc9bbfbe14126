import { quoted, SamlError } from './error.ts';
import { assertionNs, entityFormat, protocolNs, statusSuccess } from './names.ts';
import { checkIssueInstant } from './time-rules.ts';
import type { Rules } from './verification.ts';
import { attributeOf, onlyChild, textOf } from './xml.ts';

/** saml-core §3.2.2 and saml-profiles §4.1.4.3, for what stands outside of the assertion. */
export function checkResponse(response: Element, isSigned: boolean, rules: Rules): void {
  checkVersion(response);
  checkDestination(attributeOf(response, 'Destination'), isSigned, rules.acsUrl);
  checkInResponseTo(attributeOf(response, 'InResponseTo'), rules.requestId);
  checkIssueInstant(attributeOf(response, 'IssueInstant'), rules, 'response');
  checkStatus(response);
  const issuer = onlyChild(response, assertionNs, 'Issuer');
  if (issuer) checkIssuer(issuer, rules.idpEntityId);
}

export function checkVersion(element: Element): void {
  const version = attributeOf(element, 'Version');
  if (version !== '2.0')
    throw new SamlError(
      'version',
      `The ${element.localName} has version ${quoted(version)} instead of "2.0".`,
    );
}

/** saml-core §2.2.5: an issuer is an entity, whatever its text says. */
export function checkIssuer(issuer: Element, entityId: string): void {
  const format = attributeOf(issuer, 'Format');
  const name = textOf(issuer).trim();
  if (name !== entityId || (format !== undefined && format !== entityFormat))
    throw new SamlError(
      'issuer',
      `The message was issued by ${quoted(name)}, but the configured identity provider is ${quoted(entityId)}.`,
    );
}

/** saml-profiles §4.1.4.3, §4.1.5: an answer names the request, and an unasked response names none. */
export function checkInResponseTo(found: string | undefined, requestId: string | undefined): void {
  if (found === requestId) return;
  throw new SamlError(
    'in-response-to',
    requestId === undefined
      ? `The message answers the request ${quoted(found)}, but no login was started here.`
      : `The message answers the request ${quoted(found)}, but the login started here has ${quoted(requestId)}.`,
  );
}

/**
 * saml-bindings §3.5.5.2 asks for a Destination when the message is signed. An unsigned Response around a signed
 * assertion may go without; there, the Recipient of the assertion says the same and is signed.
 */
function checkDestination(destination: string | undefined, isSigned: boolean, acsUrl: string): void {
  if (destination === acsUrl || (destination === undefined && !isSigned)) return;
  throw new SamlError(
    'destination',
    `The response is addressed to ${quoted(destination)}, but this address is ${quoted(acsUrl)}.`,
  );
}

/** saml-core §3.2.2.2. A failure is reported in the words of the identity provider. */
function checkStatus(response: Element): void {
  const status = onlyChild(response, protocolNs, 'Status');
  const code = status && onlyChild(status, protocolNs, 'StatusCode');
  const value = code && attributeOf(code, 'Value');
  if (value === statusSuccess) return;
  const inner = code && onlyChild(code, protocolNs, 'StatusCode');
  const message = status && onlyChild(status, protocolNs, 'StatusMessage');
  const codes = [value, inner && attributeOf(inner, 'Value')].filter((word) => word !== undefined);
  const words = message ? `, saying ${quoted(textOf(message))}` : '';
  throw new SamlError(
    'status',
    `The identity provider did not sign the user in: ${codes.map(quoted).join(', ') || 'no status'}${words}.`,
  );
}
