import type { CompiledQuery, Kysely, KyselyPlugin, QueryResult } from 'kysely';
import { failureOf } from './failure.ts';
import { readProjectsOfNodes } from './nodes.ts';
import { onProjects } from './on-projects.ts';
import { acrossProjects } from './scope.ts';

const mark = Symbol('leaves out projects that cannot be reached');

/**
 * Returns the database for background work on all projects, such as the removal of expired rows. On a database of several nodes, its
 * statements leave out the projects of nodes that do not respond, instead of failing for all. Their work is done when the node is back. Not for
 * a list that must be complete, and without effect in a transaction, which a failed statement ends.
 */
export function ofReachableProjects<T>(db: Kysely<T>): Kysely<T> {
  return acrossProjects(db).withPlugin(marker);
}

export function leavesOutUnreachable({ query }: CompiledQuery): boolean {
  return mark in query;
}

const marker: KyselyPlugin = {
  transformQuery: ({ node }) => Object.assign({ ...node }, { [mark]: true }),
  transformResult: async ({ result }) => result,
};

type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

/**
 * With more projects, a statement names some of them, and others later: each shard gets the whole list. Planning takes 0.1 s for these, and
 * 4.5 s for ten times as many.
 */
const maxProjects = 10_000;

/**
 * Runs the statements of `ofReachableProjects` on the nodes of one database. Once a node is known not to respond, they leave out its projects
 * without another attempt for `askedEveryMs`: on a node that is cut off, each attempt takes seconds.
 */
export class ReachableNodes {
  /** Only then can a part of the database be out of reach. */
  isOnCitus = false;
  readonly #run: Run;
  /** Absent while all nodes respond, as far as is known. */
  #left: { projects: string[]; until: number } | undefined;
  #asking: Promise<boolean> | undefined;

  readonly #askedEveryMs: number;

  constructor(run: Run, askedEveryMs = 5_000) {
    this.#run = run;
    this.#askedEveryMs = askedEveryMs;
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#left && performance.now() >= this.#left.until) await this.#ask();
    try {
      return await this.#runOnLeft(query);
    } catch (error) {
      // Also a node that has just stopped, beside another that was known to be down.
      if (!this.isOnCitus || !isOutage(error) || !(await this.#ask())) throw error;
    }
    return this.#runOnLeft(query);
  }

  #runOnLeft<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run<R>(this.#left ? onProjects(query, this.#left.projects) : query);
  }

  /** Finds out which projects can be reached. Returns `true` if these are some and not all. */
  #ask(): Promise<boolean> {
    this.#asking ??= this.#readLeft()
      // The coordinator does not respond, either.
      .catch(() => undefined)
      .then((projects) => {
        this.#left = projects && { projects, until: performance.now() + this.#askedEveryMs };
        return projects !== undefined;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #readLeft(): Promise<string[] | undefined> {
    const nodes = await readProjectsOfNodes(this.#run);
    const reachable = nodes.filter((node) => node !== undefined);
    return reachable.length > 0 && reachable.length < nodes.length ? someOf(reachable.flat()) : undefined;
  }
}

/** Begins anywhere, because what runs once a minute would meet the same ones again if they took turns. */
function someOf(projects: string[]): string[] {
  if (projects.length <= maxProjects) return projects;
  const first = Math.floor(Math.random() * projects.length);
  return [...projects, ...projects].slice(first, first + maxProjects);
}

/** A node that is cut off lets statements run into their limit. */
function isOutage(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'unavailable' || failure === 'busy';
}
