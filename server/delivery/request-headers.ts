import { ServiceError } from '../core/errors.ts';

/** The name and value of a header (RFC 9110 §5.6.2 and §5.5). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e]{0,4096}$/;
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'content-type']);

/** Throws E011004 for headers that an administrator gave and that cannot be sent. */
export function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || !headerValue.test(value))
      throw new ServiceError('E011004', 'headers must have valid names and values');
    if (ownHeaders.has(name.toLowerCase()))
      throw new ServiceError(
        'E011004',
        `The header ${name.toLowerCase()} cannot be set. Remove it from headers`,
      );
  }
}

/** Returns the values in every form that a receiver may repeat, so that they can be removed from responses. */
export function secretFormsOf(headers: Record<string, string>): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
}
