import { Button, Group, Select } from '@mantine/core';
import { eventTypes } from '../../../client/constants.ts';
import { messageScreenMessages } from '../../components/messages/messages.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { TimeRange } from '../../components/time-range.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { isFiltered, type OutboxView, outboxDefaults } from './outbox-view.ts';

interface OutboxFiltersProps {
  view: OutboxView;
  change(changes: Partial<OutboxView>, options?: { replace?: boolean }): void;
}

export function OutboxFilters({ view, change }: OutboxFiltersProps) {
  const texts = useMessages(messageScreenMessages);
  const { clearFilters } = useMessages(sharedMessages);
  const kinds = [...Object.entries(texts.kinds), ...eventTypes.map((event) => [event, event])];
  const choices = {
    status: Object.entries(texts.statuses),
    channel: Object.entries(texts.channels),
    kind: kinds,
  };
  return (
    <Group gap="sm" align="flex-end" mb="md">
      {(['recipient', 'userId'] as const).map((name) => (
        <SearchBox
          key={name}
          label={name === 'recipient' ? texts.recipientExact : texts.userId}
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
          label={texts[name]}
          data={choices[name].map(([value = '', label = '']) => ({ value, label }))}
          value={view[name] || null}
          placeholder={texts.any}
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
