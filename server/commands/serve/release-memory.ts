import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage after the start, which leaves a third of the heap as garbage and a nursery of 32 MB that an
 * idle server does not need. V8 keeps both until it has a reason to collect, and an idle server has none. Only
 * the "last resort" flavor shrinks the nursery, too: it takes about a tenth of a second and frees 30 MB; the
 * nursery grows again under load.
 */
export function releaseMemoryOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
