import { shownName } from '../names.ts';

/** A value for a placeholder. Numbers are written in the format of the language. */
export type Value = string | number;

/** A text of a language file, with its placeholders found. */
export interface ParsedText {
  parts: readonly Part[];
  /** The names of the placeholders. */
  names: ReadonlySet<string>;
}

type Part = string | { name: string; forms?: ReadonlyMap<string, readonly Part[]> };

/** The rules of a language that texts depend on. */
export interface TextRules {
  pluralCategories: readonly string[];
  selectPlural(count: number): string;
  formatNumber(count: number): string;
}

/** Says why a text cannot be read. */
export class TextError extends Error {}

/**
 * Parses a text with placeholders (`{name}`) and plurals (`{count, plural, one {…} other {…}}`), a part of ICU MessageFormat. A
 * form can have placeholders of its own. Braces cannot be quoted. Throws a TextError for anything else in braces.
 */
export function parseText(
  text: string,
  { pluralCategories }: Pick<TextRules, 'pluralCategories'>,
): ParsedText {
  const names = new Set<string>();
  let at = 0;
  const parts = readParts(false);
  return { parts, names };

  function readParts(isForm: boolean): Part[] {
    const read: Part[] = [];
    while (at < text.length) {
      const brace = nextBrace();
      if (brace > at) read.push(text.slice(at, brace));
      at = brace;
      if (text[at] === '}') {
        if (!isForm) throw new TextError('has a } without its {');
        return read;
      }
      if (at < text.length) read.push(readPlaceholder());
    }
    if (isForm) throw new TextError('has a { without its }');
    return read;
  }

  function nextBrace(): number {
    const found = text.slice(at).search(/[{}]/);
    return found < 0 ? text.length : at + found;
  }

  function readPlaceholder(): Part {
    const [opening, name, isPlural] = take(/\{\s*([a-zA-Z]\w*)\s*(,\s*plural\s*,\s*)?/y);
    if (!opening || !name) throw new TextError('has a { without the name of a placeholder after it');
    names.add(name);
    const forms = isPlural === undefined ? undefined : readForms(name);
    if (!take(/\s*\}/y)[0]) throw new TextError(`has more than a name in {${name}}, or no } after it`);
    return forms ? { name, forms } : { name };
  }

  function readForms(name: string): Map<string, readonly Part[]> {
    const forms = new Map<string, readonly Part[]>();
    for (let [found, category = ''] = takeCategory(); found; [found, category = ''] = takeCategory()) {
      if (!pluralCategories.includes(category))
        throw new TextError(
          `has the plural form ${category} of {${name}}; the forms of this language are ${pluralCategories.join(', ')}`,
        );
      forms.set(category, readParts(true));
      at++;
    }
    if (!forms.has('other')) throw new TextError(`lacks the plural form other of {${name}}`);
    return forms;
  }

  function takeCategory(): string[] {
    return take(/\s*(\w+)\s*\{/y);
  }

  function take(pattern: RegExp): string[] {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found ?? [];
  }
}

export function formatText(
  { parts }: Pick<ParsedText, 'parts'>,
  values: Readonly<Record<string, Value>>,
  rules: TextRules,
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = values[part.name] ?? '';
      if (!part.forms) return typeof value === 'number' ? rules.formatNumber(value) : shownName(value);
      const form = part.forms.get(rules.selectPlural(Number(value))) ?? part.forms.get('other') ?? [];
      return formatText({ parts: form }, values, rules);
    })
    .join('');
}
