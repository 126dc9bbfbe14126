import type { FlowTexts } from '../flow-document.ts';

/** The texts of a flow by `screen.element.language`. An empty one is the built-in text. */
export type FlatTexts = Record<string, string>;

interface Listed {
  screens: { id: string; texts: { id: string }[] }[];
  languages: readonly string[];
}

export function keyOf(screen: string, element: string, language: string): string {
  return [screen, element, language].join('.');
}

/** Returns all texts that a flow can replace, and those that it replaces. */
export function flatten(texts: FlowTexts = {}, { screens, languages }: Listed): FlatTexts {
  const all = screens.flatMap(({ id, texts }) =>
    texts.flatMap((text) => languages.map((language) => [keyOf(id, text.id, language), ''])),
  );
  const own = Object.entries(texts).flatMap(([screen, elements]) =>
    Object.entries(elements).flatMap(([element, byLanguage]) =>
      Object.entries(byLanguage).map(([language, text]) => [keyOf(screen, element, language), text]),
    ),
  );
  return Object.fromEntries([...all, ...own]);
}

/** Returns the texts of a flow with these changes. An empty text is removed. */
export function withTexts(texts: FlowTexts = {}, changes: FlatTexts): FlowTexts {
  const flat = { ...flatten(texts, { screens: [], languages: [] }), ...changes };
  const next: FlowTexts = {};
  for (const [key, text] of Object.entries(flat)) {
    const [screen = '', element = '', language = ''] = key.split('.');
    if (text.trim() === '') continue;
    next[screen] ??= {};
    next[screen][element] = { ...next[screen][element], [language]: text.trim() };
  }
  return next;
}

/** Returns the values that a text in the place of this one must contain, such as `{{lead}}`. */
export function valuesIn(text: string): string[] {
  return [...new Set(text.match(/\{\{[\w.]+\}\}/g))];
}
