import { join } from 'node:path';
import { type Outcome, runProgram } from './run-program.ts';

export interface Check {
  name: string;
  command: string[];
  /** The checks that take seconds and apply to every change. */
  quick?: boolean;
}

const program = (name: string): string => join('node_modules', '.bin', name);
/** One thread checks the types in the time of four, with half of their processor time. */
const types = (project: string): string[] => [program('tsc'), '-p', project, '--checkers', '1'];
const script = (name: string): string[] => [process.execPath, join('scripts', name)];

/** The checks of `npm run check`; each counts as one test of `npm test`. */
export const checks: Check[] = [
  { name: 'types', quick: true, command: types('tsconfig.json') },
  { name: 'types of the console', quick: true, command: types('tsconfig.console.json') },
  {
    name: 'lint and format',
    quick: true,
    command: [program('biome'), 'ci', '--error-on-warnings', '--colors=off'],
  },
  { name: 'imports', quick: true, command: script('check-imports.ts') },
  { name: 'patterns', command: script('check-patterns.ts') },
  { name: 'generated files', command: [...script('generate.ts'), '--check'] },
  { name: 'unused code', command: [program('knip'), '--no-progress'] },
];

/** Runs a check, and prints its output only if it failed. */
export async function runCheck(check: Check, signal: AbortSignal): Promise<Outcome> {
  const outcome = await runProgram(check.command, { signal });
  const verdict = outcome.code === 0 ? 'ok' : 'FAILED';
  console.log(`check ${check.name}: ${verdict} (${outcome.seconds.toFixed(1)} s)`);
  if (outcome.code !== 0) console.log(outcome.output.trimEnd());
  return outcome;
}
