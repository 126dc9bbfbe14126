import { isLoopbackUrl } from '../../core/url.ts';

/** Compares two loopback addresses except for the port, which a native application gets when it starts (RFC 8252 §7.3). */
export function isSameLoopback(url: string, registered: string): boolean {
  if (!isLoopbackUrl(url) || !isLoopbackUrl(registered)) return false;
  return withoutPort(url) === withoutPort(registered);
}

function withoutPort(url: string): string {
  const parsed = new URL(url);
  parsed.port = '';
  return parsed.href;
}
