export type Leg = 'sqlite' | 'postgres';
type Part = 'checks' | Leg;

export interface TestArguments {
  parts: Set<Part>;
  /**
   * Only checks and tests that take a minute: the checks of every save, and tests that start no process, on
   * SQLite.
   */
  quick: boolean;
  /** Print what the tests cost, by file, kind of work and program. */
  profiles: boolean;
  /** Everything runs, as without arguments. */
  isWhole: boolean;
  /** On PostgreSQL, all tests run, also those that are usually left to SQLite. */
  wholeOnPostgres: boolean;
  /** Replace the checked-in budgets of processor time by the figures of this run. */
  writesBudget: boolean;
  /** File filters and vitest options. */
  vitestArguments: string[];
  hasNameFilter: boolean;
}

/**
 * Reads the arguments. None: everything. `--checks`, `--sqlite`, `--postgres`: only these parts. `--quick`: the
 * quick ones. A file filter or a vitest option: only tests, on both engines unless a part is named. The other options:
 * see `TestArguments`.
 */
export function parseTestArguments(args: string[]): TestArguments {
  const named = new Set<Part>();
  const vitestArguments: string[] = [];
  const options = new Set(['--quick', '--profile', '--whole', '--write-budget']);
  const quick = args.includes('--quick');
  for (const arg of args) {
    if (arg === '--checks' || arg === '--sqlite' || arg === '--postgres') named.add(arg.slice(2) as Part);
    else if (!options.has(arg)) vitestArguments.push(arg);
  }
  const checks: Part[] = vitestArguments.length > 0 ? [] : ['checks'];
  const all: Part[] = [...checks, 'sqlite', ...(quick ? [] : ['postgres' as const])];
  return {
    parts: named.size > 0 ? named : new Set(all),
    quick,
    profiles: args.includes('--profile'),
    isWhole: args.every((arg) => options.has(arg) && arg !== '--quick'),
    wholeOnPostgres: args.includes('--whole'),
    writesBudget: args.includes('--write-budget'),
    vitestArguments,
    hasNameFilter: vitestArguments.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern')),
  };
}
