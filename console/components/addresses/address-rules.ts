/** The reasons why a URL is invalid, as far as the console checks them. The server makes the final decision. */
export type AddressProblem = 'noUrl' | 'fragment' | 'wildcard' | 'topLevel' | 'noOrigin';

export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\\s]/i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

/** Allows `*` as the leftmost label of the host or as the rest of the path. */
export function redirectProblem(text: string): AddressProblem | undefined {
  const named = text.replace(/^(https?:\/\/)\*\./i, '$1any.');
  const fixed = named.replace(/^(https?:\/\/[^/?#]+\/[^?#]*)\*$/i, '$1');
  if (!isWebUrl(named.replaceAll('*', 'any'))) return 'noUrl';
  if (text.includes('#')) return 'fragment';
  if (fixed.includes('*')) return 'wildcard';
  if (named === text) return undefined;
  const parent = new URL(named).hostname.slice('any.'.length);
  return parent === 'localhost' || parent.includes('.') ? undefined : 'topLevel';
}

export function originProblem(text: string): AddressProblem | undefined {
  // An Android app that uses passkeys.
  if (/^android:apk-key-hash:[\w-]{43}$/.test(text)) return undefined;
  if (!isWebUrl(text)) return 'noUrl';
  const isOrigin = !/[*?#]/.test(text) && new URL(text).pathname === '/';
  return isOrigin ? undefined : 'noOrigin';
}
