import { Anchor, Button, Group, Switch, Text } from '@mantine/core';
import { ClipboardList, Download } from 'lucide-react';
import { useState } from 'react';
import type { AuditEvent } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ColumnMenu, useColumns } from '../../parts/column-menu.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { loadable } from '../../parts/loadable.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { EventDetails } from './event-details.tsx';
import { Filters } from './filters.tsx';
import { Severity } from './severity.tsx';
import { defaults, filtersOf, isFiltered, searchOf } from './view.ts';
import { ActorOf, TenantsOf, UserOf } from './who.tsx';
import { auditWords } from './words.ts';

const ExportEvents = loadable(() => import('./export-events.tsx'));

const pageSize = 50;
const mostCounted = 100_000;
const liveMs = 5_000;

export default function Audit() {
  const words = useWords(auditWords);
  const { language } = useLanguage();
  const { export: exportWord } = useWords(everywhere);
  const [view, change] = useUrlState(defaults);
  const [isExporting, setIsExporting] = useState(false);
  const filters = filtersOf(view);
  const events = useRead(
    ['audit', filters, view.page],
    (client) =>
      client.management.audit.search({ ...searchOf(filters), limit: pageSize, page: view.page - 1 }),
    view.live ? { every: liveMs } : {},
  );
  const columns = useColumns(
    'audit',
    useAuditColumns((event) => change({ event })),
    ['occurred', 'action', 'user', 'actor', 'method', 'address'],
  );
  const total = events.data?.total ?? 0;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Switch
            label={words.live}
            title={words.liveLead}
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
            {exportWord}
          </Button>
        </>
      }
    >
      <Filters view={view} change={change} />
      <RecordTable
        label={words.title}
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
      {total >= mostCounted && (
        <Text size="sm" c="dimmed">
          {words.atMost(mostCounted.toLocaleString(language))}
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

function useAuditColumns(open: (id: string) => void): Column<AuditEvent>[] {
  const words = useWords(auditWords);
  return [
    {
      id: 'occurred',
      title: words.occurred,
      sortField: 'occurred',
      width: 190,
      show: ({ occurred }) => <Moment value={occurred} unit="ms" style="seconds" />,
    },
    {
      id: 'action',
      title: words.action,
      width: 220,
      show: ({ ID, action, type }) => (
        <Group gap={6} wrap="nowrap">
          <Anchor component="button" type="button" inherit ta="left" onClick={() => open(ID)}>
            {action}
          </Anchor>
          {type !== 'info' && <Severity type={type} />}
        </Group>
      ),
    },
    { id: 'type', title: words.type, show: ({ type }) => <Severity type={type} /> },
    { id: 'user', title: words.user, width: 190, show: (event) => <UserOf event={event} /> },
    { id: 'actor', title: words.actor, show: (event) => <ActorOf event={event} isShort /> },
    { id: 'tenant', title: words.tenant, show: ({ tenants }) => <TenantsOf tenants={tenants} /> },
    {
      id: 'method',
      title: words.method,
      show: ({ method }) => method,
    },
    { id: 'device', title: words.device, show: ({ device }) => words.devices[device] ?? device },
    { id: 'address', title: words.address, show: ({ remoteAddress }) => remoteAddress },
  ];
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const words = useWords(auditWords);
  const { nothingFound, clearFilters } = useWords(everywhere);
  if (!isFiltered) return <EmptyState icon={ClipboardList} title={words.none} lead={words.noneLead} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {clearFilters}
    </Button>
  );
  return <EmptyState icon={ClipboardList} title={nothingFound} action={clear} />;
}
