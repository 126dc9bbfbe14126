import { History as HistoryIcon } from 'lucide-react';
import type { UserLogin } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { useWords } from '../../words/language.tsx';
import { Section } from './section.tsx';
import { sessionWords } from './sessions-words.ts';

const pageSize = 25;

interface HistoryProps {
  userId: string;
  page: number;
  onPage(page: number): void;
}

/** The last sign-ins of the user. */
export function History({ userId, page, onPage }: HistoryProps) {
  const words = useWords(sessionWords);
  const logins = useRead(['user', userId, 'history'], (client) => client.management.user.history([userId]));
  // Two sign-ins can be of one second: their place tells them apart.
  const placed = logins.data?.map((login, place) => ({ ...login, place }));
  const { records, total } = paged(placed, { page, pageSize });
  const columns: Column<UserLogin & { place: number }>[] = [
    { id: 'time', title: words.time, show: ({ loginTime }) => <Moment value={loginTime} /> },
    { id: 'address', title: words.address, show: ({ ip }) => ip },
    {
      id: 'tenant',
      title: words.tenant,
      show: ({ selectedTenant }) =>
        selectedTenant && (
          <ScreenLink to={`tenants/${encodeURIComponent(selectedTenant)}`}>{selectedTenant}</ScreenLink>
        ),
    },
    {
      id: 'impersonator',
      title: words.actsAs,
      show: ({ impersonatorId }) =>
        impersonatorId && <ScreenLink to={`users/${impersonatorId}`}>{impersonatorId}</ScreenLink>,
    },
  ];
  return (
    <Section title={words.history} lead={words.historyLead}>
      <RecordTable
        label={words.history}
        columns={columns}
        records={records}
        idOf={({ place }) => String(place)}
        error={logins.error}
        retry={() => void logins.refetch()}
        empty={<EmptyState icon={HistoryIcon} title={words.noHistory} lead={words.noHistoryLead} />}
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={onPage}
      />
    </Section>
  );
}
