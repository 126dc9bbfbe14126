import type { Language } from '../i18n/languages.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const longest = 30 * day;

const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatFor(language: Language, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
  const key = `${language}/${numeric}`;
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric });
  formats.set(key, format);
  return format;
}

/** Returns a text such as “3 hours ago” or “in 2 days”. Undefined from 30 days on, because a date then says more. */
export function relativeTime(language: Language, milliseconds: number, now: number): string | undefined {
  const distance = milliseconds - now;
  const length = Math.abs(distance);
  if (length >= longest) return undefined;
  if (length < minute) return formatFor(language, 'auto').format(0, 'second');
  const [size, unit] =
    length < hour
      ? ([minute, 'minute'] as const)
      : length < day
        ? ([hour, 'hour'] as const)
        : ([day, 'day'] as const);
  return formatFor(language, 'always').format(Math.trunc(distance / size), unit);
}
