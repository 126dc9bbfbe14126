import type { Cost } from '../../test/cost/cost.ts';
import type { TestEvent } from './events.ts';
import { needsOf } from './needs.ts';

const longestTests = 50;
const longestFiles = 60;

interface Entry extends Cost {
  name: string;
  waitsFor: string;
}

/** Collects what the tests of one leg cost. `npm test -- --profile` prints it. */
export class Profile {
  readonly #tests: Entry[] = [];
  readonly #files: Entry[] = [];
  readonly #work = new Map<string, number>();

  add(event: TestEvent): void {
    if (event.type === 'test' && event.cost) this.#tests.push(entryOf(event.file, event.name, event.cost));
    if (event.type !== 'fileEnded') return;
    if (event.cost) this.#files.push(entryOf(event.file, '', event.cost));
    for (const [kind, seconds] of Object.entries(event.work ?? {})) addTo(this.#work, kind, seconds);
  }

  /** Describes the costs. `programs`: the processor time of the processes that the leg started. */
  report(programs: ReadonlyMap<string, number>): string {
    const folders = new Map<string, Cost>();
    for (const { name, seconds, processorSeconds } of this.#files) {
      const folder = folderOf(name);
      const sum = folders.get(folder) ?? { seconds: 0, processorSeconds: 0 };
      folders.set(folder, {
        seconds: sum.seconds + seconds,
        processorSeconds: sum.processorSeconds + processorSeconds,
      });
    }
    const byFolder = [...folders].map(([name, cost]) => ({ name, waitsFor: '', ...cost }));
    return [
      '\nProcessor time by program (seconds; the shortest processes are missing):',
      ...rows(programs),
      '\nTime of the workers by kind of work (seconds):',
      ...rows(this.#work),
      '\nFolders (seconds, of which processor time of the worker):',
      ...entries(byFolder, Number.POSITIVE_INFINITY),
      '\nThe longest files:',
      ...entries(this.#files, longestFiles),
      '\nThe longest tests, and what they wait for:',
      ...entries(this.#tests, longestTests),
    ].join('\n');
  }
}

function entryOf(file: string, test: string, cost: Cost): Entry {
  return { name: test ? `${file} > ${test}` : file, waitsFor: test ? waitsOf(file, cost) : '', ...cost };
}

/** Tells what the test's file starts, when its thread had little to do itself. */
function waitsOf(file: string, { seconds, processorSeconds }: Cost): string {
  if (processorSeconds > seconds * 0.7) return 'itself';
  const { programs, startsProcesses } = needsOf(file);
  const names = [...programs].map((program) => (program.includes('chromium') ? 'the browser' : program));
  if (startsProcesses) names.push('processes');
  return names.join(', ') || 'the database, the network or a timer';
}

function folderOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'domain' ? 3 : Math.min(2, parts.length - 1)).join('/');
}

function rows(sums: ReadonlyMap<string, number>): string[] {
  const sorted = [...sums].sort(([, a], [, b]) => b - a).filter(([, seconds]) => seconds >= 0.05);
  return sorted.map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)}  ${name}`);
}

function entries(all: Entry[], count: number): string[] {
  const sorted = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return sorted.map(({ name, seconds, processorSeconds, waitsFor }) => {
    const figures = [seconds, processorSeconds].map((figure) => figure.toFixed(1).padStart(8));
    return `${figures.join('')}  ${name}${waitsFor && ` (${waitsFor})`}`;
  });
}

function addTo(sums: Map<string, number>, key: string, seconds: number): void {
  sums.set(key, (sums.get(key) ?? 0) + seconds);
}
