interface Difference {
  name: string;
  theirs: unknown;
  yours: unknown;
}

/**
 * Returns where `theirs` differs from `before`, and what `yours` has there. A place that one of them does not have is named as a
 * whole.
 */
export function differencesOf(before: unknown, theirs: unknown, yours: unknown, path = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(theirs)) return [];
  if (!isObject(before) || !isObject(theirs) || !isObject(yours)) return [{ name: path, theirs, yours }];
  const names = new Set([...Object.keys(before), ...Object.keys(theirs)]);
  return [...names].flatMap((name) =>
    differencesOf(before[name], theirs[name], yours[name], path === '' ? name : `${path}.${name}`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
