/** Reports whether an address is on the user's own computer, where native applications listen (RFC 8252 §7.3). */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

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
