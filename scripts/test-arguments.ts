type Part = 'checks' | 'sqlite' | 'postgres';

export interface TestArguments {
  parts: Set<Part>;
  /** File filters and vitest's own options. */
  vitestArguments: string[];
  hasNameFilter: boolean;
}

/**
 * Nothing named: everything. `--checks`, `--sqlite`, `--postgres`: only these parts. A file filter or an option
 * of vitest: only tests, on both engines unless a part was named.
 */
export function parseTestArguments(args: string[]): TestArguments {
  const named = new Set<Part>();
  const vitestArguments: string[] = [];
  for (const arg of args) {
    if (arg === '--checks' || arg === '--sqlite' || arg === '--postgres') named.add(arg.slice(2) as Part);
    else vitestArguments.push(arg);
  }
  const all: Part[] = vitestArguments.length > 0 ? ['sqlite', 'postgres'] : ['checks', 'sqlite', 'postgres'];
  return {
    parts: named.size > 0 ? named : new Set(all),
    vitestArguments,
    hasNameFilter: vitestArguments.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern')),
  };
}
