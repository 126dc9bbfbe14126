import { posix } from 'node:path';
import type { Change } from './changed-files.ts';
import type { Concerned } from './concerned.ts';
import type { Fitted } from './time-limit.ts';

const longestList = 6;

/** Returns the lines that say what has changed, and what runs for which reason. */
export function describeChoice({ files, since }: Change, { chosen }: Fitted, seconds: number): string[] {
  const reasons = Map.groupBy(chosen, ({ reason }) => reason);
  const lines = [...reasons].map(([reason, group]) => `  ${reason}: ${listOf(namesOf(group, reason))}`);
  return [
    `Changed since ${since.slice(0, 10)}: ${listOf(files)}`,
    chosen.length > 0 ? `Tests, about ${Math.ceil(seconds)} s:` : 'No test is near these files.',
    ...lines,
  ];
}

/** Returns the lines that say which tests did not run, and how to run them. */
export function describeRest({ leftOut }: Fitted, seconds: number, distant: number): string[] {
  return [
    ...(leftOut.length > 0
      ? [
          `Left out for their time: ${listOf(leftOut.map(nameOf))}`,
          `  npm run test:changed -- --seconds ${Math.ceil(seconds)} runs them, too.`,
        ]
      : []),
    ...(distant > 0
      ? [
          `Left out because they reach the change only through other files: ${distant} test file${distant === 1 ? '' : 's'}`,
          '  npm test -- --sqlite runs all.',
        ]
      : []),
  ];
}

/** Names the tests of a folder from there. */
function namesOf(concerned: Concerned[], reason: string): string[] {
  const path = reason.replace(/^(beside|of) /, '');
  const folder = `${posix.extname(path) ? posix.dirname(path) : path}/`;
  return concerned.map(nameOf).map((name) => (name.startsWith(folder) ? name.slice(folder.length) : name));
}

function nameOf({ file, only }: Concerned): string {
  return only?.kind === 'screens' ? `${file} (${listOf(only.names)})` : file;
}

function listOf(names: readonly string[]): string {
  const more = names.length - longestList;
  return more > 1 ? `${names.slice(0, longestList).join(', ')} and ${more} more` : names.join(', ');
}
