import { parseArgs } from 'node:util';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

export const operationNames = ['signup', 'verify', 'exchange', 'refresh', 'create', 'load'] as const;
const otherParts = ['start', 'saml', 'hostile'] as const;
const allParts = [...operationNames, ...otherParts];

export type OperationName = (typeof operationNames)[number];
export type Part = OperationName | (typeof otherParts)[number];

export interface Options {
  parts: ReadonlySet<Part>;
  engines: readonly Engine[];
  /** Where the time goes, in place of how much of it is needed. */
  profile: boolean;
  runs: number;
  runSeconds: number;
  warmUpSeconds: number;
  connections: number;
  users: number;
  /** Everything was measured as the results promise: only then they are written. */
  complete: boolean;
}

const usage = `npm run bench -- [--only <part>,…] [--sqlite] [--postgres] [--quick] [--profile]

  --only      some of: ${allParts.join(', ')}
  --sqlite, --postgres
              one engine instead of both
  --quick     one short run in place of five
  --profile   a CPU profile of the server for each operation, in place of the measurement

Without any of them everything is measured and bench/results.md is written.`;

export function readOptions(args: string[]): Options | { usage: string } {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
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
  const { quick, profile } = values;
  return {
    parts: new Set(named as Part[]),
    engines: chosen.length > 0 ? chosen : engines,
    profile,
    runs: quick ? 1 : 5,
    runSeconds: quick ? 2 : 3,
    warmUpSeconds: quick ? 1 : 2,
    connections: 32,
    users: 10_000,
    complete: !quick && !profile && !values.only && chosen.length === 0,
  };
}
