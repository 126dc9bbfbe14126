import { parseArgs } from 'node:util';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

export const operationNames = [
  ...(['signup', 'verify', 'exchange', 'refresh', 'create', 'load'] as const),
  ...(['password', 'session', 'me', 'accesskey', 'impersonate'] as const),
  ...(['codeverify', 'linkverify', 'code', 'invite'] as const),
  ...(['oauthexchange', 'providertoken', 'passkeystart', 'passkeyfinish'] as const),
] as const;
const otherParts = ['start', 'saturation', 'outbox', 'pages', 'console', 'saml', 'hostile', 'large'] as const;
const allParts = [...operationNames, ...otherParts];

export type OperationName = (typeof operationNames)[number];
export type Part = OperationName | (typeof otherParts)[number];

export interface Options {
  parts: ReadonlySet<Part>;
  engines: readonly Engine[];
  /** Show where the time goes instead of how much is needed. */
  profile: boolean;
  /** Too short for stored results. */
  quick: boolean;
  runs: number;
  runSeconds: number;
  warmUpSeconds: number;
  connections: number;
  /** The users in the database of all parts except the large one. */
  fewUsers: number;
  /** The users in the database of the large part. */
  users: number;
  /** Large part: the repetitions of each search. */
  searches: number;
  /** Large part: only searches and console views with this in their name. */
  search: string;
  /** Large part: a database kept by an earlier run. */
  database: string | undefined;
  keep: boolean;
}

/** The size for the recorded results of the large part. */
export const fullSize = 1_000_000;

const usage = `npm run bench -- [--only <part>,…] [--users <number>] [--sqlite] [--postgres] [--quick] [--profile]

  --only      some of: ${allParts.join(', ')}
  --users     users of the part "large": 100000 unless it is the only part, then ${fullSize}
  --sqlite, --postgres
              one engine instead of both
  --quick     one short run instead of three
  --profile   a CPU profile of the server for each operation instead of the measurement

For work on searches: --keep keeps the databases of the part "large", --database <folder or URL> measures a kept one
again (with --sqlite or --postgres), and --search <text> runs only the searches and console views with that text in
their name: "users screen" selects all views.

Without options everything is measured, in about 30 minutes on two cores. "--only large" imports a million users:
that and the searches take about 8 minutes with --sqlite and 14 with --postgres. Each run of all operations or of
another part on both engines, and each large part with a million users, replaces its sections of bench/results.md.`;

const defaultUsers = 100_000;

export function readOptions(args: string[]): Options | { usage: string } {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      users: { type: 'string' },
      search: { type: 'string', default: '' },
      database: { type: 'string' },
      keep: { type: 'boolean', default: false },
      sqlite: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const named = values.only?.split(',') ?? allParts;
  const unknown = named.filter((name) => !(allParts as readonly string[]).includes(name));
  if (values.help || unknown.length > 0) {
    return { usage: unknown.length > 0 ? `There is no part ${unknown.join(', ')}.\n\n${usage}` : usage };
  }
  const chosen = engines.filter((engine) => values[engine]);
  const { quick, profile, search, database, keep } = values;
  return {
    parts: new Set(named as Part[]),
    engines: chosen.length > 0 ? chosen : engines,
    profile,
    quick,
    runs: quick ? 1 : 3,
    runSeconds: 1.2,
    warmUpSeconds: 1,
    connections: 32,
    fewUsers: 16_000,
    users: Number(values.users ?? (values.only === 'large' ? fullSize : defaultUsers)),
    searches: quick ? 20 : 100,
    ...{ search, database, keep },
  };
}
