/** What pages are written in. */
export type Language = 'en' | 'de';

/**
 * The language that a browser would rather have (RFC 9110 §12.5.4) of those that there are. A region does not matter:
 * `de-AT` is German. When nothing fits, and where the browser takes any, `fallback`.
 */
export function preferredLanguage(acceptLanguage: string | undefined, fallback: Language = 'en'): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 1_000).split(',').map(readRange);
  const known = ranges.filter(({ language, weight }) => weight > 0 && ['en', 'de', '*'].includes(language));
  // Sorting keeps the order of equal weights, which is the browser's own.
  const [best] = known.sort((a, b) => b.weight - a.weight);
  return best?.language === 'de' || best?.language === 'en' ? best.language : fallback;
}

function readRange(text: string): { language: string; weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { language: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}
