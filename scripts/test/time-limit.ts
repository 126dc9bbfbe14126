import { availableParallelism } from 'node:os';
import { posix } from 'node:path';
import { expectedSecondsOf } from './budget.ts';
import type { Concerned } from './concerned.ts';

/** Each worker loads the whole server: for a few files, more of them would cost more than they save. */
export const workers = availableParallelism();

/** In a run of all tests, twice as many workers share the processors: each file takes that much longer. */
const slowerTogether = 1.5;

export interface Fitted {
  chosen: Concerned[];
  leftOut: Concerned[];
}

/**
 * Chooses the closest tests whose expected time fits: a long file is left out, and a shorter one that is less close
 * takes its place. The closest one is always chosen.
 */
export function fitIntoLimit(
  concerned: readonly Concerned[],
  limitSeconds: number,
  secondsOf: (concerned: Concerned) => number,
): Fitted {
  const fitted: Fitted = { chosen: [], leftOut: [] };
  const fits = (one: Concerned): boolean =>
    Math.max(secondsOf(one), sumOf([...fitted.chosen, one], secondsOf) / workers) <= limitSeconds;
  for (const one of inTurn(concerned, secondsOf)) {
    const part = fits(one) ? one : shortened(one, fits);
    if (part) fitted.chosen.push(part);
    else if (fitted.chosen.length === 0 && one.closeness === concerned[0]?.closeness) fitted.chosen.push(one);
    else fitted.leftOut.push(one);
    if (part && part !== one) fitted.leftOut.push(restOf(one, part));
  }
  return fitted;
}

/** Returns the time in which the workers run these files. */
export function expectedSeconds(
  concerned: readonly Concerned[],
  secondsOf: (concerned: Concerned) => number,
): number {
  return Math.max(sumOf(concerned, secondsOf) / workers, 0, ...concerned.map(secondsOf));
}

function sumOf(concerned: readonly Concerned[], secondsOf: (concerned: Concerned) => number): number {
  return concerned.map(secondsOf).reduce((sum, seconds) => sum + seconds, 0);
}

/** Sorts by closeness; takes one of each folder in turn of those that are equally close, the shortest first. */
function inTurn(concerned: readonly Concerned[], secondsOf: (concerned: Concerned) => number): Concerned[] {
  const turns = new Map<string, number>();
  const shortestFirst = concerned.map((one) => ({ one, seconds: secondsOf(one) }));
  shortestFirst.sort((a, b) => a.seconds - b.seconds);
  return shortestFirst
    .map(({ one }) => {
      const place = `${one.closeness} ${posix.dirname(one.file)}`;
      const turn = turns.get(place) ?? 0;
      turns.set(place, turn + 1);
      return { one, turn };
    })
    .sort((a, b) => a.one.closeness - b.one.closeness || a.turn - b.turn)
    .map(({ one }) => one);
}

/** Returns as many of the screens as fit, if one does. */
function shortened(concerned: Concerned, fits: (one: Concerned) => boolean): Concerned | undefined {
  if (concerned.only?.kind !== 'screens') return undefined;
  const { kind, names } = concerned.only;
  const parts = names.map((_, i) => ({ ...concerned, only: { kind, names: names.slice(0, i + 1) } }));
  return parts.findLast(fits);
}

function restOf(concerned: Concerned, part: Concerned): Concerned {
  const names = concerned.only?.names.filter((name) => !part.only?.names.includes(name)) ?? [];
  return { ...concerned, only: { kind: 'screens', names } };
}

/** Returns the expected time of a test file in a worker, or of those of its subjects that run. */
export function expectedTimeOf({ file, only }: Concerned): number {
  if (only?.kind === 'screens') return 4 + only.names.length;
  if (only?.kind === 'groups') return 2 + only.names.length;
  return expectedSecondsOf(file) / slowerTogether;
}
