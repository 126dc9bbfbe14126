import { parseArgs } from 'node:util';
import { workloads } from './operations/workloads.ts';

export type Engine = 'sqlite' | 'postgres';
export const engineTitles: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
export const engines = Object.keys(engineTitles) as Engine[];

/** The parts beside the workloads of `operations/workloads.ts`. */
export const otherParts = [
  'start',
  'revocation',
  'limits',
  'overload',
  'fairness',
  'console',
  'saml',
  'hostile',
  'imports',
  'audit',
  'large',
] as const;
export type OtherPart = (typeof otherParts)[number];

const operationNames = workloads.map(({ name }) => name);
const allParts = [...operationNames, ...otherParts];

export interface Options {
  parts: ReadonlySet<string>;
  engines: readonly Engine[];
  /** Too short for stored results. */
  quick: boolean;
  runs: number;
  runSeconds: number;
  warmUpSeconds: number;
  /** The length of the run with one connection. */
  aloneSeconds: number;
  connections: number;
  /** The users in the database of all parts except the large one. */
  fewUsers: number;
  /** The users in the database of the large part, and of each import. */
  users: number;
  /** The events in the audit log of the part about it. */
  events: number;
  /** The repetitions of each view of the console. */
  views: number;
  /** Large part and audit log: the repetitions of each search. */
  searches: number;
  /** Only searches, console views, imports and floods with this in their name. */
  search: string;
  /** Large part: a database kept by an earlier run. */
  database: string | undefined;
  keep: boolean;
  /** A file with results of other products. */
  peers: string | undefined;
}

/** The size for the recorded results of the large part. */
export const fullSize = 1_000_000;
const defaultUsers = 100_000;
/** The size for the recorded results of the audit log. */
export const fullEvents = 10_000_000;
const defaultEvents = 1_000_000;

const usage = `npm run bench -- [--only <part>,…] [--users <number>] [--events <number>] [--sqlite] [--postgres] [--seconds <number>] [--quick]
                 [--peers <file>]

  --only      some of: ${allParts.join(', ')}; "operations" is short for those before "${otherParts[0]}"
  --users     users of the parts "imports" and "large": ${defaultUsers} unless "large" is the only part, then ${fullSize}
  --events    events of the part "audit": ${defaultEvents} unless it is the only part, then ${fullEvents}
  --sqlite, --postgres
              one engine instead of both
  --seconds   the length of one run; other lengths than the default are not stored
  --quick     one short run instead of three, and fewer repetitions and users; not stored
  --peers     a JSON file with results of other products, for a table beside the operations: see bench/README.md

For work on searches: --keep keeps the databases of the part "large", --database <folder or URL> measures a kept one
again (with --sqlite or --postgres), and --search <text> runs only the searches, console views, imports and floods with that text
in their name: "users screen" selects all views.

Without options everything is measured, in about 30 minutes on two cores. "--only large" imports a million users:
that and the searches take about 8 minutes with --sqlite and 14 with --postgres. Each run of all operations or of
another part on both engines, and each large part with a million users, replaces its sections of bench/results.md.`;

export function readOptions(args: string[]): Options | { usage: string } {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      users: { type: 'string' },
      events: { type: 'string' },
      search: { type: 'string', default: '' },
      database: { type: 'string' },
      keep: { type: 'boolean', default: false },
      peers: { type: 'string' },
      sqlite: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const named = values.only?.split(',') ?? allParts;
  const parts = new Set(named.flatMap((name) => (name === 'operations' ? operationNames : [name])));
  const unknown = [...parts].filter((name) => !allParts.includes(name));
  if (values.help || unknown.length > 0) {
    return { usage: unknown.length > 0 ? `There is no part ${unknown.join(', ')}.\n\n${usage}` : usage };
  }
  const chosen = engines.filter((engine) => values[engine]);
  const { quick, search, database, keep, seconds } = values;
  return {
    parts,
    engines: chosen.length > 0 ? chosen : engines,
    quick: quick || seconds !== undefined,
    runs: quick ? 1 : 3,
    runSeconds: Number(seconds ?? (quick ? 1 : 1.2)),
    // V8 has optimized the path of a request after some 80,000 of them.
    warmUpSeconds: quick ? 1 : 12,
    aloneSeconds: 1,
    connections: 32,
    fewUsers: quick ? 4_000 : 24_000,
    users: Number(values.users ?? (values.only === 'large' ? fullSize : defaultUsers)),
    events: Number(values.events ?? (values.only === 'audit' ? fullEvents : defaultEvents)),
    views: quick ? 3 : 10,
    searches: quick ? 20 : 100,
    search,
    database,
    keep,
    peers: values.peers,
  };
}
