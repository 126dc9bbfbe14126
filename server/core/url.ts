import { domainToASCII } from 'node:url';

/**
 * Reports whether `text` is an absolute http(s) URL without credentials, white space, control characters or
 * backslashes.
 */
export function isWebUrl(text: string): boolean {
  // Browsers drop tabs and newlines and read `\` as `/`: the checked address must be the one that they open.
  if (/[\s\p{Cc}\\]/u.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

export function isLoopbackUrl(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const { hostname } = new URL(text);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Adds query parameters. Existing ones and the fragment stay. */
export function withQuery(text: string, parameters: Record<string, string>): string {
  const url = new URL(text);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Reports whether `text` is the name or address of a host; an IPv6 address may have brackets. */
export function isHost(text: string): boolean {
  const host = text.replace(/^\[([0-9a-fA-F:.]+)\]$/, '$1');
  return host !== '' && (/^[0-9a-fA-F:.]+$/.test(host) || /^[\w-]+(\.[\w-]+)*$/.test(domainToASCII(host)));
}
