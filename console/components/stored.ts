/**
 * What the viewer chose, in this browser: never a secret, and nothing of a user. A browser that keeps nothing is no
 * fault.
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
    // Private windows of some browsers.
  }
}
