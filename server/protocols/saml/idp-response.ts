import { element, startTag, textElement } from './canonical-writer.ts';
import { encryptAssertion } from './encrypt.ts';
import {
  assertionNs,
  bearerMethod,
  passwordContext,
  protocolNs,
  statusSuccess,
  unspecifiedFormat,
} from './names.ts';
import { type Signer, signEnveloped, type Unsigned, withoutSignature } from './sign.ts';
import { formatInstant } from './time.ts';

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
  /** The entity IDs of the identity provider that gave the name, and of the service provider for which (saml-core §2.2.2). */
  nameQualifiers?: { nameQualifier: string; spNameQualifier: string } | undefined;
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
  const { sign, signer } = input;
  const written = assertionOf(input);
  let assertion =
    sign === 'assertion' || sign === 'both'
      ? await signEnveloped(written, signer)
      : withoutSignature(written);
  if (input.encryptFor) assertion = encryptAssertion(assertion, input.encryptFor);
  const response = responseOf(input, element('samlp:StatusCode', { Value: statusSuccess }), assertion);
  return sign === 'response' || sign === 'both'
    ? await signEnveloped(response, signer)
    : withoutSignature(response);
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
  const inner = input.innerStatusCode ? element('samlp:StatusCode', { Value: input.innerStatusCode }) : '';
  const code = element('samlp:StatusCode', { Value: input.statusCode }, inner);
  const message = input.message ? textElement('samlp:StatusMessage', {}, input.message) : '';
  return await signEnveloped(responseOf(input, code + message, ''), input.signer);
}

function responseOf(
  input: Pick<IdpResponseInput, 'responseId' | 'issuer' | 'issueInstant' | 'destination' | 'inResponseTo'>,
  status: string,
  assertion: string,
): Unsigned {
  const start = startTag('samlp:Response', {
    'xmlns:samlp': protocolNs,
    ID: input.responseId,
    Version: '2.0',
    IssueInstant: formatInstant(input.issueInstant),
    Destination: input.destination,
    InResponseTo: input.inResponseTo,
  });
  return {
    id: input.responseId,
    before: start + textElement('saml:Issuer', { 'xmlns:saml': assertionNs }, input.issuer),
    after: `${element('samlp:Status', {}, status)}${assertion}</samlp:Response>`,
  };
}

function assertionOf(input: IdpResponseInput): Unsigned {
  const start = startTag('saml:Assertion', {
    'xmlns:saml': assertionNs,
    ID: input.assertionId,
    Version: '2.0',
    IssueInstant: formatInstant(input.issueInstant),
  });
  const statement = element(
    'saml:AuthnStatement',
    {
      AuthnInstant: formatInstant(input.authnInstant ?? input.issueInstant),
      SessionIndex: input.sessionIndex,
      SessionNotOnOrAfter: optionalInstant(input.sessionNotOnOrAfter),
    },
    element(
      'saml:AuthnContext',
      {},
      textElement('saml:AuthnContextClassRef', {}, input.authnContext ?? passwordContext),
    ),
  );
  const content = subjectOf(input) + conditionsOf(input) + statement;
  return {
    id: input.assertionId,
    before: start + textElement('saml:Issuer', {}, input.issuer),
    after: `${content}${attributeStatement(input.attributes ?? {})}</saml:Assertion>`,
  };
}

function subjectOf(input: IdpResponseInput): string {
  const name = textElement(
    'saml:NameID',
    {
      Format: input.nameIdFormat ?? unspecifiedFormat,
      NameQualifier: input.nameQualifiers?.nameQualifier,
      SPNameQualifier: input.nameQualifiers?.spNameQualifier,
    },
    input.nameId,
  );
  const data = element('saml:SubjectConfirmationData', {
    InResponseTo: input.inResponseTo,
    NotOnOrAfter: optionalInstant(input.confirmationNotOnOrAfter ?? input.notOnOrAfter),
    Recipient: input.recipient,
  });
  return element(
    'saml:Subject',
    {},
    name + element('saml:SubjectConfirmation', { Method: bearerMethod }, data),
  );
}

function conditionsOf(input: IdpResponseInput): string {
  const attributes = {
    NotBefore: optionalInstant(input.notBefore),
    NotOnOrAfter: optionalInstant(input.notOnOrAfter),
  };
  const audience =
    input.audience === undefined
      ? ''
      : element('saml:AudienceRestriction', {}, textElement('saml:Audience', {}, input.audience));
  return element('saml:Conditions', attributes, audience);
}

function attributeStatement(attributes: NonNullable<IdpResponseInput['attributes']>): string {
  const pairs = Array.isArray(attributes) ? attributes : Object.entries(attributes);
  const written = pairs.map(([Name, values]: readonly [string, readonly string[]]) =>
    element(
      'saml:Attribute',
      { Name },
      values.map((value) => textElement('saml:AttributeValue', {}, value)).join(''),
    ),
  );
  // The schema requires at least one attribute in a statement.
  return written.length > 0 ? element('saml:AttributeStatement', {}, written.join('')) : '';
}

function optionalInstant(at: number | undefined): string | undefined {
  return at === undefined ? undefined : formatInstant(at);
}
