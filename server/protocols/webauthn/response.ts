import { parseJsonBody } from '../../core/json.ts';
import { WebAuthnError } from './error.ts';

/** What `navigator.credentials.create()` gave. Everything binary is base64url without padding. */
export interface RegistrationResponse {
  id: string;
  clientDataJson: string;
  attestationObject: string;
}

/** What `navigator.credentials.get()` gave. */
export interface AssertionResponse {
  id: string;
  clientDataJson: string;
  authenticatorData: string;
  signature: string;
  userHandle: string | undefined;
}

/** Of bytes. The credential ID's is that of WebAuthn Level 3 §7.1; the others are more than authenticators send. */
const limits = {
  id: 1_023,
  clientDataJSON: 4_096,
  attestationObject: 16_384,
  authenticatorData: 4_096,
  signature: 2_048,
  userHandle: 64,
};

type Field = keyof typeof limits;

/** WebAuthnError for what is not such a response at all. */
export function readRegistrationResponse(text: string): RegistrationResponse {
  const { id, response } = readCredential(text);
  return {
    id,
    clientDataJson: bytesField(response, 'clientDataJSON'),
    attestationObject: bytesField(response, 'attestationObject'),
  };
}

export function readAssertionResponse(text: string): AssertionResponse {
  const { id, response } = readCredential(text);
  return {
    id,
    clientDataJson: bytesField(response, 'clientDataJSON'),
    authenticatorData: bytesField(response, 'authenticatorData'),
    signature: bytesField(response, 'signature'),
    // Authenticators that keep no user say null, or nothing at all.
    userHandle: response['userHandle'] ? bytesField(response, 'userHandle') : undefined,
  };
}

function readCredential(text: string): { id: string; response: Record<string, unknown> } {
  const credential = readObject('the response', parse(text));
  const id = bytesField(credential, 'id');
  if (credential['rawId'] !== id) throw new WebAuthnError('id and rawId are not the same');
  if (credential['type'] !== 'public-key') throw new WebAuthnError('type is not "public-key"');
  return { id, response: readObject('response', credential['response']) };
}

function parse(text: string): unknown {
  try {
    return parseJsonBody(Buffer.from(text));
  } catch {
    throw new WebAuthnError('the response is not JSON');
  }
}

function readObject(name: string, value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new WebAuthnError(`${name} is not an object`);
  }
  return value as Record<string, unknown>;
}

/** Decoding is lenient: only the one spelling of the bytes is taken. */
function bytesField(object: Record<string, unknown>, field: Field): string {
  const value = object[field];
  if (typeof value !== 'string' || value === '') throw new WebAuthnError(`${field} is missing`);
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.toString('base64url') !== value) throw new WebAuthnError(`${field} is not base64url`);
  if (bytes.length > limits[field]) throw new WebAuthnError(`${field} is longer than ${limits[field]} bytes`);
  return value;
}
