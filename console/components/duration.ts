import type { Language } from '../i18n/languages.ts';

const unitSeconds = { s: 1, min: 60, h: 3_600, d: 86_400 } as const;
export type DurationUnit = keyof typeof unitSeconds;
export const durationUnits = Object.keys(unitSeconds) as DurationUnit[];

/** Returns the largest unit of which the duration is a whole multiple. */
export function unitOf(seconds: number): DurationUnit {
  return durationUnits.findLast((unit) => seconds > 0 && seconds % unitSeconds[unit] === 0) ?? 's';
}

export function amountOf(seconds: number, unit: DurationUnit): number {
  return Number((seconds / unitSeconds[unit]).toFixed(2));
}

export function secondsOf(amount: number | string, unit: DurationUnit): number {
  return Math.round(Number(amount) * unitSeconds[unit]) || 0;
}

const unitNames = { s: 'second', min: 'minute', h: 'hour', d: 'day' } as const;

/** Formats a duration, such as `10 minutes` or `1 Tag`. */
export function formatDuration(seconds: number, language: Language): string {
  const unit = unitOf(seconds);
  const options = { style: 'unit', unit: unitNames[unit], unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(seconds / unitSeconds[unit]);
}

export function isBetween(seconds: number, { min, max }: { min: number; max: number }): boolean {
  return seconds >= min && seconds <= max;
}
