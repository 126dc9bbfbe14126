import { Card, Skeleton, Text } from '@mantine/core';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { overviewMessages } from './messages.ts';
import { changeOf } from './series.ts';
import { Sparkline } from './sparkline.tsx';

interface FigureProps {
  label: string;
  /** Undefined while it loads. */
  value: number | undefined;
  /** The figure of the period before. */
  earlier: number | undefined;
  /** The figure by day. */
  days: number[] | undefined;
  length: number;
  /** A further fact. */
  note?: string | undefined;
  /** More of it is worse. */
  isBad?: boolean;
}

/** A number of the period, with its course and its change since the period before. */
export function Figure({ label, value, earlier, days, length, note, isBad = false }: FigureProps) {
  const { language } = useLanguage();
  return (
    <Card withBorder padding="md" className="figure">
      <Text component="h2" className="figure-label">
        {label}
      </Text>
      {value === undefined || earlier === undefined ? (
        <Skeleton h={52} mt={4} />
      ) : (
        <>
          <p className="figure-value">{value.toLocaleString(language)}</p>
          <p className="figure-note">
            <Change value={value} earlier={earlier} length={length} isBad={isBad} />
            {note && <span>{note}</span>}
          </p>
        </>
      )}
      {days ? <Sparkline values={days} tone={isBad ? 'bad' : 'accent'} /> : <div className="sparkline" />}
    </Card>
  );
}

function Change({
  value,
  earlier,
  length,
  isBad,
}: Required<Pick<FigureProps, 'length' | 'isBad'>> & { value: number; earlier: number }) {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const change = changeOf(value, earlier);
  if (change === undefined) return <span>{messages.noEarlier}</span>;
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
  const Icon = change === 0 ? Minus : change > 0 ? TrendingUp : TrendingDown;
  const outcome = change === 0 ? 'none' : change > 0 === isBad ? 'bad' : 'good';
  return (
    <span
      className="figure-change"
      data-outcome={outcome}
      title={messages.comparedWith(length, earlier.toLocaleString(language))}
    >
      <Icon size={14} aria-hidden />
      {percent}
      <span className="visually-hidden">
        {messages.comparedWith(length, earlier.toLocaleString(language))}
      </span>
    </span>
  );
}
