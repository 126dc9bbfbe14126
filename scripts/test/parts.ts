import { type Budget, describeCost, writeBudget } from './budget.ts';
import { usedProcessorSeconds } from './processor-time.ts';
import type { Results } from './results.ts';

interface Part extends Results {
  name: string;
  seconds: number;
  processorSeconds: number;
}

/** Runs the parts of a test run, and keeps their results and costs for the summary. */
export class Parts {
  readonly #parts: Part[] = [];

  /** An exception ends the run, and counts once. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const before = usedProcessorSeconds();
    const result = await work();
    this.#parts.push({
      ...(isResults(result) ? result : { passed: 0, failures: [] }),
      name,
      seconds: (performance.now() - started) / 1000,
      processorSeconds: usedProcessorSeconds() - before,
    });
    return result;
  }

  addFailure(message: string): void {
    const failures = [message.split('\n', 1)[0] ?? ''];
    this.#parts.push({ name: 'test run', passed: 0, failures, seconds: 0, processorSeconds: 0 });
  }

  get passed(): number {
    return this.#parts.reduce((total, { passed }) => total + passed, 0);
  }

  get failed(): number {
    return this.#parts.reduce((total, { failures }) => total + failures.length, 0);
  }

  /** Reports whether the tests of a leg found nothing to run. */
  get haveNoTest(): boolean {
    const legs = this.#parts.filter(({ name }) => name.startsWith('tests on'));
    return legs.every(({ passed, failures }) => passed + failures.length === 0);
  }

  /** Returns the lines of the summary. `budget`: only of a whole run, as parts of parts have none. */
  summary(budget: Budget | undefined): string[] {
    const lines = this.#parts.map(({ name, passed, failures, seconds, processorSeconds }) => {
      const count = passed + failures.length;
      const outcome = count > 0 ? `${passed} passed, ${failures.length} failed` : 'done';
      return `${name}: ${outcome} (${seconds.toFixed(1)} s, ${describeCost(processorSeconds, budget?.parts[name], budget)})`;
    });
    const total = this.#parts.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
    const ofAll = budget && Object.values(budget.parts).reduce((sum, seconds) => sum + seconds, 0);
    const failures = this.#parts.flatMap(({ name, failures }) => {
      return failures.map((failure) => `FAILED ${name}: ${failure}`);
    });
    return [...lines, `the whole run: ${describeCost(total, ofAll, budget)}`, ...failures];
  }

  /** Makes the costs of this run the new budget. `files`: the time of each test file, in seconds. */
  writeBudget(files: Budget['files']): void {
    const parts = this.#parts.map(({ name, processorSeconds }) => [name, processorSeconds]);
    writeBudget({ parts: Object.fromEntries(parts), files });
  }
}

function isResults(result: unknown): result is Results {
  return typeof result === 'object' && result !== null && 'passed' in result && 'failures' in result;
}
