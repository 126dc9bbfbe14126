/** The wanted values of custom attributes by name. A user matches a name if they have any of its values. */
export type AttributeWishes = Map<string, unknown[]>;

/** Parses the address format, in which each item is `name=JSON`. */
export function readAttributeWishes(texts: string[]): AttributeWishes {
  const wishes: AttributeWishes = new Map();
  for (const text of texts) {
    const [name, value] = readWish(text);
    if (name && ['string', 'number', 'boolean'].includes(typeof value)) {
      wishes.set(name, [...(wishes.get(name) ?? []), value]);
    }
  }
  return wishes;
}

export function writeAttributeWishes(wishes: AttributeWishes): string[] {
  return [...wishes].flatMap(([name, values]) => values.map((value) => `${name}=${JSON.stringify(value)}`));
}

/** Splits at the first equals sign, because names contain none. */
function readWish(text: string): [string, unknown] {
  const end = text.indexOf('=');
  try {
    return [text.slice(0, Math.max(end, 0)), JSON.parse(text.slice(end + 1))];
  } catch {
    return ['', undefined];
  }
}
