import { now } from '../clock.ts';

const hourMs = 3_600_000;
const lengths: Record<string, number> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '90d': 90 * 24 * hourMs,
  '365d': 365 * 24 * hourMs,
};

/** The time range in the address of a view. With `custom`, `from` and `to` are times in milliseconds; 0 means unset. */
export interface Range {
  range: string;
  from: number;
  to: number;
}

/** Returns the range as the API expects it. A range that lasts until now has no end. */
export function timesOf({ range, from, to }: Range): { from: number; to: number } {
  const length = lengths[range];
  if (length === undefined) return { from, to };
  return { from: now() - length, to: 0 };
}

/** Reports whether the range is one of the named ones, such as `30d`. */
export function isNamedRange(range: string): boolean {
  return lengths[range] !== undefined;
}

/** Formats a time for a `datetime-local` input, which uses the viewer's time zone implicitly. */
export function toInput(milliseconds: number): string {
  const offsetMs = new Date(milliseconds).getTimezoneOffset() * 60_000;
  // The address can contain any number.
  if (!milliseconds || Number.isNaN(offsetMs)) return '';
  return new Date(milliseconds - offsetMs).toISOString().slice(0, 16);
}

export function fromInput(text: string): number {
  const milliseconds = text ? new Date(text).getTime() : 0;
  return Number.isFinite(milliseconds) ? milliseconds : 0;
}
