import { Text } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { shownColumns, useEventColumns } from '../../components/events/event-columns.tsx';
import { EventDetails } from '../../components/events/event-details.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { userMessages } from './messages.ts';

const pageSize = 25;
/** A start time before every event. Without one, the API returns only the last 30 days. */
const fromTheBeginning = 1;

interface AuditProps {
  userId: string;
  page: number;
  onPage(page: number): void;
  /** The ID of the event whose details are open, or empty. */
  event: string;
  onEvent(id: string): void;
}

/** Lists the audit log's events about the user. */
export function Audit({ userId, page, onPage, event, onEvent }: AuditProps) {
  const { audit, auditLead, auditAll, noAudit, noAuditLead } = useMessages(userMessages);
  const events = useRead(['user', userId, 'audit', page], (client) =>
    client.management.audit.search({
      userIds: [userId],
      from: fromTheBeginning,
      limit: pageSize,
      page: page - 1,
    }),
  );
  const columns = useEventColumns(onEvent).filter(({ id }) => shownColumns.includes(id));
  return (
    <Section
      title={audit}
      lead={auditLead}
      actions={
        <Text size="sm">
          <ScreenLink to="audit" state={{ userIds: [userId] }}>
            {auditAll}
          </ScreenLink>
        </Text>
      }
    >
      <RecordTable
        label={audit}
        columns={columns}
        records={events.data?.audits}
        idOf={({ ID }) => ID}
        isFetching={events.isPlaceholderData}
        error={events.error}
        retry={() => void events.refetch()}
        empty={<EmptyState icon={ClipboardList} title={noAudit} lead={noAuditLead} />}
        page={page}
        pageSize={pageSize}
        total={events.data?.total ?? 0}
        onPage={onPage}
      />
      <EventDetails
        id={event}
        shown={events.data?.audits.find(({ ID }) => ID === event)}
        isReady={!events.isPending}
        onClose={() => onEvent('')}
      />
    </Section>
  );
}
