import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Starting leaves a third of the heap as garbage, and V8 keeps that memory until there is a reason to collect; a
 * server at rest has none. One collection, some 40 ms, gives about 30 MB back.
 */
export function releaseMemoryOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
