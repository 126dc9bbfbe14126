import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Cost } from '../../test/cost/cost.ts';
import { leftToSqlite } from '../../test/one-engine.ts';
import type { StatementsOfFile } from '../../test/statements-on-postgres.ts';

/** A line of JSON about one leg of the run, from which `npm test` counts results and detects progress. */
export type TestEvent =
  | { type: 'fileStarted'; file: string }
  | { type: 'test'; file: string; name: string; state: string; cost?: Cost }
  | {
      type: 'fileEnded';
      file: string;
      errors: string[];
      cost?: Cost;
      work?: Record<string, number>;
      statements?: StatementsOfFile;
    }
  | { type: 'runEnded'; reason: string; errors: string[] };

/** The descriptor for the lines of vitest's process: a pipe that the test command has opened. */
export const eventsDescriptor = 3;

/** Reports to the test command, in addition to the reporter for people. */
export default class EventReporter implements Reporter {
  onTestModuleStart(module: TestModule): void {
    send({ type: 'fileStarted', file: pathOf(module) });
  }

  onTestCaseResult(test: TestCase): void {
    const { cost } = test.meta();
    const result = test.result();
    if (result.state === 'skipped' && result.note === leftToSqlite) return;
    const { state } = result;
    send({ type: 'test', file: pathOf(test.module), name: test.fullName, state, ...(cost && { cost }) });
  }

  onTestModuleEnd(module: TestModule): void {
    // A failed hook is an error of its suite, not of the file.
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    const errors = [...module.errors(), ...suites].map(({ message }) => message);
    send({ type: 'fileEnded', file: pathOf(module), errors, ...module.meta() });
  }

  onTestRunEnd(_modules: unknown, errors: readonly { message: string }[], reason: string): void {
    send({ type: 'runEnded', reason, errors: errors.map(({ message }) => message) });
  }
}

function pathOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function send(event: TestEvent): void {
  writeSync(eventsDescriptor, `${JSON.stringify(event)}\n`);
}
