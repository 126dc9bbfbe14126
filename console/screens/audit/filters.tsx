import { Button, Checkbox, Collapse, Group, MultiSelect, SimpleGrid, Stack, TagsInput } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { auditTypes, devices } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { auditMessages } from '../../components/events/messages.ts';
import {
  type ChangeView,
  defaults,
  isFiltered,
  listFilters,
  type View,
} from '../../components/events/view.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { TimeRange } from '../../components/time-range.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

interface FiltersProps {
  view: View;
  change: ChangeView;
}

export function Filters({ view, change }: FiltersProps) {
  const messages = useMessages(auditMessages);
  const { clearFilters } = useMessages(sharedMessages);
  const set = listFilters.filter((name) => view[name].length > 0).length;
  const [isOpen, setIsOpen] = useState(set > 0);
  const [wantsKnown, setWantsKnown] = useState(isOpen);
  const known = useKnown(wantsKnown);
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" className="event-filters">
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <TimeRange
          value={view}
          onChange={(range) => change({ ...range, page: 1 })}
          ranges={['1h', '24h', '7d', '30d', '90d', '365d']}
        />
        <MultiSelect
          label={messages.type}
          data={auditTypes.map((type) => ({
            value: type,
            label: messages.types[type],
          }))}
          value={view.types}
          onChange={(types) => change({ types, page: 1 })}
          clearable
          miw={170}
        />
        <TagsInput
          label={messages.filters.actions}
          data={known.actions}
          value={view.actions}
          onChange={(actions) => change({ actions, page: 1 })}
          onFocus={() => setWantsKnown(true)}
          clearable
          miw={200}
        />
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          onClick={() => {
            setIsOpen(!isOpen);
            setWantsKnown(true);
          }}
          aria-expanded={isOpen}
        >
          {set > 0 ? messages.setFilters(set) : messages.moreFilters}
        </Button>
        {isFiltered(view) && (
          <Button
            variant="subtle"
            onClick={() => change({ ...defaults, event: view.event, live: view.live })}
          >
            {clearFilters}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <Lists view={view} change={change} known={known} />
      </Collapse>
    </Stack>
  );
}

function Lists({ view, change, known }: FiltersProps & { known: ReturnType<typeof useKnown> }) {
  const messages = useMessages(auditMessages);
  const suggestions = {
    excludedActions: known.actions,
    methods: known.methods,
    actorTypes: Object.keys(messages.actorTypes),
    devices: [...devices],
  } as Partial<Record<(typeof listFilters)[number], string[]>>;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
        {listFilters.map((name) => (
          <TagsInput
            key={name}
            label={messages.filters[name]}
            data={suggestions[name] ?? []}
            value={view[name]}
            onChange={(values) => change({ [name]: values, page: 1 })}
            acceptValueOnBlur
            clearable
          />
        ))}
      </SimpleGrid>
      <Checkbox
        label={messages.noTenants}
        checked={view.noTenants}
        disabled={view.tenants.length === 0}
        onChange={(event) => change({ noTenants: event.currentTarget.checked, page: 1 })}
      />
    </Stack>
  );
}

/** Returns the actions and methods of the last year as options. */
function useKnown(enabled: boolean) {
  const counts = useRead(
    ['audit', 'known'],
    (client) =>
      client.management.analytics.search({
        from: now() - 365 * 24 * 3_600_000,
        groupByAction: true,
        groupByMethod: true,
      }),
    { enabled },
  );
  const of = (field: 'action' | 'method') =>
    [...new Set(counts.data?.map((count) => count[field]))].filter(Boolean).sort();
  return { actions: of('action'), methods: of('method') };
}
