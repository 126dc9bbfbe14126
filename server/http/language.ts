/** The languages of the pages. */
export type Language = 'en' | 'de';

/**
 * Returns the available language that the browser prefers (RFC 9110 §12.5.4). Ignores the region: `de-AT` is
 * German. Returns `fallback` when no language fits or the browser accepts any.
 */
export function preferredLanguage(acceptLanguage: string | undefined, fallback: Language = 'en'): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 1_000).split(',').map(readRange);
  const known = ranges.filter(({ language, weight }) => weight > 0 && ['en', 'de', '*'].includes(language));
  // Sorting is stable, so equal weights keep the browser's order.
  const [best] = known.sort((a, b) => b.weight - a.weight);
  return best?.language === 'de' || best?.language === 'en' ? best.language : fallback;
}

function readRange(text: string): { language: string; weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { language: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}
