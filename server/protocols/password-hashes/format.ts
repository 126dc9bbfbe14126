import { trimEnd } from '../../core/trim-end.ts';

/** Reports a hash that cannot be verified here, or only at an excessive cost. */
export class HashFormatError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads base64 in each form that systems export: with or without padding (PHC strings have none), in the alphabet for
 * addresses (RFC 4648 §5), and with `.` for `+` (passlib). Returns RFC 4648 §4 base64. `Buffer.from` skips invalid
 * characters, so the result is compared with the text.
 */
export function readBase64(field: string, text: string, { minBytes = 1, maxBytes = 128 } = {}): string {
  const usual = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('.', '+');
  const bytes = Buffer.from(usual, 'base64');
  const encoded = bytes.toString('base64');
  if (usual !== encoded && usual !== unpadded(encoded)) throw new HashFormatError(`${field} is not base64`);
  if (bytes.length < minBytes || bytes.length > maxBytes) {
    throw new HashFormatError(`${field} must have ${minBytes} to ${maxBytes} bytes`);
  }
  return encoded;
}

export function unpadded(base64: string): string {
  return trimEnd(base64, '=');
}

export function byteLength(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** Reads a number of a hash that is one text. */
export function readCount(field: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new HashFormatError(`${field} is not a number`);
  return Number(text);
}

/** Limits an imported cost, because this server pays it at the next sign-in. */
export function checkRange(field: string, value: number, minimum: number, maximum: number): void {
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new HashFormatError(`${field} must be from ${minimum} to ${maximum}`);
  }
}
