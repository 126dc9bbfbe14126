/** A provider's claims about a user: unchecked JSON. */
export type Claims = Record<string, unknown>;

/** Reads a claim. Names with dots lead into objects, unless a claim has that very name. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    const object = objectOf(value);
    value = Object.hasOwn(object, name) ? object[name] : undefined;
  }
  return value;
}

/** Reads a flag as providers write it (XML Schema §3.2.2, and common variants). */
export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && ['true', '1'].includes(value.trim().toLowerCase()));
}

/** Returns an empty text for values that are not text or cannot be stored as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : '';
}

/** Returns an empty object for values that are not objects. */
export function objectOf(value: unknown): Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
