/** The languages of the console, and of what the API explains to administrators. */
export type ConsoleLanguage = 'en' | 'de';

export function consoleLanguage(tag = 'en'): ConsoleLanguage {
  return tag.toLowerCase().startsWith('de') ? 'de' : 'en';
}
