import type { CompiledQuery, Kysely, KyselyPlugin, QueryResult, RootOperationNode } from 'kysely';
import { failureOf } from './failure.ts';
import { type DatabaseNode, type Nodes, readProjectsOfNodes } from './nodes.ts';
import { onProjects } from './on-projects.ts';
import { acrossProjects } from './scope.ts';

/** The way of a statement for all projects while a node does not respond: it leaves out the projects of this node, or fails at once. */
type Kind = 'leavesOut' | 'fails';

const mark = Symbol('is for all projects');

/**
 * Returns the database for background work on all projects, such as the removal of expired rows. On a database of several nodes, its
 * statements leave out the projects of nodes that do not respond, instead of failing for all. Their work is done when the node is back. Not for
 * a list that must be complete, and without effect in a transaction, which a failed statement ends.
 */
export function ofReachableProjects<T>(db: Kysely<T>): Kysely<T> {
  return acrossProjects(db).withPlugin(leavesOut);
}

/**
 * Returns the database for a read of all projects that is of use only if it is complete. While a node is cut off, it fails at once
 * instead of waiting for this node, with a connection that others need.
 */
export function ofAllProjects<T>(db: Kysely<T>): Kysely<T> {
  return acrossProjects(db).withPlugin(fails);
}

function kindOf({ query }: CompiledQuery): Kind | undefined {
  return (query as { [mark]?: Kind })[mark];
}

function markerOf(kind: Kind): KyselyPlugin {
  return {
    transformQuery: ({ node }) => Object.assign({ ...node }, { [mark]: kind }),
    transformResult: async ({ result }) => result,
  };
}

const leavesOut = markerOf('leavesOut');
const fails = markerOf('fails');

export function leavesOutUnreachable(query: CompiledQuery): boolean {
  return kindOf(query) === 'leavesOut';
}

/** Reports whether a statement would wait for a node that is cut off. */
export function waitsInVain(nodes: Nodes, query: CompiledQuery): boolean {
  if (nodes.cutOff.length === 0) return false;
  return kindOf(query) !== undefined || nodes.hides(query.parameters);
}

type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

/**
 * With more projects, a statement names some of them, and others later: each shard gets the whole list. Planning takes 0.1 s for these, and
 * 4.5 s for ten times as many.
 */
const maxProjects = 10_000;

/** Runs the statements of `ofReachableProjects`. While a node is known not to respond, they leave out its projects without another attempt. */
export class ReachableProjects {
  readonly #run: Run;
  readonly #nodes: Nodes;
  readonly #readEveryMs: number;
  /** The projects of the other nodes while these do not respond. */
  #left: { silent: readonly DatabaseNode[]; projects: string[]; until: number } | undefined;
  #reading: Promise<string[] | undefined> | undefined;

  constructor(run: Run, nodes: Nodes, readEveryMs = 5_000) {
    this.#run = run;
    this.#nodes = nodes;
    this.#readEveryMs = readEveryMs;
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const nodes = this.#nodes;
    if (nodes.silent.length > 0) {
      const left = await this.#runOnLeft<R>(query);
      if (left) return left;
    }
    try {
      return await this.#run(query);
    } catch (error) {
      if (!nodes.isOnCitus || !isOutage(error)) throw error;
      // If the coordinator does not respond, either, the first error says so.
      await nodes.ask().catch(() => {});
      const left = await this.#runOnLeft<R>(query);
      if (!left) throw error;
      return left;
    }
  }

  /** Returns `undefined` if all nodes respond, or none. */
  async #runOnLeft<R>(query: CompiledQuery): Promise<QueryResult<R> | undefined> {
    const projects = await this.#projectsLeft();
    return projects && this.#run<R>(onProjects(withoutKind(query), projects));
  }

  async #projectsLeft(): Promise<string[] | undefined> {
    const { silent } = this.#nodes;
    if (silent.length === 0) return undefined;
    const { projects, until, silent: before } = this.#left ?? {};
    if (projects && performance.now() < until! && isSame(before!, silent)) return projects;
    this.#reading ??= this.#readLeft(silent).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readLeft(silent: readonly DatabaseNode[]): Promise<string[] | undefined> {
    const nodes = await readProjectsOfNodes(this.#run, silent);
    const reachable = nodes.filter((node) => node !== undefined);
    if (reachable.length === 0) return undefined;
    const projects = someOf(reachable.flat());
    this.#left = { silent, projects, until: performance.now() + this.#readEveryMs };
    return projects;
  }
}

/** A statement for the projects of the other nodes needs no other one. */
function withoutKind(query: CompiledQuery): CompiledQuery {
  const { [mark]: _, ...node } = query.query as RootOperationNode & { [mark]?: Kind };
  return { ...query, query: node as RootOperationNode };
}

function isSame(some: readonly DatabaseNode[], others: readonly DatabaseNode[]): boolean {
  return some.length === others.length && some.every(({ name }, index) => name === others[index]!.name);
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
