import { quoted, SamlError } from './error.ts';
import { verificationKeys } from './key.ts';
import { assertionNs, protocolNs, statusSuccess } from './names.ts';
import { type Signer, signXml } from './sign.ts';
import { readSigned } from './signature.ts';
import { formatInstant, parseInstant } from './time.ts';
import { attributeOf, childrenNamed, escapeXml, isNamed, onlyChild, parseXml, textOf } from './xml.ts';

/** A service provider's request to sign its user out (saml-core §3.7.1). */
export interface LogoutRequest {
  id: string;
  issuer: string;
  /** Milliseconds. */
  issueInstant: number;
  destination?: string | undefined;
  /** Milliseconds. */
  notOnOrAfter?: number;
  nameId: string;
  sessionIndexes: string[];
}

/** Reads a logout request. With certificates, it must carry an enveloped signature and is read from the signed bytes. */
export function parseLogoutRequest(
  xml: string,
  options: { certificates?: readonly string[] } = {},
): LogoutRequest {
  const received = parseXml(xml);
  const root = options.certificates ? readSigned(received, verificationKeys(options.certificates)) : received;
  const id = attributeOf(root, 'ID');
  const issuer = onlyChild(root, assertionNs, 'Issuer');
  if (!isNamed(root, protocolNs, 'LogoutRequest') || attributeOf(root, 'Version') !== '2.0' || !id || !issuer)
    throw new SamlError(
      'request',
      `The message is not a SAML 2.0 LogoutRequest but ${quoted(root.localName)}.`,
    );
  const nameId = onlyChild(root, assertionNs, 'NameID');
  const end = attributeOf(root, 'NotOnOrAfter');
  return {
    id,
    issuer: textOf(issuer).trim(),
    issueInstant: parseInstant(attributeOf(root, 'IssueInstant') ?? '', 'IssueInstant of the request'),
    destination: attributeOf(root, 'Destination'),
    ...(end !== undefined && { notOnOrAfter: parseInstant(end, 'NotOnOrAfter of the request') }),
    nameId: nameId ? textOf(nameId).trim() : '',
    sessionIndexes: childrenNamed(root, protocolNs, 'SessionIndex').map((index) => textOf(index).trim()),
  };
}

/** Builds the answer to a logout request (saml-core §3.7.2). Signed with `signer`, or by its binding without one. */
export async function buildLogoutResponse(input: {
  id: string;
  issuer: string;
  issueInstant: number;
  destination: string;
  inResponseTo: string;
  signer?: Signer;
}): Promise<string> {
  const xml =
    `<samlp:LogoutResponse xmlns:samlp="${protocolNs}" ID="${escapeXml(input.id)}" Version="2.0"` +
    ` IssueInstant="${formatInstant(input.issueInstant)}" Destination="${escapeXml(input.destination)}"` +
    ` InResponseTo="${escapeXml(input.inResponseTo)}">` +
    `<saml:Issuer xmlns:saml="${assertionNs}">${escapeXml(input.issuer)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${statusSuccess}"/></samlp:Status></samlp:LogoutResponse>`;
  return input.signer ? signXml(xml, input.signer) : xml;
}
