import type { TextTree } from './language.ts';
import { parseText, TextError, type TextRules } from './message-format.ts';

const maxLength = 2_000;

/** Returns what is wrong with the texts of a language file, by the path of each text. English says which texts there are. */
export function findProblems(given: unknown, english: TextTree, rules: TextRules): string[] {
  return problemsOf(given, english, rules, '');
}

function problemsOf(given: unknown, english: string | TextTree, rules: TextRules, path: string): string[] {
  if (typeof english === 'string')
    return [problemOfText(given, english, rules)].flatMap((one) => one ?? []).map((one) => `${path} ${one}`);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return [`${path || 'the file'} must be an object`];
  return Object.entries(given).flatMap(([name, value]) => {
    const inside = path ? `${path}.${name}` : name;
    if (!Object.hasOwn(english, name)) return [`${inside} is not the name of a text`];
    return problemsOf(value, english[name] as string | TextTree, rules, inside);
  });
}

function problemOfText(given: unknown, english: string, rules: TextRules): string | undefined {
  if (typeof given !== 'string') return 'must be a text';
  if (given.trim() === '') return 'is empty. Leave it out to show it in English';
  if (given.length > maxLength) return `is longer than ${maxLength} characters`;
  if (/[<>]/.test(given)) return 'has < or >. Texts are plain: markup would be shown as it is written';
  if (/\p{Cc}/u.test(given)) return 'has a line break or another control character';
  const allowed = [...parseText(english, { pluralCategories: allCategories }).names];
  let names: ReadonlySet<string>;
  try {
    ({ names } = parseText(given, rules));
  } catch (error) {
    if (error instanceof TextError) return error.message;
    throw error;
  }
  const unknown = [...names].find((name) => !allowed.includes(name));
  if (unknown) return `has the placeholder {${unknown}}; ${placeholderList(allowed)}`;
  const missing = allowed.find((name) => !names.has(name));
  return missing && `lacks the placeholder {${missing}}`;
}

const allCategories = ['zero', 'one', 'two', 'few', 'many', 'other'];

function placeholderList(names: string[]): string {
  if (names.length === 0) return 'this text has none';
  return `those of this text are ${names.map((name) => `{${name}}`).join(', ')}`;
}

/** Counts the texts of a file. */
export function countTexts(tree: TextTree): number {
  return Object.values(tree).reduce(
    (count, node) => count + (typeof node === 'string' ? 1 : countTexts(node)),
    0,
  );
}
