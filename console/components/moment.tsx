import { createContext, useContext } from 'react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import type { Language } from '../i18n/languages.ts';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { relativeTime } from './relative-time.ts';
import { useNow } from './use-now.ts';

type MomentStyle = Exclude<keyof typeof timeStyles, 'day'>;

const timeStyles = {
  day: undefined,
  date: undefined,
  full: 'short',
  seconds: 'medium',
  exact: 'long',
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the viewer's time zone; a `day` in UTC, in which the server counts days. */
export function formatMoment(
  language: Language,
  milliseconds: number,
  style: keyof typeof timeStyles = 'full',
) {
  const key = `${language}/${style}`;
  let format = formats.get(key);
  if (!format) {
    const time = timeStyles[style];
    format = new Intl.DateTimeFormat(language === 'en' ? navigator.language : language, {
      dateStyle: 'medium',
      ...(time && { timeStyle: time }),
      ...(style === 'day' && { timeZone: 'UTC' }),
    });
    formats.set(key, format);
  }
  return format.format(milliseconds);
}

/** True where every time is relative, as in tables. */
export const RelativeMoments = createContext(false);

/**
 * Shows a time from the API, in seconds since 1970 unless `unit` says milliseconds. 0 means that there is none. A
 * relative time ("3 hours ago") has the exact one on hover.
 */
export function Moment({ value, unit = 's', style }: MomentProps) {
  const messages = useMessages(sharedMessages);
  const isRelative = useContext(RelativeMoments) || style === 'relative';
  const milliseconds = Number(value ?? 0) * (unit === 's' ? 1000 : 1);
  if (!milliseconds) return <span className="dimmed">{messages.never}</span>;
  if (isRelative) return <RelativeMoment milliseconds={milliseconds} />;
  return <ExactMoment milliseconds={milliseconds} style={style} />;
}

/** Shows a day from the API, in seconds since 1970. 0 means that there is none. */
export function Day({ value }: { value: number }) {
  const { language } = useLanguage();
  const { never } = useMessages(sharedMessages);
  if (!value) return <span className="dimmed">{never}</span>;
  const milliseconds = value * 1000;
  return (
    <time dateTime={new Date(milliseconds).toISOString().slice(0, 10)}>
      {formatMoment(language, milliseconds, 'day')}
    </time>
  );
}

interface MomentProps {
  value: number | string | null | undefined;
  unit?: 's' | 'ms';
  style?: MomentStyle | 'relative';
}

/** Formats the exact time on hover only, because a name of the time zone takes as long as the rest of a row. */
function RelativeMoment({ milliseconds }: { milliseconds: number }) {
  const { language } = useLanguage();
  const now = useNow();
  return (
    <time
      dateTime={new Date(milliseconds).toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatMoment(language, milliseconds, 'exact');
      }}
    >
      {relativeTime(language, milliseconds, now) ?? formatMoment(language, milliseconds, 'date')}
    </time>
  );
}

function ExactMoment({ milliseconds, style }: { milliseconds: number; style: MomentStyle | undefined }) {
  const { language } = useLanguage();
  const exact = new Date(milliseconds).toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {formatMoment(language, milliseconds, style)}
    </time>
  );
}
