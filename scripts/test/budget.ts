import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../test/budget.json');

/** A part that costs more than its budget by this factor says so. */
const tolerance = 1.1;

export interface Budget {
  /** The cost of `measureYardstick` on the machine that measured the parts, in seconds of processor time. */
  yardstickSeconds: number;
  /** The processor time of each part of `npm test`, in seconds. */
  parts: Record<string, number>;
  /** The time in a worker of each test file that takes at least half a second, in seconds, beside three others. */
  files: Record<string, number>;
}

export function readBudget(): Budget {
  return JSON.parse(readFileSync(file, 'utf8')) as Budget;
}

/** Replaces the checked-in figures, so that a higher one is a line in a diff. */
export function writeBudget(costs: Omit<Budget, 'yardstickSeconds'>): void {
  const parts = Object.entries(costs.parts).map(([name, seconds]) => [name, Math.ceil(seconds)]);
  const files = Object.entries(costs.files)
    .filter(([, seconds]) => seconds >= 0.5)
    .map(([name, seconds]) => [name, Number(seconds.toPrecision(2))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const yardstickSeconds = Number(measureYardstick().toFixed(4));
  const budget: Budget = {
    yardstickSeconds,
    parts: Object.fromEntries(parts),
    files: Object.fromEntries(files),
  };
  writeFileSync(file, `${JSON.stringify(budget, null, 2)}\n`);
}

/** Returns the expected time of a test file in a worker, in seconds. */
export function expectedSecondsOf(file: string): number {
  known ??= readBudget().files;
  return known[file] ?? shortSeconds;
}

let known: Budget['files'] | undefined;

/** The time of a file that the budget does not name: short or new. */
const shortSeconds = 0.3;

/** Describes a processor time, and compares it with the budget, which is converted to the speed of this machine. */
export function describeCost(
  seconds: number,
  budgetSeconds?: number,
  budget?: Pick<Budget, 'yardstickSeconds'>,
  yardstickSeconds = budget && measureYardstick(),
): string {
  const cost = `${seconds.toFixed(0)} s of processor time`;
  if (budgetSeconds === undefined || !budget || !yardstickSeconds) return cost;
  const allowed = (budgetSeconds * yardstickSeconds) / budget.yardstickSeconds;
  const share = `${Math.round((seconds / allowed) * 100)} % of its budget`;
  return seconds > allowed * tolerance ? `${cost}, ${share}: OVER BUDGET` : `${cost}, ${share}`;
}

let measured: number | undefined;

/** Measures a fixed piece of work, JSON and hashes, in seconds of processor time: the least of many times. */
export function measureYardstick(): number {
  measured ??= Math.min(...Array.from({ length: 80 }, doFixedWork));
  return measured;
}

function doFixedWork(): number {
  const users = Array.from({ length: 2_000 }, (_, i) => ({ id: `U${i}`, roles: ['a', 'b'], at: i * 7 }));
  const before = process.threadCpuUsage();
  for (let count = 0; count < 10; count += 1) {
    const text = JSON.stringify(JSON.parse(JSON.stringify(users)));
    createHash('sha256').update(text).digest('hex');
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}
