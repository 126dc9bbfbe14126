import { type Language, useLanguage, useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

type MomentStyle = keyof typeof timeStyles;

const timeStyles = { date: undefined, full: 'short', seconds: 'medium' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the viewer's time zone. */
export function formatMoment(language: Language, milliseconds: number, style: MomentStyle = 'full') {
  const key = `${language}/${style}`;
  let format = formats.get(key);
  if (!format) {
    const time = timeStyles[style];
    format = new Intl.DateTimeFormat(language === 'en' ? navigator.language : language, {
      dateStyle: 'medium',
      ...(time && { timeStyle: time }),
    });
    formats.set(key, format);
  }
  return format.format(milliseconds);
}

/** Shows a time from the API, in seconds since 1970 unless `unit` says milliseconds. 0 means that there is none. */
export function Moment({ value, unit = 's', style }: MomentProps) {
  const { language } = useLanguage();
  const messages = useMessages(sharedMessages);
  const milliseconds = Number(value ?? 0) * (unit === 's' ? 1000 : 1);
  if (!milliseconds) return <span className="dimmed">{messages.never}</span>;
  const exact = new Date(milliseconds).toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {formatMoment(language, milliseconds, style)}
    </time>
  );
}

interface MomentProps {
  value: number | string | null | undefined;
  unit?: 's' | 'ms';
  style?: MomentStyle;
}
