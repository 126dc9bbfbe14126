import { Group, Select, TextInput } from '@mantine/core';
import { now } from '../clock.ts';
import { defineMessages, useMessages } from '../i18n/language.tsx';

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

interface TimeRangeProps {
  value: Range;
  onChange(value: Range): void;
  /** Range names such as `30d`, shortest first. */
  ranges: string[];
}

export function TimeRange({ value, onChange, ranges }: TimeRangeProps) {
  const messages = useMessages(timeRangeMessages);
  const isCustom = lengths[value.range] === undefined;
  const choose = (range: string | null) => {
    const moments = range === 'custom' ? { from: timesOf(value).from, to: now() } : { from: 0, to: 0 };
    onChange({ range: range ?? value.range, ...moments });
  };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={messages.time}
        data={[...ranges, 'custom'].map((range) => ({
          value: range,
          label: messages.ranges[range] ?? range,
        }))}
        value={isCustom ? 'custom' : value.range}
        onChange={choose}
        allowDeselect={false}
        w={190}
      />
      {isCustom &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            label={messages[end]}
            value={toInput(value[end])}
            onChange={(event) => onChange({ ...value, [end]: fromInput(event.currentTarget.value) })}
          />
        ))}
    </Group>
  );
}

/** Formats a time for a `datetime-local` input, which uses the viewer's time zone implicitly. */
function toInput(milliseconds: number): string {
  const offsetMs = new Date(milliseconds).getTimezoneOffset() * 60_000;
  // The address can contain any number.
  if (!milliseconds || Number.isNaN(offsetMs)) return '';
  return new Date(milliseconds - offsetMs).toISOString().slice(0, 16);
}

function fromInput(text: string): number {
  const milliseconds = text ? new Date(text).getTime() : 0;
  return Number.isFinite(milliseconds) ? milliseconds : 0;
}

const timeRangeMessages = defineMessages(
  {
    time: 'Time',
    from: 'From',
    to: 'Until',
    ranges: {
      '1h': 'Last hour',
      '24h': 'Last 24 hours',
      '7d': 'Last 7 days',
      '30d': 'Last 30 days',
      '90d': 'Last 90 days',
      '365d': 'Last 365 days',
      custom: 'Custom range',
    } as Record<string, string>,
  },
  {
    time: 'Zeit',
    from: 'Von',
    to: 'Bis',
    ranges: {
      '1h': 'Letzte Stunde',
      '24h': 'Letzte 24 Stunden',
      '7d': 'Letzte 7 Tage',
      '30d': 'Letzte 30 Tage',
      '90d': 'Letzte 90 Tage',
      '365d': 'Letzte 365 Tage',
      custom: 'Von … bis …',
    },
  },
);
