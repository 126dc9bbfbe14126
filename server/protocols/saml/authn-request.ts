import { element, startTag, textElement } from './canonical-writer.ts';
import { requireMessage } from './expected-root.ts';
import { verificationKeys } from './key.ts';
import { assertionNs, postBinding, protocolNs } from './names.ts';
import { type Unsigned, withoutSignature } from './sign.ts';
import { readSigned } from './signature.ts';
import { formatInstant, parseInstant } from './time.ts';
import { attributeOf, childrenNamed, onlyChild, parseXml, textOf } from './xml.ts';

export type AuthnRequestInput = {
  /** Begins with a letter or "_": the type is xs:ID. */
  id: string;
  /** Milliseconds. */
  issueInstant: number;
  /** The identity provider's address for the request. */
  destination: string;
  acsUrl: string;
  spEntityId: string;
  nameIdFormat?: string;
  /** The user must sign in again, even with a session at the identity provider. */
  forceAuthn?: boolean;
  /** The identity provider must not show anything to the user. */
  isPassive?: boolean;
  /** The ways to sign in there, one of which is required. Empty: any. */
  authnContexts?: readonly string[];
};

/** Builds a request (saml-core §3.4.1) that asks for a response by the POST binding, without a signature of its own. */
export function buildAuthnRequest(input: AuthnRequestInput): string {
  return withoutSignature(authnRequest(input));
}

/** Builds the same request for a signature inside the XML. */
export function authnRequest(input: AuthnRequestInput): Unsigned {
  const start = startTag('samlp:AuthnRequest', {
    'xmlns:samlp': protocolNs,
    ID: input.id,
    Version: '2.0',
    IssueInstant: formatInstant(input.issueInstant),
    Destination: input.destination,
    ...(input.forceAuthn && { ForceAuthn: 'true' }),
    ...(input.isPassive && { IsPassive: 'true' }),
    ProtocolBinding: postBinding,
    AssertionConsumerServiceURL: input.acsUrl,
  });
  const policy = element('samlp:NameIDPolicy', {
    Format: input.nameIdFormat || undefined,
    AllowCreate: 'true',
  });
  return {
    id: input.id,
    before: start + textElement('saml:Issuer', { 'xmlns:saml': assertionNs }, input.spEntityId),
    after: `${policy}${requestedContext(input.authnContexts ?? [])}</samlp:AuthnRequest>`,
  };
}

/** Writes saml-core §3.3.2.2.1. */
function requestedContext(contexts: readonly string[]): string {
  if (contexts.length === 0) return '';
  const references = contexts.map((one) =>
    textElement('saml:AuthnContextClassRef', { 'xmlns:saml': assertionNs }, one),
  );
  return element('samlp:RequestedAuthnContext', { Comparison: 'exact' }, references.join(''));
}

export type AuthnRequest = {
  id: string;
  issuer: string;
  /** Milliseconds. */
  issueInstant: number;
  destination?: string;
  acsUrl?: string;
  /** The number of the address in the service provider's metadata. */
  acsIndex?: number;
  protocolBinding?: string;
  nameIdFormat?: string;
  forceAuthn: boolean;
  isPassive: boolean;
  /** The requested ways to sign in. */
  authnContexts: string[];
};

/**
 * Reads a request. With certificates, it must carry an enveloped signature (the POST binding) and is read from
 * the signed bytes; a request of the Redirect binding is signed outside the XML instead.
 */
export function parseAuthnRequest(
  xml: string,
  options: { certificates?: readonly string[] } = {},
): AuthnRequest {
  const received = parseXml(xml);
  const root = options.certificates ? readSigned(received, verificationKeys(options.certificates)) : received;
  const { id, issuer } = requireMessage(root, 'AuthnRequest');
  const policy = onlyChild(root, protocolNs, 'NameIDPolicy');
  const context = onlyChild(root, protocolNs, 'RequestedAuthnContext');
  return {
    id,
    issuer: textOf(issuer).trim(),
    issueInstant: parseInstant(attributeOf(root, 'IssueInstant') ?? '', 'IssueInstant of the request'),
    destination: attributeOf(root, 'Destination'),
    acsUrl: attributeOf(root, 'AssertionConsumerServiceURL'),
    ...readIndex(attributeOf(root, 'AssertionConsumerServiceIndex')),
    protocolBinding: attributeOf(root, 'ProtocolBinding'),
    nameIdFormat: policy && attributeOf(policy, 'Format'),
    forceAuthn: isTrue(attributeOf(root, 'ForceAuthn')),
    isPassive: isTrue(attributeOf(root, 'IsPassive')),
    authnContexts: context ? childrenNamed(context, assertionNs, 'AuthnContextClassRef').map(textOf) : [],
  };
}

function readIndex(text: string | undefined): { acsIndex?: number } {
  return text !== undefined && /^\d{1,5}$/.test(text) ? { acsIndex: Number(text) } : {};
}

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}
