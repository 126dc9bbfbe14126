import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { check } from 'recheck';

/** Only the time as a whole is limited: with its other limits the checker's answer would depend on the machine. */
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };

type Expression = { source: string; flags: string };

/**
 * Reports a look-around that reads any number of characters, and a reference to a group. Such patterns are tried with
 * random texts only, which overlooks that `a(?!.*b)` reads the rest of the text at every `a`.
 */
function isUndecidable(source: string): boolean {
  const structure = source.replace(/\\[^1-9k]/g, '').replace(/\[[^\]]*\]/g, '');
  return /\(\?<?[=!][^)]*([*+]|\{\d+,\})|\\[1-9k]/.test(structure);
}

/**
 * Returns by what power of the length of a text the time of a match can grow, in words, or `undefined` if it grows no
 * faster than the text. Answers are kept in `file`, because an automaton of some patterns takes a second.
 */
export async function judge(
  expressions: readonly Expression[],
  file: string,
): Promise<(string | undefined)[]> {
  const known = readKnown(file);
  const problems = await Promise.all(
    expressions.map(async (expression) => {
      const key = `/${expression.source}/${expression.flags}`;
      known[key] ??= await problemOf(expression);
      return known[key] || undefined;
    }),
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(known));
  return problems;
}

async function problemOf({ source, flags }: Expression): Promise<string> {
  if (isUndecidable(source))
    return 'a look-around of any length or a reference to a group, which cannot be judged';
  const answer = await check(source, flags, limits);
  if (answer.status === 'safe') return '';
  return answer.status === 'vulnerable'
    ? `${answer.complexity.summary} time`
    : 'a time that cannot be judged';
}

function readKnown(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
