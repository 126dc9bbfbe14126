import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { postBindingForm } from '../protocols/saml/bindings.ts';
import {
  buildIdpErrorResponse,
  buildIdpResponse,
  type IdpResponseInput,
} from '../protocols/saml/idp-response.ts';
import { emailFormat, unspecifiedFormat } from '../protocols/saml/names.ts';
import { createCertifiedKey } from '../protocols/saml/self-signed.ts';
import type { Fault } from './faults.ts';
import { type SimulatorKeys, type SimulatorSigner, toSigner } from './keys.ts';
import type { Provider } from './provider.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { fetchSpCertificates } from './sp-certificates.ts';
import type { SimulatedUser } from './users.ts';

export interface AnswerInput {
  provider: Provider;
  request: SignInRequest;
  user: Pick<SimulatedUser, 'nameId' | 'name' | 'email' | 'groups'>;
  fault: Fault;
  /** Replaces the encryption certificate in the service provider's metadata. */
  spCertificate?: string;
}

export interface Answer {
  /** The address for the browser's form. */
  action: string;
  fields: Record<string, string>;
  xml: string;
}

type Answering = (input: AnswerInput) => Promise<Answer>;

const statusPrefix = 'urn:oasis:names:tc:SAML:2.0:status';
const maxRemembered = 100;

export function createAnswering(
  service: Pick<ServiceContext, 'now' | 'fetch'>,
  keys: SimulatorKeys,
): Answering {
  const lastAnswers = new Map<string, Answer>();
  let stranger: Promise<SimulatorSigner> | undefined;

  return async (input) => {
    const { provider, request, fault } = input;
    const place = `${provider.name} ${request.acsUrl}`;
    if (fault.id === 'replayed') return lastAnswers.get(place) ?? nothingToReplay(request.acsUrl);
    const signer = await (fault.id === 'wrong-key' ? strangersSigner() : keys(provider.name));
    const encryptFor = fault.encrypted && (await encryptionCertificate(service, input));
    const xml = await writeResponse(fault, { ...goodResponse(input, service.now()), signer, encryptFor });
    const { acsUrl, relayState } = request;
    const answer = { ...postBindingForm({ url: acsUrl, parameter: 'SAMLResponse', xml, relayState }), xml };
    if (!fault.refusedFor) remember(place, answer);
    return answer;
  };

  function strangersSigner(): Promise<SimulatorSigner> {
    stranger ??= createCertifiedKey('A stranger', service.now()).then(toSigner);
    return stranger;
  }

  function remember(place: string, answer: Answer) {
    // A Map keeps insertion order, so the first key is the oldest.
    if (lastAnswers.size >= maxRemembered) lastAnswers.delete(lastAnswers.keys().next().value as string);
    lastAnswers.set(place, answer);
  }
}

async function encryptionCertificate(
  { fetch }: Pick<ServiceContext, 'fetch'>,
  input: AnswerInput,
): Promise<string> {
  if (input.spCertificate) return input.spCertificate;
  const [certificate] = await fetchSpCertificates(fetch, input.request.audience, 'encryption');
  return certificate!;
}

type Unsigned = Omit<IdpResponseInput, 'signer'>;

function goodResponse({ provider, request, user }: AnswerInput, now: number): Unsigned {
  const attributes = { email: user.email, name: user.name, groups: user.groups };
  return {
    responseId: newMessageId(),
    assertionId: newMessageId(),
    issuer: provider.entityId,
    issueInstant: now,
    destination: request.acsUrl,
    recipient: request.acsUrl,
    inResponseTo: request.inResponseTo,
    audience: request.audience,
    nameId: user.nameId,
    nameIdFormat: user.nameId.includes('@') ? emailFormat : unspecifiedFormat,
    sessionIndex: newMessageId(),
    attributes: Object.fromEntries(
      Object.entries(attributes)
        .map(([name, values]) => [name, [values].flat()] as const)
        .filter(([, values]) => values.some((value) => value !== '')),
    ),
    notBefore: now - 30_000,
    notOnOrAfter: now + 300_000,
    sign: 'assertion',
  };
}

async function writeResponse(fault: Fault, good: IdpResponseInput): Promise<string> {
  if (fault.id === 'denied') {
    return buildIdpErrorResponse({
      ...good,
      statusCode: `${statusPrefix}:Responder`,
      innerStatusCode: `${statusPrefix}:AuthnFailed`,
      message: 'The user pressed Cancel',
    });
  }
  const xml = await buildIdpResponse({ ...good, ...fault.change?.(good) });
  if (fault.id === 'altered') return xml.replace('</saml:NameID>', '.altered</saml:NameID>');
  if (fault.id !== 'two-assertions') return xml;
  const other = { ...good, assertionId: newMessageId(), nameId: `other.${good.nameId}` };
  const another = await buildIdpResponse(other);
  const end = '</samlp:Response>';
  const assertion = another.slice(another.indexOf('<saml:Assertion '), another.indexOf(end));
  return xml.replace(end, () => assertion + end);
}

function nothingToReplay(acsUrl: string): never {
  throw new ServiceError(
    'E011004',
    `This provider has not sent a response to ${acsUrl} yet: sign in there once, then replay`,
  );
}

/** The type is xs:ID, so it cannot begin with a digit. */
function newMessageId(): string {
  return `_${randomBytes(16).toString('hex')}`;
}
