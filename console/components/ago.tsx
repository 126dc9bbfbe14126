import { now } from '../clock.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import type { Language } from '../i18n/languages.ts';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { formatMoment } from './moment.tsx';

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Says how long ago or how far ahead a time is, such as `3 hours ago`, in whole units. */
export function formatAgo(language: Language, milliseconds: number, at = now()): string {
  const seconds = Math.trunc((milliseconds - at) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  // Zero minutes are `this minute`, which nobody says; zero seconds are `now`.
  const count = Math.trunc(seconds / size);
  return count === 0 ? format.format(0, 'second') : format.format(count, unit);
}

/** Shows how long ago a time is, in seconds since 1970. The exact time appears on hover. 0 means that there is none. */
export function Ago({ value }: { value: number }) {
  const { language } = useLanguage();
  const { never } = useMessages(sharedMessages);
  if (!value) return <span className="dimmed">{never}</span>;
  const milliseconds = value * 1000;
  return (
    <time
      dateTime={new Date(milliseconds).toISOString()}
      title={formatMoment(language, milliseconds, 'seconds')}
    >
      {formatAgo(language, milliseconds)}
    </time>
  );
}
