import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A line of JSON about the run of one leg: what `npm test` counts, and by which it sees that the leg is alive. */
export type TestEvent =
  | { type: 'fileStarted'; file: string }
  | { type: 'test'; file: string; name: string; state: string }
  | { type: 'fileEnded'; file: string; errors: string[] }
  | { type: 'runEnded'; reason: string; errors: string[] };

/** Where vitest's process writes the lines: a pipe that the test command has opened for it. */
export const eventsDescriptor = 3;

/** Reporter for vitest, beside the one that people read. */
export default class EventReporter implements Reporter {
  onTestModuleStart(module: TestModule): void {
    send({ type: 'fileStarted', file: pathOf(module) });
  }

  onTestCaseResult(test: TestCase): void {
    send({ type: 'test', file: pathOf(test.module), name: test.fullName, state: test.result().state });
  }

  onTestModuleEnd(module: TestModule): void {
    // A hook that failed is an error of the suite that it belongs to, not of the file.
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    const errors = [...module.errors(), ...suites].map(({ message }) => message);
    send({ type: 'fileEnded', file: pathOf(module), errors });
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
