import type { ActivityCount } from '../../../client/client.ts';

export const dayMs = 86_400_000;

export interface Series {
  /** The days of the range, oldest first, each with the counts of every method. */
  days: ({ day: string } & Record<string, string | number>)[];
  /** Most used first. */
  methods: string[];
}

/** Groups counts by day and method. Includes days without events. */
export function byDay(counts: ActivityCount[], length: number, now: number): Series {
  const totals = new Map<string, number>();
  const cells = new Map<string, number>();
  for (const { method, created, cnt } of counts) {
    const name = method || 'other';
    totals.set(name, (totals.get(name) ?? 0) + Number(cnt));
    const cell = `${dayOf(Number(created))}/${name}`;
    cells.set(cell, (cells.get(cell) ?? 0) + Number(cnt));
  }
  const methods = [...totals.keys()].sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0));
  const days = Array.from({ length }, (_, i) => {
    const day = dayOf(now - (length - 1 - i) * dayMs);
    return {
      day,
      ...Object.fromEntries(methods.map((method) => [method, cells.get(`${day}/${method}`) ?? 0])),
    };
  });
  return { days, methods };
}

export function totalOf(counts: ActivityCount[] | undefined): number | undefined {
  return counts?.reduce((total, { cnt }) => total + Number(cnt), 0);
}

/** In UTC, like the server's counts. */
function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
