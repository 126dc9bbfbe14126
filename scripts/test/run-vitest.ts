import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import type { Leg } from './arguments.ts';
import type { TestEvent } from './events.ts';
import type { ResultCounter, Results } from './results.ts';

export interface VitestRun {
  leg: Leg;
  /** File filters and options. */
  args: string[];
  env: NodeJS.ProcessEnv;
  counter: ResultCounter;
  onEvent?(event: TestEvent): void;
  signal: AbortSignal;
}

/** Runs tests on one engine, with vitest's own output. */
export async function runVitest({ leg, args, env, counter, onEvent, signal }: VitestRun): Promise<Results> {
  const command = [
    process.execPath,
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--allowOnly=false',
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${join(import.meta.dirname, 'events.ts')}`,
    ...args,
  ];
  const { code } = await runProgram(command, {
    env: { ...withoutOwnVariables(process.env), ...env, TEST_DATABASE: leg },
    signal,
    show: true,
    onEvent: (line) => {
      const event = JSON.parse(line) as TestEvent;
      counter.add(event);
      onEvent?.(event);
    },
    onSilence: () => {
      console.log(`\nNo test has finished for five minutes; running: ${counter.running.join(', ')}`);
      console.log(`Failed until then: ${counter.results.failures.join('\n') || 'none'}`);
    },
  });
  return counter.finish(code);
}

/** The tests choose their own configuration: variables of the developer's shell must not affect them. */
function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOwn = (name: string): boolean =>
    /^(LATCHKEY_.*|DATABASE_URL|HOST|PORT|TEST_(GROUPS|SCREENS|WHOLE|PROFILE))$/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwn(name)));
}
