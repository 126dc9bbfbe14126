import type { ProjectContext } from '../../../../core/context.ts';
import type { Language, Languages } from '../../../../core/languages/language.ts';

/** The regions whose locales the component looks up as they are, without their language alone. */
const regions: Partial<Record<string, readonly string[]>> = {
  en: ['us', 'gb', 'ca', 'au', 'ie', 'in', 'nz', 'za'],
  de: ['de', 'at', 'ch', 'li', 'lu', 'be'],
  fr: ['fr', 'be', 'ca', 'ch', 'lu'],
  es: ['es', 'mx', 'ar', 'bo', 'cl', 'co', 'cr', 'ec', 'gt', 'pe', 'us', 'uy', 've', '419'],
  pt: ['pt', 'br'],
  it: ['it', 'ch'],
  nl: ['nl', 'be'],
  zh: ['cn', 'hk', 'sg', 'tw'],
};

/**
 * Lists the locales that screens are offered in, in lowercase as the component compares them. It takes an explicit
 * `de-AT` as it is, so that the regions are listed beside the languages.
 */
export function targetLocales({ tags }: Languages): string[] {
  const all = tags.flatMap((tag) => {
    const lower = tag.toLowerCase();
    const [language = lower] = lower.split('-');
    return [
      lower,
      ...(lower === language ? (regions[language] ?? []) : []).map((region) => `${lower}-${region}`),
    ];
  });
  return [...new Set(all)];
}

/** Returns the language of a reader with this locale: the nearest one, or else the project's, or English. */
export function languageFor(
  { languages, project }: Pick<ProjectContext, 'languages' | 'project'>,
  locale: string,
): Language {
  return languages.nearest(locale) ?? languages.nearest(project.settings.locale ?? '') ?? languages.english;
}

/**
 * Reads the name of a file: `<id>.html`, or `<id>-<locale>.html` with one of the locales of `targetLocales`. Returns `undefined` unless it is
 * one of them.
 */
export function readFileName<Id extends string>(
  languages: Languages,
  file: string,
  ids: readonly Id[],
): { id: Id; locale: string } | undefined {
  if (!file.endsWith('.html')) return undefined;
  const name = file.slice(0, -'.html'.length);
  const whole = ids.find((id) => id === name);
  if (whole !== undefined) return { id: whole, locale: '' };
  const locales = targetLocales(languages);
  for (const id of ids) {
    const locale = name.slice(id.length + 1);
    if (name.startsWith(`${id}-`) && locales.includes(locale)) return { id, locale };
  }
  return undefined;
}
