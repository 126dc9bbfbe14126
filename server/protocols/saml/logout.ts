import { element, startTag, textElement } from './canonical-writer.ts';
import { SamlError } from './error.ts';
import { requireMessage } from './expected-root.ts';
import { verificationKeys } from './key.ts';
import { assertionNs, protocolNs, statusSuccess } from './names.ts';
import type { Unsigned } from './sign.ts';
import { readSigned } from './signature.ts';
import { formatInstant, parseInstant } from './time.ts';
import { attributeOf, childrenNamed, onlyChild, parseXml, textOf } from './xml.ts';

/** The name of a user as an assertion gave it to a service provider, with all that belongs to it (saml-core §2.2.2). */
export interface SamlName {
  value: string;
  format: string;
  nameQualifiers?: { nameQualifier: string; spNameQualifier: string } | undefined;
}

interface MessageHead {
  id: string;
  issuer: string;
  /** Milliseconds. */
  issueInstant: number;
  destination: string;
}

/** A service provider's request to sign its user out (saml-core §3.7.1). */
export interface LogoutRequest {
  id: string;
  issuer: string;
  /** Milliseconds. */
  issueInstant: number;
  destination?: string | undefined;
  /** Milliseconds. */
  notOnOrAfter?: number;
  /** The name ID; empty if the message names the user in another form, such as an encrypted one. */
  nameId: string;
  sessionIndexes: string[];
}

/** A service provider's answer to our request (saml-core §3.7.2). */
export interface LogoutResponse {
  issuer: string;
  /** Milliseconds. */
  issueInstant: number;
  destination?: string | undefined;
  inResponseTo: string;
  /** The status codes, the top-level one first. */
  statusCodes: string[];
}

type Options = { certificates?: readonly string[] };

/** Reads a logout request. With certificates, it must carry an enveloped signature and is read from the signed bytes. */
export function parseLogoutRequest(xml: string, options: Options = {}): LogoutRequest {
  const { root, id, head } = readMessage(xml, 'LogoutRequest', options);
  const nameId = onlyChild(root, assertionNs, 'NameID');
  const end = attributeOf(root, 'NotOnOrAfter');
  return {
    id,
    ...head,
    ...(end !== undefined && { notOnOrAfter: parseInstant(end, 'NotOnOrAfter of the request') }),
    nameId: nameId ? textOf(nameId).trim() : '',
    sessionIndexes: childrenNamed(root, protocolNs, 'SessionIndex').map((index) => textOf(index).trim()),
  };
}

/** Reads the answer to a logout request, under the same conditions. */
export function parseLogoutResponse(xml: string, options: Options = {}): LogoutResponse {
  const { root, head } = readMessage(xml, 'LogoutResponse', options);
  const inResponseTo = attributeOf(root, 'InResponseTo');
  const status = onlyChild(root, protocolNs, 'Status');
  const code = status && onlyChild(status, protocolNs, 'StatusCode');
  const statusCode = code && attributeOf(code, 'Value');
  if (!inResponseTo || !code || !statusCode)
    throw new SamlError('status', 'The LogoutResponse has no InResponseTo or no status.');
  const inner = onlyChild(code, protocolNs, 'StatusCode');
  const innerCode = inner && attributeOf(inner, 'Value');
  return { ...head, inResponseTo, statusCodes: innerCode ? [statusCode, innerCode] : [statusCode] };
}

function readMessage(xml: string, name: 'LogoutRequest' | 'LogoutResponse', { certificates }: Options) {
  const received = parseXml(xml);
  const root = certificates ? readSigned(received, verificationKeys(certificates)) : received;
  const { id, issuer } = requireMessage(root, name);
  const head = {
    issuer: textOf(issuer).trim(),
    issueInstant: parseInstant(attributeOf(root, 'IssueInstant') ?? '', 'IssueInstant of the message'),
    destination: attributeOf(root, 'Destination'),
  };
  return { root, id, head };
}

/** Builds a request to sign a user out at a service provider, with the name and the session that its assertion had. */
export function logoutRequest(
  input: MessageHead & { notOnOrAfter: number; name: SamlName; sessionIndex: string },
): Unsigned {
  const { value, format, nameQualifiers } = input.name;
  const name = textElement(
    'saml:NameID',
    {
      'xmlns:saml': assertionNs,
      Format: format,
      NameQualifier: nameQualifiers?.nameQualifier,
      SPNameQualifier: nameQualifiers?.spNameQualifier,
    },
    value,
  );
  return message('samlp:LogoutRequest', input, {
    attributes: { NotOnOrAfter: formatInstant(input.notOnOrAfter) },
    content: name + textElement('samlp:SessionIndex', {}, input.sessionIndex),
  });
}

/** Builds the answer to a logout request (saml-core §3.7.2). `statusCodes` begins with the top-level one. */
export function logoutResponse(
  input: MessageHead & { inResponseTo: string; statusCodes?: readonly string[] },
): Unsigned {
  const codes = input.statusCodes ?? [statusSuccess];
  const status = codes.reduceRight((inner, Value) => element('samlp:StatusCode', { Value }, inner), '');
  return message('samlp:LogoutResponse', input, {
    attributes: { InResponseTo: input.inResponseTo },
    content: element('samlp:Status', {}, status),
  });
}

function message(
  name: string,
  { id, issuer, issueInstant, destination }: MessageHead,
  { attributes, content }: { attributes: Record<string, string>; content: string },
): Unsigned {
  const start = startTag(name, {
    'xmlns:samlp': protocolNs,
    ID: id,
    Version: '2.0',
    IssueInstant: formatInstant(issueInstant),
    Destination: destination,
    ...attributes,
  });
  return {
    id,
    before: start + textElement('saml:Issuer', { 'xmlns:saml': assertionNs }, issuer),
    after: `${content}</${name}>`,
  };
}
