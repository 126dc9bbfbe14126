import { quoted, SamlError } from './error.ts';
import { assertionNs, entityFormat, protocolNs, statusSuccess } from './names.ts';
import { checkIssueInstant } from './time-rules.ts';
import type { Rules } from './verification.ts';
import { attributeOf, onlyChild, textOf } from './xml.ts';

/** Checks saml-core §3.2.2 and saml-profiles §4.1.4.3, for everything outside the assertion. */
export function checkResponse(response: Element, isSigned: boolean, rules: Rules): void {
  checkVersion(response);
  checkDestination(attributeOf(response, 'Destination'), isSigned, rules.acsUrl);
  checkInResponseTo(response, rules.requestId);
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

/** saml-core §2.2.5: an issuer must have the entity format, whatever its text. */
export function checkIssuer(issuer: Element, entityId: string): void {
  const format = attributeOf(issuer, 'Format');
  const name = textOf(issuer).trim();
  if (name !== entityId || (format !== undefined && format !== entityFormat))
    throw new SamlError(
      'issuer',
      `The message was issued by ${quoted(name)}, but the configured identity provider is ${quoted(entityId)}.`,
    );
}

/**
 * saml-profiles §4.1.4.3, §4.1.5: a response and its confirmation name their request, and unsolicited ones name none. An empty name is
 * none.
 */
export function checkInResponseTo(element: Element, requestId: string | undefined): void {
  const found = attributeOf(element, 'InResponseTo') || undefined;
  if (found === requestId) return;
  if (found === undefined)
    throw new SamlError(
      'in-response-to',
      `The ${element.localName} has no InResponseTo, but the login started here has ${quoted(requestId)}.`,
    );
  if (requestId === undefined && element.localName !== 'Response')
    throw new SamlError(
      'in-response-to',
      `Only the ${element.localName} says that the message responds to the request ${quoted(found)}: the ` +
        'Response lacks InResponseTo.',
    );
  throw new SamlError(
    'in-response-to',
    requestId === undefined
      ? `The message responds to the request ${quoted(found)}, but no login was started here.`
      : `The message responds to the request ${quoted(found)}, but the login started here has ${quoted(requestId)}.`,
  );
}

/**
 * saml-bindings §3.5.5.2 requires a Destination when the message is signed. An unsigned Response around a
 * signed assertion may lack it; there, the signed Recipient of the assertion has the same role.
 */
function checkDestination(destination: string | undefined, isSigned: boolean, acsUrl: string): void {
  if (destination === acsUrl || (destination === undefined && !isSigned)) return;
  throw new SamlError(
    'destination',
    `The response is addressed to ${quoted(destination)}, but this address is ${quoted(acsUrl)}.`,
  );
}

/** Checks saml-core §3.2.2.2. Reports a failure in the identity provider's words. */
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
