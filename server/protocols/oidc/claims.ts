/** What a provider says about somebody: JSON from outside, and no more than that. */
export type Claims = Record<string, unknown>;

/** Names with dots lead into objects, unless a claim has that very name. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    const object = objectOf(value);
    value = Object.hasOwn(object, name) ? object[name] : undefined;
  }
  return value;
}

/** Empty for what is no text, or cannot be stored as one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : '';
}

/** Empty for what is no object. */
export function objectOf(value: unknown): Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
