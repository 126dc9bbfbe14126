/** The wanted values of custom attributes by name. A user matches a name if they have any of its values. */
export type AttributeCriteria = Map<string, unknown[]>;

/** Parses the address format, in which each item is `name=JSON`. */
export function readAttributeCriteria(texts: string[]): AttributeCriteria {
  const criteria: AttributeCriteria = new Map();
  for (const text of texts) {
    const [name, value] = readCriterion(text);
    if (name && ['string', 'number', 'boolean'].includes(typeof value)) {
      criteria.set(name, [...(criteria.get(name) ?? []), value]);
    }
  }
  return criteria;
}

export function writeAttributeCriteria(criteria: AttributeCriteria): string[] {
  return [...criteria].flatMap(([name, values]) => values.map((value) => `${name}=${JSON.stringify(value)}`));
}

/** Splits at the first equals sign, because names contain none. */
function readCriterion(text: string): [string, unknown] {
  const end = text.indexOf('=');
  try {
    return [text.slice(0, Math.max(end, 0)), JSON.parse(text.slice(end + 1))];
  } catch {
    return ['', undefined];
  }
}
