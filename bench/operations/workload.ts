import type { Variables } from '../baseline/recipe.ts';
import type { FixturePool } from '../fixture-pool.ts';
import type { Request } from '../requests.ts';

/** Requests of one kind, independent of the server that they are sent to. */
export interface Workload<S = unknown> {
  name: string;
  title: string;
  /** The shortest run, for requests with few per second. */
  runSeconds?: number;
  /** The most connections, for requests that are refused rather than kept waiting. */
  connections?: number;
  /** Every connection keeps its first subject. Otherwise each request has a new one. */
  isPerConnection?: boolean;
  /** The user, code or session of a request. */
  subject(fixtures: FixturePool): S;
  request(subject: S): Request;
  /** Continues with what the server returned. */
  answered?(subject: S, body: string): void;
  /**
   * The parts of the subject that appear in statements; some are known only from a response. Absent: the
   * workload has no baseline.
   */
  variables?(subject: S, body?: string): Variables;
}

/** Infers the type of the subject. */
export function workload<S>(one: Workload<S>): Workload {
  return one as Workload;
}
