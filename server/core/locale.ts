/**
 * Returns the language tag in lower case with hyphens (SDKs also send `de_AT`), or an empty text if it is not
 * valid.
 */
export function readLocale(text: string): string {
  const locale = text.trim().toLowerCase().replaceAll('_', '-');
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/.test(locale) ? locale : '';
}
