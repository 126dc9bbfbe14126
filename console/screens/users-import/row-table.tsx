import { Group, Text } from '@mantine/core';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import type { CheckedRow } from './check-row.ts';
import { importMessages } from './messages.ts';
import { pageSize } from './view.ts';

export interface Verdict {
  text: string;
  /** Undefined if the row has neither succeeded nor failed. */
  isGood?: boolean;
}

interface RowTableProps {
  label: string;
  rows: CheckedRow[];
  page: number;
  onPage(page: number): void;
  /** The title of the result column. */
  title: string;
  verdictOf(row: CheckedRow): Verdict;
}

/** Lists rows of the file with the result of each. */
export function RowTable({ label, rows, page, onPage, title, verdictOf }: RowTableProps) {
  const messages = useMessages(importMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const { records, total } = paged(rows, { page, pageSize });
  const columns: Column<CheckedRow>[] = [
    { id: 'line', title: messages.line, width: 80, show: ({ line }) => line },
    { id: 'loginId', title: messages.fields.loginId, width: 240, show: ({ user }) => user.loginId },
    {
      id: 'name',
      title: messages.fields.displayName,
      width: 180,
      show: ({ user }) => user.displayName ?? [user.givenName, user.familyName].filter(Boolean).join(' '),
    },
    { id: 'verdict', title, wraps: true, show: (row) => <VerdictText {...verdictOf(row)} /> },
  ];
  return (
    <RecordTable
      label={label}
      columns={columns}
      records={records}
      idOf={({ line }) => String(line)}
      empty={
        <Text size="sm" c="dimmed">
          {nothingFound}
        </Text>
      }
      page={page}
      pageSize={pageSize}
      total={total}
      onPage={onPage}
    />
  );
}

function VerdictText({ text, isGood }: Verdict) {
  const Icon = isGood === undefined ? CircleDashed : isGood ? CircleCheck : CircleAlert;
  const color = isGood === undefined ? 'dimmed' : isGood ? 'teal-7' : 'red-7';
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" miw={220}>
      <Icon
        size={16}
        color={`var(--mantine-color-${color})`}
        aria-hidden
        style={{ flexShrink: 0, marginTop: 2 }}
      />
      <span>{text}</span>
    </Group>
  );
}
