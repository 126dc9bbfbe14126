/** The languages of the console, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** The texts of one part of the console, by language. */
export type Messages<T> = Record<Language, T>;

/** Pairs the texts of both languages. A text that `de` lacks is a compile error. */
export function defineMessages<T>(en: T, de: NoInfer<T>): Messages<T> {
  return { en, de };
}
