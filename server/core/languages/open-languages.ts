import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../config-error.ts';
import { parseJsonBody } from '../json.ts';
import type { Log } from '../log.ts';
import { countTexts, findProblems } from './check-texts.ts';
import {
  createLanguage,
  createLanguages,
  type Language,
  type Languages,
  rulesOf,
  type TextTree,
} from './language.ts';

/** The languages that ship, each in a file next to this one. */
export const shippedTags = ['en', 'de', 'fr', 'es'];

const maxBytes = 1_000_000;
const maxProblems = 20;

interface LanguageFile {
  path: string;
  tag: string;
  tree: TextTree;
}

/**
 * Reads the languages that ship, and the files in the operator's folder: `pt.json` adds a language, `de.json` replaces texts of
 * one that ships. What a file lacks comes from the same language with fewer subtags, and in the end from English. Throws a
 * ConfigError that names the file and the text for a file that cannot be used.
 */
export async function openLanguages(folder: string | undefined, log: Log): Promise<Languages> {
  const shipped = await Promise.all(shippedTags.map(readShipped));
  const languages = new Map(shipped.map(({ tag, tree }) => [tag, createLanguage(tag, tree)]));
  const english = shipped[0]?.tree ?? {};
  const added = folder === undefined ? [] : await readFolder(folder, english);
  for (const { path, tag, tree } of added) {
    const missing = countTexts(english) - countTexts(tree);
    if (!shippedTags.includes(tag) && missing > 0)
      log.info({ path, missing }, 'a language lacks some texts, so they are shown in another language');
    languages.set(tag, createLanguage(tag, tree, fallbackOf(languages, tag)));
  }
  return createLanguages([...languages.values()]);
}

async function readShipped(tag: string): Promise<LanguageFile> {
  const path = fileURLToPath(new URL(`./${tag}.json`, import.meta.url));
  return { path, tag, tree: JSON.parse(await readFile(path, 'utf8')) as TextTree };
}

/** Returns the files in the order in which they can be read: each after those that its missing texts come from. */
async function readFolder(folder: string, english: TextTree): Promise<LanguageFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `LATCHKEY_LANGUAGES is ${folder}, which is not a folder or cannot be read (${error.code}). Check path and owner.`,
    );
  });
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const path = join(folder, name);
        const tag = tagOf(path, name.slice(0, -'.json'.length));
        return { path, tag, tree: await readTree(path, tag, english) };
      }),
  );
  const tags = files.map(({ tag }) => tag);
  const twice = files.find(({ tag }, index) => tags.indexOf(tag) !== index);
  if (twice) throw refusal(twice.path, `there is another file for ${twice.tag}. Remove one of the two`);
  const rank = (tag: string) => (tag === 'en' ? 0 : tag.split('-').length);
  return files.sort((a, b) => rank(a.tag) - rank(b.tag) || (a.tag < b.tag ? -1 : 1));
}

function tagOf(path: string, name: string): string {
  try {
    if (/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(name)) return Intl.getCanonicalLocales(name)[0] ?? name;
  } catch {
    // It only looks like a tag.
  }
  throw refusal(
    path,
    `its name must be a language tag (BCP 47) and .json, such as pt.json or pt-BR.json, not ${name}.json`,
  );
}

async function readTree(path: string, tag: string, english: TextTree): Promise<TextTree> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refusal(path, `it cannot be read (${error.code}). Check its owner`);
  });
  if (bytes.length > maxBytes) throw refusal(path, `it is larger than ${maxBytes} bytes`);
  let tree: unknown;
  try {
    tree = parseJsonBody(bytes);
  } catch (error) {
    throw refusal(path, `it is not valid JSON: ${whyNotJson(bytes) ?? (error as Error).message}`);
  }
  const problems = findProblems(tree, english, rulesOf(tag));
  if (problems.length === 0) return tree as TextTree;
  const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
  throw refusal(path, [...problems.slice(0, maxProblems), ...more].join('\n  '), '\n  ');
}

/** Returns the message of the parser, which names the line. */
function whyNotJson(bytes: Buffer): string | undefined {
  try {
    JSON.parse(bytes.toString('utf8'));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function refusal(path: string, why: string, separator = ' '): ConfigError {
  return new ConfigError(`LATCHKEY_LANGUAGES: ${path} cannot be used:${separator}${why}`);
}

/** Returns the language that has the texts which a file for this tag lacks. */
function fallbackOf(languages: ReadonlyMap<string, Language>, tag: string): Language | undefined {
  const parts = tag.split('-');
  for (let length = parts.length; length > 0; length--) {
    const found = languages.get(parts.slice(0, length).join('-'));
    if (found) return found;
  }
  return languages.get('en');
}
