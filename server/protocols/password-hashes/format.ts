/** A hash that cannot be verified here, or not at a bearable cost. */
export class HashFormatError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** RFC 4648 §4 with padding. `Buffer.from` skips what it cannot read, so the text is compared with what it gave. */
export function readBase64(field: string, text: string, { minBytes = 1, maxBytes = 128 } = {}): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new HashFormatError(`${field} is not base64 with padding`);
  if (bytes.length < minBytes || bytes.length > maxBytes) {
    throw new HashFormatError(`${field} must have ${minBytes} to ${maxBytes} bytes`);
  }
  return bytes;
}

/** What somebody else chose as a cost is paid by this server at the next sign-in. */
export function checkRange(field: string, value: number, minimum: number, maximum: number): void {
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new HashFormatError(`${field} must be from ${minimum} to ${maximum}`);
  }
}
