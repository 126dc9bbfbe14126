import { Button, Group, Select } from '@mantine/core';
import { SearchBox } from '../../parts/search-box.tsx';
import { TimeRange } from '../../parts/time-range.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isFiltered, type OutboxView, outboxDefaults } from './outbox-view.ts';
import { messageWords } from './words.ts';

interface OutboxFiltersProps {
  view: OutboxView;
  change(changes: Partial<OutboxView>, options?: { replace?: boolean }): void;
}

const events = ['user', 'tenant'].flatMap((noun) =>
  ['created', 'updated', 'deleted'].map((verb) => `${noun}.${verb}`),
);

export function OutboxFilters({ view, change }: OutboxFiltersProps) {
  const words = useWords(messageWords);
  const { clearFilters } = useWords(everywhere);
  const kinds = [
    ...Object.entries(words.kinds),
    ...[...events, 'session.started', 'session.ended'].map((event) => [event, event]),
  ];
  const choices = {
    status: Object.entries(words.statuses),
    channel: Object.entries(words.channels),
    kind: kinds,
  };
  return (
    <Group gap="sm" align="flex-end" mb="md">
      {(['recipient', 'userId'] as const).map((name) => (
        <SearchBox
          key={name}
          label={name === 'recipient' ? words.recipientExact : words.userId}
          value={view[name]}
          onChange={(text) => change({ [name]: text.trim(), before: '' }, { replace: true })}
        />
      ))}
      <TimeRange
        value={view}
        onChange={(range) => change({ ...range, before: '' })}
        ranges={['1h', '24h', '7d', '30d']}
      />
      {(['status', 'channel', 'kind'] as const).map((name) => (
        <Select
          key={name}
          label={words[name]}
          data={choices[name].map(([value = '', label = '']) => ({ value, label }))}
          value={view[name] || null}
          placeholder={words.any}
          onChange={(value) => change({ [name]: value ?? '', before: '' })}
          clearable
          searchable={name === 'kind'}
          w={name === 'kind' ? 220 : 140}
        />
      ))}
      {isFiltered(view) && (
        <Button variant="subtle" onClick={() => change({ ...outboxDefaults, message: view.message })}>
          {clearFilters}
        </Button>
      )}
    </Group>
  );
}
