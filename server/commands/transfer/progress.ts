import { systemClock } from '../../core/clock.ts';
import type { Terminal } from '../terminal.ts';

const barWidth = 24;
const [redrawMs, logMs] = [100, 10_000];

/** Shows long work on standard error: a bar on a terminal, and a line every ten seconds in a log. */
export class Progress {
  readonly #stderr: Terminal['stderr'];
  readonly #isTerminal: boolean;
  readonly #what: string;
  readonly #total: number | undefined;
  readonly #startedAt = systemClock();
  #shownAt = systemClock();
  #isDrawn = false;

  constructor({ stderr }: Terminal, what: string, total?: number) {
    this.#stderr = stderr;
    this.#isTerminal = (stderr as { isTTY?: boolean }).isTTY === true;
    this.#what = what;
    this.#total = total;
  }

  show(done: number): void {
    const now = systemClock();
    if (now - this.#shownAt < (this.#isTerminal ? redrawMs : logMs)) return;
    this.#shownAt = now;
    const rate = done / Math.max(0.001, (now - this.#startedAt) / 1000);
    const text = this.#describe(done, rate);
    if (this.#isTerminal) {
      this.#stderr.write(`\r\u001b[K${this.#bar(done)}${text}`);
      this.#isDrawn = true;
    } else this.#stderr.write(`${text}\n`);
  }

  /** Removes the bar, so that something else can be printed. */
  clear(): void {
    if (this.#isDrawn) this.#stderr.write('\r\u001b[K');
    this.#isDrawn = false;
  }

  #describe(done: number, rate: number): string {
    const count = this.#total === undefined ? `${done}` : `${done} of ${this.#total}`;
    const left = this.#total === undefined ? '' : `, ${duration((this.#total - done) / rate)} left`;
    return `${this.#what}: ${count}, ${Math.round(rate)} per second${left}`;
  }

  #bar(done: number): string {
    if (!this.#total) return '';
    const filled = Math.min(barWidth, Math.round((done / this.#total) * barWidth));
    return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] `;
  }
}

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?';
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}
