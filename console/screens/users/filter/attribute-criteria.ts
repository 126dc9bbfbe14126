/** Values of custom attributes that are looked for, by name: of the values of one name, any will do. */
export type AttributeWishes = Map<string, unknown[]>;

/** `name=JSON` each, as the address has them. */
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

/** Names have no equals sign in them. */
function readWish(text: string): [string, unknown] {
  const end = text.indexOf('=');
  try {
    return [text.slice(0, Math.max(end, 0)), JSON.parse(text.slice(end + 1))];
  } catch {
    return ['', undefined];
  }
}
