/**
 * Returns a preference that is stored in this browser, or `otherwise` if there is none or storage is unavailable.
 * Preferences never contain secrets. Only the filters that an administrator saves can name users.
 */
export function readPreference<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`latchkey.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function writePreference(key: string, value: unknown): void {
  try {
    localStorage.setItem(`latchkey.${key}`, JSON.stringify(value));
  } catch {
    // Storage is unavailable in the private windows of some browsers.
  }
}
