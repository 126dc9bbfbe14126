import type { Clock } from '../../../core/clock.ts';
import { perInstance } from '../../../core/per-instance.ts';

/** The thing that a refusal is about. Refusals with equal values are counted together. */
export interface RefusalKey {
  projectId: string;
  /** The method, the reason, … A small set of values, which come from code. */
  kind: string;
  /** The user or the name of a user, which callers choose. Empty: the refusal concerns nothing that is known. */
  subject: string;
}

/**
 * Decides which refusals of an instance are written, so that a flood of them fills neither the audit log nor the
 * memory. The others are counted, and one later event stands for them.
 */
export interface RefusalCounts {
  /**
   * Returns the number of refusals that an event written now stands for; `undefined` if this one is only counted.
   * `write` then writes the event that stands for it later, `writeSum` the event that stands for several subjects.
   */
  admit(key: RefusalKey, write: WriteEvent, writeSum: WriteEvent): number | undefined;
  /**
   * Counts a refusal that the caller must not notice, to be written once the answer has gone. Returns true if none
   * has been waiting so far.
   */
  defer(key: RefusalKey, write: WriteEvent): boolean;
  /**
   * Removes and returns what was deferred, and what was only counted in intervals that are over, or with `all` until now.
   */
  takeCounted(all?: boolean): { write: WriteEvent; count: number }[];
}

export const refusalCounts = perInstance(({ now }) => createRefusalCounts(now));

export type WriteEvent = (count: number) => Promise<void>;

const minuteMs = 60_000;
/** Refusals about the same user or name that are written in a minute. */
const maxPerSubject = 30;
/** Refusals about nothing that is known: one is written, and then the number of the others after ten minutes. */
const unknownMs = 10 * minuteMs;
/** Refusals of a project that are written in a minute. Beyond it, all of a kind count as one subject. */
const maxPerProject = 600;
/** About 10 MB when full. Beyond it, new subjects count as one. */
const maxKeys = 10_000;

/** Deferred refusals that are written one by one each second, before they count as one. */
const maxDeferred = 100;

interface Interval {
  until: number;
  written: number;
  counted: number;
  write: WriteEvent;
}

export function createRefusalCounts(now: Clock): RefusalCounts {
  const intervals = new Map<string, Interval>();
  const deferred = new Map<string, { write: WriteEvent; count: number }>();
  const budgets = new Map<string, { until: number; written: number }>();

  function hasBudget(projectId: string): boolean {
    let budget = budgets.get(projectId);
    if (!budget || budget.until <= now()) {
      budget = { until: now() + minuteMs, written: 0 };
      budgets.set(projectId, budget);
    }
    return budget.written < maxPerProject;
  }

  function admit(key: RefusalKey, write: WriteEvent, writeSum: WriteEvent): number | undefined {
    const { projectId, kind, subject } = key;
    const name = JSON.stringify([projectId, kind, subject]);
    const interval = intervals.get(name);
    const isCurrent = interval !== undefined && interval.until > now();
    if (subject && (!hasBudget(projectId) || (!interval && intervals.size >= maxKeys)))
      return admit({ projectId, kind, subject: '' }, writeSum, writeSum);
    if (isCurrent && interval.written >= (subject ? maxPerSubject : 1)) {
      interval.counted += 1;
      interval.write = write;
      return undefined;
    }
    intervals.set(name, {
      until: isCurrent ? interval.until : now() + (subject ? minuteMs : unknownMs),
      written: isCurrent ? interval.written + 1 : 1,
      counted: 0,
      write,
    });
    const budget = budgets.get(projectId);
    if (subject && budget) budget.written += 1;
    return 1 + (interval?.counted ?? 0);
  }

  return {
    admit,
    defer(key, write) {
      const isFirst = deferred.size === 0;
      // A flood of names beyond this is counted as one of them.
      const isFull = deferred.size >= maxDeferred;
      const name = JSON.stringify(isFull ? [key.projectId, key.kind] : key);
      deferred.set(name, { write, count: 1 + (deferred.get(name)?.count ?? 0) });
      return isFirst;
    },
    takeCounted(all = false) {
      const taken = [...deferred.values()];
      deferred.clear();
      for (const [name, { until, counted, write }] of intervals) {
        if (!all && until > now()) continue;
        intervals.delete(name);
        if (counted > 0) taken.push({ write, count: counted });
      }
      for (const [projectId, { until }] of budgets) if (until <= now()) budgets.delete(projectId);
      return taken;
    },
  };
}
