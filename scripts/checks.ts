import { join } from 'node:path';
import { asItIs, linesOf, ofLint, ofTypes, ofUnusedCode, type Report } from './checks/report.ts';
import { type Outcome, runProgram } from './run-program.ts';

export interface Check {
  name: string;
  command: string[];
  report: Report;
  /** The checks that take seconds and apply to every change. */
  quick?: boolean;
}

const program = (name: string): string => join('node_modules', '.bin', name);
/** One thread checks the types in the time of four, with half of their processor time. */
const types = (project: string): string[] => [program('tsc'), '-p', project, '--checkers', '1'];
const script = (name: string): string[] => [process.execPath, join('scripts', name)];
const lint = [program('biome'), 'ci', '--error-on-warnings', '--colors=off', '--reporter=concise'];

/** The checks of `npm run check`; each counts as one test of `npm test`. */
export const checks: Check[] = [
  { name: 'types', quick: true, command: types('tsconfig.json'), report: ofTypes },
  { name: 'types of the console', quick: true, command: types('tsconfig.console.json'), report: ofTypes },
  { name: 'lint and format', quick: true, command: [...lint, '--max-diagnostics=none'], report: ofLint },
  { name: 'imports', quick: true, command: script('check-imports.ts'), report: asItIs },
  { name: 'patterns', command: script('check-patterns.ts'), report: asItIs },
  { name: 'texts', quick: true, command: script('check-texts.ts'), report: asItIs },
  { name: 'generated files', command: [...script('generate.ts'), '--check'], report: asItIs },
  {
    name: 'unused code',
    command: [program('knip'), '--no-progress', '--reporter', 'json'],
    report: ofUnusedCode,
  },
];

/** Runs a check, and prints one line; if it failed, the places, too. */
export async function runCheck(check: Check, signal: AbortSignal): Promise<Outcome> {
  const outcome = await runProgram(check.command, { signal });
  console.log(verdictOn(check, outcome));
  return outcome;
}

export function verdictOn({ name, report }: Check, { code, output, seconds }: Outcome): string {
  const verdict = `check ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`;
  return code === 0 ? verdict : `${verdict}\n${linesOf(output, report)}`;
}
