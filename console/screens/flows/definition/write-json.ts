/** Writes a value as JSON with a line for each field. A list of texts is one line. */
export function writeJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => writeJson(entry, inner));
    const isShort = value.every((entry) => typeof entry !== 'object');
    return isShort ? `[${entries.join(', ')}]` : `[\n${inner}${entries.join(`,\n${inner}`)}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}: ${writeJson(field, inner)}`,
  );
  return fields.length === 0 ? '{}' : `{\n${inner}${fields.join(`,\n${inner}`)}\n${indent}}`;
}
