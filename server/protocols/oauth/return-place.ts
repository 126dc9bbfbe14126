/**
 * Names the place to which a browser returns, as users read it: the host of a website; the address of a program on the user's computer,
 * without the port, which changes; or the scheme of an app. Everything behind a scheme of its own is the app's choice, also what looks
 * like a host.
 */
export function returnPlaceOf(url: string): string {
  const { protocol, host, hostname } = new URL(url);
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? `http://${isLoopback(hostname) ? hostname : host}` : protocol;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
