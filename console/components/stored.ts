/**
 * Stores the viewer's preferences in this browser. Never stores a secret or data about a user. A browser without
 * storage is not an error.
 */
export function readStored<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`latchkey.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(`latchkey.${key}`, JSON.stringify(value));
  } catch {
    // Storage is unavailable in the private windows of some browsers.
  }
}
