import type { Language } from '../i18n/languages.ts';
import { formatDuration } from './duration.ts';
import { readable } from './readable.ts';

/** Returns a readable form of a setting's name in the API: `sessionLifetimeSeconds` becomes `Session lifetime`. */
export function settingName(name: string): string {
  return readable(name.replace(/Seconds$/, ''));
}

/** Formats the value of a setting, seconds as a duration. */
export function settingText(
  name: string,
  value: unknown,
  { language, yes, no }: { language: Language; yes: string; no: string },
): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') {
    return name.endsWith('Seconds') ? formatDuration(value, language) : value.toLocaleString(language);
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || '–';
  return typeof value === 'string' ? value || '–' : JSON.stringify(value);
}
