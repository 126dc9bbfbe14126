import type { TestEvent } from './events.ts';

export interface Results {
  passed: number;
  /** The failed tests and other failures, a line each. */
  failures: string[];
}

interface Expectations {
  /** Files were named: possibly none of them has tests for this engine. */
  isFiltered?: boolean;
  /** Tests were named: the others are not failures. */
  hasNameFilter?: boolean;
}

/**
 * Counts while the tests run, so that nothing is lost however they end. Counts as failures: a test that did not
 * run, a file whose hooks failed or that could not be loaded, and a run with a bad end although every test
 * passed.
 */
export class ResultCounter {
  readonly results: Results = { passed: 0, failures: [] };
  readonly #expectations: Expectations;
  readonly #running = new Set<string>();
  #files = 0;
  #ended: Extract<TestEvent, { type: 'runEnded' }> | undefined;

  constructor(expectations: Expectations = {}) {
    this.#expectations = expectations;
  }

  /** The files that have started and not ended. */
  get running(): string[] {
    return [...this.#running];
  }

  add(event: TestEvent): void {
    if (event.type === 'test') this.#addTest(event);
    if (event.type === 'runEnded') this.#ended = event;
    if (event.type === 'fileStarted') this.#running.add(event.file);
    if (event.type === 'fileEnded') {
      this.#files += 1;
      this.#running.delete(event.file);
      for (const error of event.errors) this.#fail(`${event.file}: ${firstLine(error)}`);
    }
  }

  /** Call it when vitest has ended, with its exit code. */
  finish(exitCode: number): Results {
    const { failures } = this.results;
    if (this.#ended) {
      if (this.#files === 0 && !this.#expectations.isFiltered) this.#fail('no test was found');
    } else {
      const files = this.running.length > 0 ? `, in the middle of ${this.running.join(', ')}` : '';
      this.#fail(`vitest was ended before its tests${files}`);
    }
    for (const error of this.#ended?.errors ?? []) this.#fail(`outside of all tests: ${firstLine(error)}`);
    if (exitCode !== 0 && failures.length === 0 && this.#files > 0) {
      this.#fail(`vitest ended with exit code ${exitCode} although no test failed`);
    }
    return this.results;
  }

  #addTest({ file, name, state }: Extract<TestEvent, { type: 'test' }>): void {
    if (state === 'passed') this.results.passed += 1;
    else if (state === 'failed') this.#fail(`${file} > ${name}`);
    // A name filter makes vitest skip the others, which look like tests that skip themselves.
    else if (!this.#expectations.hasNameFilter) this.#fail(`${file} > ${name}: did not run (${state})`);
  }

  #fail(line: string): void {
    this.results.failures.push(line);
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
