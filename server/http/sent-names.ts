/** The fields of an object that a caller spelled in another way. */
const sentNames = new WeakMap<object, Map<string, string>>();

/** Remembers how the caller spelled a field of an object. */
export function noteSpelling(result: object, name: string, key: string): void {
  sentNames.set(result, (sentNames.get(result) ?? new Map()).set(name, key));
}

/** Returns a message about an entry of a batch that begins with a field, as the caller spelled the field. */
export function inEntrysSpelling(entry: object, message: string): string {
  const [name = ''] = /^\w+/.exec(message) ?? [];
  return (sentNames.get(entry)?.get(name) ?? name) + message.slice(name.length);
}
