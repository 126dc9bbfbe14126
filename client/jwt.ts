export interface Jwt {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signature: Uint8Array<ArrayBuffer>;
  /** The bytes that the signature covers. */
  signed: Uint8Array<ArrayBuffer>;
}

/**
 * Splits a compact JWS into its parts without verifying anything (RFC 7515 §7.1). Returns undefined if the
 * token is not a compact JWS.
 */
export function parseJwt(token: string): Jwt | undefined {
  if (typeof token !== 'string' || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
  const [header = '', claims = '', signature = ''] = token.split('.');
  try {
    return {
      header: parseObject(header),
      claims: parseObject(claims),
      signature: decodeBase64Url(signature),
      signed: new TextEncoder().encode(`${header}.${claims}`),
    };
  } catch {
    return undefined;
  }
}

function parseObject(part: string): Record<string, unknown> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(part));
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('not an object');
  return value as Record<string, unknown>;
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
