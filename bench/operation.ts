import type { Supply } from './load.ts';
import type { OperationName } from './options.ts';
import type { Sample } from './recording.ts';
import type { Takers } from './takers.ts';

/** A kind of request that is measured. */
export interface Operation {
  name: OperationName;
  title: string;
  method: 'GET' | 'POST';
  /** At most so many at once: of requests that take seconds there would be none in a run otherwise. */
  connections?: number | undefined;
  /** At least so long, where there are few of them in a second. */
  runSeconds?: number | undefined;
  /** For as many connections, at a server of `baseUrl`. */
  server(takers: Takers, baseUrl: string, connections: number): Promise<Supply>;
  /** The same for the bound, which is told the variables of its recipe. */
  bound(takers: Takers, connections: number): Supply;
  /** `sampleCount`: the first one finds the server's caches empty. */
  samples(takers: Takers, baseUrl: string): Promise<Sample[]>;
}
