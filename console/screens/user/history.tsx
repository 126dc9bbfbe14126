import { History as HistoryIcon } from 'lucide-react';
import type { UserLogin } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { methodName } from '../../components/events/methods.ts';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import type { Column } from '../../components/table-column.ts';
import { Section } from '../../components/users/section.tsx';
import { sessionMessages } from '../../components/users/session-messages.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';

const pageSize = 25;

interface HistoryProps {
  userId: string;
  page: number;
  onPage(page: number): void;
}

/** Lists the user's latest sign-ins. */
export function History({ userId, page, onPage }: HistoryProps) {
  const messages = useMessages(sessionMessages);
  const { language } = useLanguage();
  const logins = useRead(['user', userId, 'history'], (client) => client.management.user.history([userId]));
  // Two sign-ins can have the same time, so the position is part of the key.
  const placed = logins.data?.map((login, place) => ({ ...login, place }));
  const { records, total } = paged(placed, { page, pageSize });
  const columns: Column<UserLogin & { place: number }>[] = [
    { id: 'time', title: messages.time, show: ({ loginTime }) => <Moment value={loginTime} /> },
    {
      id: 'method',
      title: messages.signInMethod,
      show: ({ method }) => method && methodName(language, method),
    },
    {
      id: 'device',
      title: messages.deviceType,
      show: ({ deviceType }) => messages.devices[deviceType] ?? deviceType,
    },
    { id: 'address', title: messages.address, show: ({ ip }) => ip },
    {
      id: 'tenant',
      title: messages.tenant,
      show: ({ selectedTenant }) =>
        selectedTenant && (
          <ScreenLink to={`tenants/${encodeURIComponent(selectedTenant)}`}>{selectedTenant}</ScreenLink>
        ),
    },
    {
      id: 'impersonator',
      title: messages.actsAs,
      show: ({ impersonatorId }) =>
        impersonatorId && <ScreenLink to={`users/${impersonatorId}`}>{impersonatorId}</ScreenLink>,
    },
  ];
  return (
    <Section title={messages.history} lead={messages.historyLead}>
      <RecordTable
        label={messages.history}
        columns={columns}
        records={records}
        idOf={({ place }) => String(place)}
        error={logins.error}
        retry={() => void logins.refetch()}
        empty={<EmptyState icon={HistoryIcon} title={messages.noHistory} lead={messages.noHistoryLead} />}
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={onPage}
      />
    </Section>
  );
}
