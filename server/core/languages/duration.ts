import type { Language } from './language.ts';

const minuteMs = 60_000;

/** Describes a duration in words. */
export function describeDuration(milliseconds: number, { texts }: Pick<Language, 'texts'>): string {
  const { durations } = texts.messages;
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  if (minutes < 90) return durations.minutes({ count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? durations.hours({ count: hours }) : durations.days({ count: Math.round(hours / 24) });
}
