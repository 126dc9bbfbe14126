import { parseJsonBody } from '../../core/json.ts';
import { WebAuthnError } from './error.ts';

/** The result of `navigator.credentials.create()`. All binary values are base64url without padding. */
export interface RegistrationResponse {
  id: string;
  clientDataJson: string;
  attestationObject: string;
}

/** The result of `navigator.credentials.get()`. */
export interface AssertionResponse {
  id: string;
  clientDataJson: string;
  authenticatorData: string;
  signature: string;
  userHandle: string | undefined;
}

/**
 * Limits in bytes. The credential ID's is that of WebAuthn Level 3 §7.1; the others exceed what authenticators
 * send.
 */
const limits = {
  id: 1_023,
  clientDataJSON: 4_096,
  attestationObject: 16_384,
  authenticatorData: 4_096,
  signature: 2_048,
  userHandle: 64,
};

type Field = keyof typeof limits;

/** Reads a response. Throws WebAuthnError for anything else. */
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
    // Authenticators that store no user send null, or nothing.
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

/** Decoding is lenient, so accept only the exact spelling of the bytes. */
function bytesField(object: Record<string, unknown>, field: Field): string {
  const value = object[field];
  if (typeof value !== 'string' || value === '') throw new WebAuthnError(`${field} is missing`);
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.toString('base64url') !== value) throw new WebAuthnError(`${field} is not base64url`);
  if (bytes.length > limits[field]) throw new WebAuthnError(`${field} is longer than ${limits[field]} bytes`);
  return value;
}
