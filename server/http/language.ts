import type { FastifyRequest } from 'fastify';
import type { Language, Languages } from '../core/languages/language.ts';

/**
 * Returns the language of the answer to a request: the one that its address asks for, or that the browser prefers, or the
 * project's, whose tag is `fallback`.
 */
export function languageOf(
  languages: Languages,
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  fallback?: string,
): Language {
  const asked = askedLanguage(languages, query as Record<string, unknown>);
  return asked ?? preferredLanguage(languages, headers['accept-language'], fallback);
}

/** Returns the language that parameters ask for: `locale` of our pages, or `ui_locales` (OpenID Connect Core §3.1.2.1). */
export function askedLanguage(
  languages: Languages,
  parameters: Record<string, unknown>,
): Language | undefined {
  const { locale, ui_locales: best } = parameters;
  const tags = [locale, best].flatMap((value) =>
    typeof value === 'string' ? value.slice(0, 500).split(' ') : [],
  );
  for (const tag of tags) {
    const found = languages.nearest(tag);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the language that the browser prefers among ours (RFC 9110 §12.5.4). If it wants none of them, or accepts any, returns
 * the one for the tag `fallback`, and in the end English.
 */
export function preferredLanguage(
  languages: Languages,
  acceptLanguage: string | undefined,
  fallback = 'en',
): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 1_000).split(',').map(readRange);
  // Sorting is stable, so equal weights keep the browser's order.
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const found = tag === '*' ? languages.nearest(fallback) : languages.nearest(tag);
    if (found) return found;
  }
  return languages.nearest(fallback) ?? languages.english;
}

function readRange(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
