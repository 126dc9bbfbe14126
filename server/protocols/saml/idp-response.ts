import { encryptAssertion } from './encrypt.ts';
import {
  assertionNs,
  bearerMethod,
  passwordContext,
  protocolNs,
  statusSuccess,
  unspecifiedFormat,
} from './names.ts';
import { type Signer, signXml } from './sign.ts';
import { formatInstant } from './time.ts';
import { escapeXml } from './xml.ts';

/** The content of a Response, entirely chosen by the caller, wrong values included. Times are in milliseconds. */
export type IdpResponseInput = {
  responseId: string;
  assertionId: string;
  issuer: string;
  issueInstant: number;
  destination?: string;
  recipient?: string;
  inResponseTo?: string;
  audience?: string;
  nameId: string;
  nameIdFormat?: string;
  sessionIndex?: string;
  /** Attributes as pairs, so that a name can appear twice. */
  attributes?: Record<string, readonly string[]> | readonly (readonly [string, readonly string[]])[];
  /** Defaults to the time of issue. */
  authnInstant?: number;
  notBefore?: number;
  /** The end of the conditions. */
  notOnOrAfter?: number;
  /** The end of the bearer confirmation. Default: that of the conditions. */
  confirmationNotOnOrAfter?: number;
  sessionNotOnOrAfter?: number;
  /** Default: by password. */
  authnContext?: string;
  sign: 'assertion' | 'response' | 'both' | 'none';
  signer: Signer;
  /** The service provider's certificate. If set, the assertion is encrypted for its key. */
  encryptFor?: string;
};

/** Builds an identity provider's response (saml-core §3.3.3, saml-profiles §4.1.4.2). */
export async function buildIdpResponse(input: IdpResponseInput): Promise<string> {
  let assertion = assertionXml(input);
  if (input.sign === 'assertion' || input.sign === 'both') assertion = await signXml(assertion, input.signer);
  if (input.encryptFor) assertion = encryptAssertion(assertion, input.encryptFor);
  const response = responseXml(input, `<samlp:StatusCode Value="${statusSuccess}"/>`, assertion);
  return input.sign === 'response' || input.sign === 'both'
    ? await signXml(response, input.signer)
    : response;
}

/** Builds the response for a failed sign-in. */
export async function buildIdpErrorResponse(
  input: Pick<
    IdpResponseInput,
    'responseId' | 'issuer' | 'issueInstant' | 'destination' | 'inResponseTo' | 'signer'
  > & {
    statusCode: string;
    innerStatusCode?: string;
    message?: string;
  },
): Promise<string> {
  const inner = input.innerStatusCode
    ? `<samlp:StatusCode Value="${escapeXml(input.innerStatusCode)}"/>`
    : '';
  const code = `<samlp:StatusCode Value="${escapeXml(input.statusCode)}">${inner}</samlp:StatusCode>`;
  const message = input.message
    ? `<samlp:StatusMessage>${escapeXml(input.message)}</samlp:StatusMessage>`
    : '';
  return await signXml(responseXml(input, code + message, ''), input.signer);
}

function responseXml(
  input: Pick<IdpResponseInput, 'responseId' | 'issuer' | 'issueInstant' | 'destination' | 'inResponseTo'>,
  status: string,
  assertion: string,
): string {
  const attributes = attributesXml({
    ID: input.responseId,
    Version: '2.0',
    IssueInstant: formatInstant(input.issueInstant),
    Destination: input.destination,
    InResponseTo: input.inResponseTo,
  });
  return (
    `<samlp:Response xmlns:samlp="${protocolNs}"${attributes}>` +
    `<saml:Issuer xmlns:saml="${assertionNs}">${escapeXml(input.issuer)}</saml:Issuer>` +
    `<samlp:Status>${status}</samlp:Status>${assertion}</samlp:Response>`
  );
}

function assertionXml(input: IdpResponseInput): string {
  const issuedAt = formatInstant(input.issueInstant);
  return (
    `<saml:Assertion xmlns:saml="${assertionNs}"` +
    `${attributesXml({ ID: input.assertionId, Version: '2.0', IssueInstant: issuedAt })}>` +
    `<saml:Issuer>${escapeXml(input.issuer)}</saml:Issuer>${subjectXml(input)}${conditionsXml(input)}` +
    `<saml:AuthnStatement${attributesXml({
      AuthnInstant: formatInstant(input.authnInstant ?? input.issueInstant),
      SessionIndex: input.sessionIndex,
      SessionNotOnOrAfter: optionalInstant(input.sessionNotOnOrAfter),
    })}><saml:AuthnContext><saml:AuthnContextClassRef>${escapeXml(input.authnContext ?? passwordContext)}</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>${attributeStatementXml(input.attributes ?? {})}</saml:Assertion>`
  );
}

function subjectXml(input: IdpResponseInput): string {
  const data = attributesXml({
    InResponseTo: input.inResponseTo,
    NotOnOrAfter: optionalInstant(input.confirmationNotOnOrAfter ?? input.notOnOrAfter),
    Recipient: input.recipient,
  });
  return (
    `<saml:Subject><saml:NameID${attributesXml({ Format: input.nameIdFormat ?? unspecifiedFormat })}>` +
    `${escapeXml(input.nameId)}</saml:NameID><saml:SubjectConfirmation Method="${bearerMethod}">` +
    `<saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation></saml:Subject>`
  );
}

function conditionsXml(input: IdpResponseInput): string {
  const attributes = attributesXml({
    NotBefore: optionalInstant(input.notBefore),
    NotOnOrAfter: optionalInstant(input.notOnOrAfter),
  });
  const audience =
    input.audience === undefined
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${escapeXml(input.audience)}</saml:Audience></saml:AudienceRestriction>`;
  return `<saml:Conditions${attributes}>${audience}</saml:Conditions>`;
}

function attributeStatementXml(attributes: NonNullable<IdpResponseInput['attributes']>): string {
  const pairs = Array.isArray(attributes) ? attributes : Object.entries(attributes);
  const written = pairs.map(([name, values]: readonly [string, readonly string[]]) => {
    const all = values.map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escapeXml(name)}">${all.join('')}</saml:Attribute>`;
  });
  // The schema requires at least one attribute in a statement.
  return written.length > 0 ? `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>` : '';
}

function attributesXml(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('');
}

function optionalInstant(at: number | undefined): string | undefined {
  return at === undefined ? undefined : formatInstant(at);
}
