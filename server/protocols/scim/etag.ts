import { createHash } from 'node:crypto';
import { ScimError } from './scim-error.ts';

/** Returns the weak ETag of content (RFC 7644 §3.14). */
export function versionOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;
}

/** Compares weakly, as clients repeat an ETag with and without the mark of a weak one. */
export function matchesVersion(header: string, version: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(version));
}

/** Throws 412 unless the resource still has a version that the client names. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || matchesVersion(ifMatch, version)) return;
  throw new ScimError(412, `The resource has changed since. Its version is ${version}`);
}
