/** The change of a field: its old and new value, or only the fact that it changed, where the log must not have the values. */
export type Change = { from: unknown; to: unknown } | 'changed';

const maxChanges = 30;
const maxLength = 200;

/** Names of fields whose values never go into the log. */
const secretNames = /secret|password|token|private|sealed|credential|apikey/i;

/**
 * Returns the fields that differ, with their values: an object's fields under their path, a long value cut. Fields that look like
 * secrets and those in `withoutValues` are named only. Also stops at thirty fields, because the log is kept for good.
 */
export function changesBetween(
  before: object,
  after: object,
  { withoutValues = [] }: { withoutValues?: readonly string[] } = {},
): Record<string, Change> {
  const [old, current] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...current.keys()])].sort();
  const changed = names.filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(current.get(name)));
  const isHidden = (name: string) =>
    secretNames.test(name) || withoutValues.includes(name.split('.')[0] ?? '');
  return Object.fromEntries(
    changed
      .slice(0, maxChanges)
      .map((name): [string, Change] => [
        name,
        isHidden(name) ? 'changed' : { from: shown(old.get(name)), to: shown(current.get(name)) },
      ]),
  );
}

function flat(value: object, path = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, field] of Object.entries(value)) {
    const isObject = typeof field === 'object' && field !== null && !Array.isArray(field);
    if (!isObject) fields.set(path + name, field);
    else for (const [inner, one] of flat(field, `${path}${name}.`)) fields.set(inner, one);
  }
  return fields;
}

function shown(value: unknown): unknown {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  if (text.length <= maxLength) return value;
  const long = typeof value === 'string' ? value : text;
  return `${[...long].slice(0, maxLength).join('')}…`;
}
