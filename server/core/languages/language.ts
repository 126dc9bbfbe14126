import { readLocale } from '../locale.ts';
import { formatText, parseText, type TextRules, type Value } from './message-format.ts';
import type { Texts } from './texts.ts';

/** A language of the pages and messages. */
export interface Language {
  /** The language tag (BCP 47), such as `pt-BR`. */
  tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/** The texts as a language file has them: by name, on several levels. */
export interface TextTree {
  readonly [name: string]: string | TextTree;
}

/** Creates a language from its file. `fallback` has the texts that the file lacks. The file is checked before. */
export function createLanguage(tag: string, tree: TextTree, fallback?: Language): Language {
  let texts: Texts | undefined;
  return {
    tag,
    get direction() {
      return directionOf(tag);
    },
    // Read with the first page in this language: most languages are never asked for.
    get texts() {
      texts ??= readTexts(tree, rulesOf(tag), fallback?.texts as TextNode | undefined) as unknown as Texts;
      return texts;
    },
  };
}

type Leaf = string | ((values: Record<string, Value>) => string);

interface TextNode {
  [name: string]: Leaf | TextNode;
}

function readTexts(tree: TextTree, rules: TextRules, fallback: TextNode = {}): TextNode {
  const own = Object.entries(tree).map(([name, node]) => {
    if (typeof node !== 'string') return [name, readTexts(node, rules, fallback[name] as TextNode)];
    const parsed = parseText(node, rules);
    if (parsed.names.size === 0) return [name, node];
    return [name, (values: Record<string, Value>) => formatText(parsed, values, rules)];
  });
  return { ...fallback, ...Object.fromEntries(own) };
}

export function rulesOf(tag: string): TextRules {
  const plurals = new Intl.PluralRules(tag);
  let numbers: Intl.NumberFormat | undefined;
  return {
    pluralCategories: plurals.resolvedOptions().pluralCategories,
    selectPlural: (count) => plurals.select(count),
    formatNumber(count) {
      // The first one of a process costs 20 ms.
      numbers ??= new Intl.NumberFormat(tag);
      return numbers.format(count);
    },
  };
}

function directionOf(tag: string): 'ltr' | 'rtl' {
  // The type of `Intl.Locale` lacks what Node.js has had since its version 22.
  const locale = new Intl.Locale(tag) as Intl.Locale & { getTextInfo?(): { direction?: string } };
  return locale.getTextInfo?.().direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Writes a text whose placeholders depend on which of several texts it is. `values` has those of all of them. */
export function textWith<V extends Record<string, Value>>(
  text: string | ((values: V) => string),
  values: V,
): string {
  return typeof text === 'string' ? text : text(values);
}

/** Asks the reader to wait, in whole minutes if it takes long. */
export function waitText({ texts }: Pick<Language, 'texts'>, seconds = 60): string {
  const { wait } = texts;
  return seconds < 120 ? wait.seconds({ count: seconds }) : wait.minutes({ count: Math.ceil(seconds / 60) });
}

/**
 * Formats a moment; `medium` shows its seconds. The server does not know the reader's time zone, so the text names the
 * zone.
 */
export function momentIn(
  { tag }: Pick<Language, 'tag'>,
  moment: number,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  const options = { dateStyle: 'long', timeStyle, timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(dateTag(tag), options).format(moment)} UTC`;
}

export function dayIn({ tag }: Pick<Language, 'tag'>, moment: number): string {
  return new Intl.DateTimeFormat(dateTag(tag), { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}

/** English without a region means dates with the day first, as most of the world writes them. */
function dateTag(tag: string): string {
  return tag === 'en' ? 'en-GB' : tag;
}

/** The languages of this server: those that ship, and those that its operator has added. */
export interface Languages {
  english: Language;
  tags: readonly string[];
  /** Returns the language with this tag, without regard to case. */
  find(tag: string): Language | undefined;
  /**
   * Returns the language for a reader with this tag (RFC 4647 §3.4): the same, or the same with fewer subtags (`de` for
   * `de-AT`), or another kind of the same language (`pt-BR` for `pt`), first one in the same script.
   */
  nearest(tag: string): Language | undefined;
}

/** `all` begins with English. */
export function createLanguages(all: readonly Language[]): Languages {
  const [english] = all;
  if (!english) throw new Error('there is no English');
  const byTag = new Map(all.map((language) => [language.tag.toLowerCase(), language]));
  const find = (tag: string) => byTag.get(tag.toLowerCase());
  return {
    english,
    tags: all.map(({ tag }) => tag),
    find,
    nearest(tag) {
      const known = readLocale(tag);
      if (!known) return undefined;
      const parts = known.split('-');
      for (let length = parts.length; length > 0; length--) {
        const found = find(parts.slice(0, length).join('-'));
        if (found) return found;
      }
      const related = all.filter((one) => one.tag.split('-')[0] === parts[0]);
      return related.find((one) => scriptOf(one.tag) === scriptOf(known)) ?? related[0];
    },
  };
}

function scriptOf(tag: string): string | undefined {
  return new Intl.Locale(tag).maximize().script;
}
