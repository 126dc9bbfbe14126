import type { FixturePool } from './fixture-pool.ts';
import type { Supply } from './load.ts';
import type { OperationName } from './options.ts';
import type { Sample } from './recording.ts';

/** A measured kind of request. */
export interface Operation {
  name: OperationName;
  title: string;
  method: 'GET' | 'POST';
  /** The most concurrent requests: those that take seconds would otherwise not finish within a run. */
  connections?: number | undefined;
  /** The shortest run, for requests with few per second. */
  runSeconds?: number | undefined;
  /** The requests for this many connections to a server at `baseUrl`. */
  server(fixtures: FixturePool, baseUrl: string, connections: number): Promise<Supply>;
  /** The requests for the baseline, with the variables of its recipe. */
  baseline(fixtures: FixturePool, connections: number): Supply;
  /** Returns `sampleCount` samples, the first with the server's caches empty. */
  samples(fixtures: FixturePool, baseUrl: string): Promise<Sample[]>;
}
