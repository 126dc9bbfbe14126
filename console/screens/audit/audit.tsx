import { Button, Switch, Text } from '@mantine/core';
import { ClipboardList, Download } from 'lucide-react';
import { useState } from 'react';
import { maxAuditEvents } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { ColumnMenu, useColumns } from '../../components/column-menu.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { shownColumns, useEventColumns } from '../../components/events/event-columns.tsx';
import { EventDetails } from '../../components/events/event-details.tsx';
import { auditMessages } from '../../components/events/messages.ts';
import { defaults, filtersOf, isFiltered, searchOf } from '../../components/events/view.ts';
import { loadable } from '../../components/loadable.tsx';
import { Page } from '../../components/page.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useStableCallback } from '../../components/use-stable-callback.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { FilterViews } from './filter-views.tsx';
import { Filters } from './filters.tsx';

const ExportEvents = loadable(() => import('./export-events.tsx'));

const pageSize = 50;
const liveMs = 5_000;

export default function Audit() {
  const messages = useMessages(auditMessages);
  const { language } = useLanguage();
  const { export: exportLabel } = useMessages(sharedMessages);
  const [view, change] = useUrlState(defaults);
  const [isExporting, setIsExporting] = useState(false);
  const filters = filtersOf(view);
  const open = useStableCallback((event: string) => change({ event }));
  const events = useRead(
    ['audit', filters, view.page],
    (client) =>
      client.management.audit.search({ ...searchOf(filters), limit: pageSize, page: view.page - 1 }),
    view.live ? { every: liveMs } : {},
  );
  const columns = useColumns('audit-events', useEventColumns(open), shownColumns);
  const total = events.data?.total ?? 0;
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          <Switch
            label={messages.live}
            title={messages.liveLead}
            checked={view.live}
            onChange={(event) => change({ live: event.currentTarget.checked, page: 1 })}
          />
          <ColumnMenu {...columns} />
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => setIsExporting(true)}
            disabled={total === 0}
          >
            {exportLabel}
          </Button>
        </>
      }
    >
      <FilterViews view={view} change={change} />
      <Filters view={view} change={change} />
      <RecordTable
        label={messages.title}
        columns={columns.columns}
        records={events.data?.audits}
        idOf={({ ID }) => ID}
        isFetching={events.isFetching && !view.live}
        error={events.error}
        retry={events.refetch}
        empty={<Empty isFiltered={isFiltered(view)} onClear={() => change(defaults)} />}
        sort={{ field: 'occurred', desc: !view.oldestFirst }}
        onSort={({ desc }) => change({ oldestFirst: !desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPage={(page) => change({ page, live: false })}
      />
      {total >= maxAuditEvents && (
        <Text size="sm" c="dimmed">
          {messages.atMost(maxAuditEvents.toLocaleString(language))}
        </Text>
      )}
      <EventDetails
        id={view.event}
        shown={events.data?.audits.find(({ ID }) => ID === view.event)}
        isReady={!events.isPending}
        onClose={() => change({ event: '' })}
      />
      {isExporting && <ExportEvents filters={filters} total={total} onClose={() => setIsExporting(false)} />}
    </Page>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const messages = useMessages(auditMessages);
  const { nothingFound, clearFilters } = useMessages(sharedMessages);
  if (!isFiltered) return <EmptyState icon={ClipboardList} title={messages.none} lead={messages.noneLead} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {clearFilters}
    </Button>
  );
  return <EmptyState icon={ClipboardList} title={nothingFound} action={clear} />;
}
