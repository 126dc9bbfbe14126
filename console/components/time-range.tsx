import { Group, Select, TextInput } from '@mantine/core';
import { now } from '../clock.ts';
import { useMessages } from '../i18n/language.tsx';
import { defineMessages } from '../i18n/languages.ts';
import { fromInput, isNamedRange, type Range, timesOf, toInput } from './range.ts';

interface TimeRangeProps {
  value: Range;
  onChange(value: Range): void;
  /** Range names such as `30d`, shortest first. */
  ranges: string[];
}

export function TimeRange({ value, onChange, ranges }: TimeRangeProps) {
  const messages = useMessages(timeRangeMessages);
  const isCustom = !isNamedRange(value.range);
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
