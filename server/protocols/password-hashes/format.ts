/** Reports a hash that cannot be verified here, or only at an excessive cost. */
export class HashFormatError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads RFC 4648 §4 base64 with padding. `Buffer.from` skips invalid characters, so the result is encoded again
 * and compared.
 */
export function readBase64(field: string, text: string, { minBytes = 1, maxBytes = 128 } = {}): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new HashFormatError(`${field} is not base64 with padding`);
  if (bytes.length < minBytes || bytes.length > maxBytes) {
    throw new HashFormatError(`${field} must have ${minBytes} to ${maxBytes} bytes`);
  }
  return bytes;
}

/** Limits an imported cost, because this server pays it at the next sign-in. */
export function checkRange(field: string, value: number, minimum: number, maximum: number): void {
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new HashFormatError(`${field} must be from ${minimum} to ${maximum}`);
  }
}
