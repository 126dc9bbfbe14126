import type { ActivityCount } from '../../../client/client.ts';

export const dayMs = 86_400_000;

export interface Series {
  /** The days of the range, oldest first, each with the counts of every method. */
  days: { day: string; counts: Record<string, number>; total: number }[];
  /** Most used first, with their totals. */
  methods: { method: string; total: number }[];
}

/** Groups counts by day and method. Includes days without events. Events without a method have an empty one. */
export function byDay(counts: ActivityCount[], length: number, now: number): Series {
  const totals = new Map<string, number>();
  const cells = new Map<string, Record<string, number>>();
  for (const { method, created, cnt } of counts) {
    totals.set(method, (totals.get(method) ?? 0) + Number(cnt));
    const day = dayOf(Number(created));
    const cell = cells.get(day) ?? {};
    cell[method] = (cell[method] ?? 0) + Number(cnt);
    cells.set(day, cell);
  }
  const methods = [...totals]
    .map(([method, total]) => ({ method, total }))
    .sort((one, other) => other.total - one.total || one.method.localeCompare(other.method));
  const days = lastDays(length, now).map((day) => {
    const counts = cells.get(day) ?? {};
    return { day, counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  });
  return { days, methods };
}

/** Returns a number for each day of the range, oldest first. */
export function dailyTotals(
  rows: { created: string; count: number }[],
  length: number,
  now: number,
): number[] {
  const totals = new Map<string, number>();
  for (const { created, count } of rows) {
    const day = dayOf(Number(created));
    totals.set(day, (totals.get(day) ?? 0) + count);
  }
  return lastDays(length, now).map((day) => totals.get(day) ?? 0);
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns by how much a number differs from an earlier one, as a fraction. Undefined if there was nothing earlier. */
export function changeOf(current: number, earlier: number): number | undefined {
  return earlier === 0 ? undefined : (current - earlier) / earlier;
}

/** Returns a round number that is not below the highest value, for the end of an axis with four steps. */
export function axisEnd(highest: number): number {
  if (highest <= 4) return 4;
  const magnitude = 10 ** Math.floor(Math.log10(highest / 4));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
    .map((factor) => factor * magnitude)
    .find((step) => step * 4 >= highest);
  return Math.ceil(step ?? magnitude * 10) * 4;
}

/** Returns the start of the first of the last `length` days, in UTC like the server's counts. */
export function startOfDays(length: number, now: number): number {
  return (Math.floor(now / dayMs) - length + 1) * dayMs;
}

function lastDays(length: number, now: number): string[] {
  return Array.from({ length }, (_, index) => dayOf(startOfDays(length, now) + index * dayMs));
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
