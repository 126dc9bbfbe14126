/** Removes the blanks around the texts of an object: they come with an address, an ID or a secret when it is pasted. */
export function withoutBlanks<T extends object>(pasted: T): T {
  const values = Object.entries(pasted).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(values) as T;
}
