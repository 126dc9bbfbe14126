interface Difference {
  /** The field, with those that contain it: `branding.logoUrl`. */
  name: string;
  theirs: unknown;
  yours: unknown;
}

/** Two administrators changed the same fields. Nothing was saved. */
export class Conflict extends Error {
  readonly differences: Difference[];
  /** The form knows the other version now, so that saving again replaces it. */
  canSaveAgain = false;

  constructor(differences: Difference[]) {
    super(`changed at the same time: ${differences.map(({ name }) => name).join(', ')}`);
    this.differences = differences;
  }
}

/**
 * Returns the fields of `yours` with what another administrator changed since `before`. Throws a Conflict for fields that
 * both changed. `before` and `theirs` may have more fields than `yours`.
 */
export function merge<V extends object>(before: object, yours: V, theirs: object): V {
  const differences: Difference[] = [];
  const merged = mergeFields(before as Fields, yours as Fields, theirs as Fields, '', differences);
  if (differences.length > 0) throw new Conflict(differences);
  return merged as V;
}

type Fields = Record<string, unknown>;

function mergeFields(
  before: Fields,
  yours: Fields,
  theirs: Fields,
  path: string,
  found: Difference[],
): Fields {
  return Object.fromEntries(
    Object.entries(yours).map(([field, mine]) => {
      const [old, other] = [before[field], theirs[field]];
      const name = `${path}${field}`;
      if (isFields(old) && isFields(mine) && isFields(other)) {
        return [field, mergeFields(old, mine, other, `${name}.`, found)];
      }
      if (isSame(mine, old)) return [field, other];
      if (!isSame(other, old) && !isSame(other, mine)) found.push({ name, theirs: other, yours: mine });
      return [field, mine];
    }),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
