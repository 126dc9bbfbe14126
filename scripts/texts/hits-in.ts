import { exceptions } from './exceptions.ts';
import { findHits, type Hit } from './find-hits.ts';
import { readTexts } from './read-texts.ts';

/** The phrases of a file that need another wording, in the order of its lines. */
export function hitsIn(root: string, path: string): Hit[] {
  return readTexts(root, path)
    .flatMap(findHits)
    .filter(({ phrase }) => !exceptions[path]?.some((exception) => phrase.startsWith(exception)))
    .sort((a, b) => a.line - b.line);
}
