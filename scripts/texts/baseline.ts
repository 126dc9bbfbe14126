import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions } from './exceptions.ts';
import { findHits, type Hit } from './find-hits.ts';
import { listTextFiles, readTexts } from './read-texts.ts';

/** The number of hits that each file may still have. A file that is missing has none. */
export type Baseline = Record<string, number>;

export const baselinePath = 'scripts/texts/baseline.json';

/** Returns the checked-in baseline, or `undefined` if the file was deleted to start anew. */
export function readBaseline(root: string): Baseline | undefined {
  try {
    return JSON.parse(readFileSync(join(root, baselinePath), 'utf8')) as Baseline;
  } catch {
    return undefined;
  }
}

export function hitsIn(root: string, path: string): Hit[] {
  return readTexts(root, path)
    .flatMap(findHits)
    .filter(({ phrase }) => !exceptions[path]?.some((exception) => phrase.startsWith(exception)));
}

/** Lowers the counts to those of today; none goes up. */
export function loweredBaseline(root: string, baseline = readBaseline(root)): string {
  const counts = listTextFiles(root).map((path) => {
    const count = hitsIn(root, path).length;
    return [path, baseline ? Math.min(count, baseline[path] ?? 0) : count] as const;
  });
  const left = Object.fromEntries(counts.filter(([, count]) => count > 0));
  return `${JSON.stringify(left, null, 2)}\n`;
}
