import {
  Box,
  Checkbox,
  Group,
  Pagination,
  Progress,
  Stack,
  Table,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { everywhere } from '../words/everywhere.ts';
import { useLanguage, useWords } from '../words/language.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

export interface Column<T> {
  id: string;
  title: string;
  show(record: T): ReactNode;
  /** Of the API, to sort by; absent: it cannot be sorted by. */
  sortField?: string;
  width?: number;
  align?: 'right';
}

export interface Sort {
  field: string;
  desc: boolean;
}

interface RecordTableProps<T> {
  /** What is listed, for who hears it. */
  label: string;
  columns: Column<T>[];
  /** Absent: on their way. */
  records: T[] | undefined;
  idOf(record: T): string;
  /** What a row is called, where it can be selected. */
  nameOf?(record: T): string;
  /** Others are on their way; what is shown stays. */
  isFetching?: boolean;
  error?: unknown;
  retry?: () => void;
  /** When there are no records. */
  empty: ReactNode;
  sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** From 1. */
  page?: number;
  pageSize?: number;
  total?: number;
  onPage?(page: number): void;
  selected?: string[];
  onSelect?(ids: string[]): void;
  /** At the end of the row. */
  actions?(record: T): ReactNode;
}

/** A table of what the API lists. Its height stays while another page loads. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const words = useWords(everywhere);
  const { label, columns, records, error, retry, empty, isFetching = false, page = 1 } = props;
  if (error) return <ErrorNotice error={error} {...(retry && { retry })} />;
  if (!records) return <Loading height={320} />;
  if (records.length === 0 && page === 1) return <>{empty}</>;
  return (
    <Stack gap="sm">
      <Box pos="relative">
        {isFetching && (
          <Progress
            value={100}
            animated
            size={2}
            pos="absolute"
            top={0}
            left={0}
            right={0}
            aria-label={words.loading}
          />
        )}
        <Table.ScrollContainer
          minWidth={Math.min(columns.length * 120, 640)}
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table highlightOnHover verticalSpacing="xs" aria-label={label} aria-busy={isFetching}>
            <Head {...props} records={records} />
            <Table.Tbody>
              {records.map((record) => (
                <Row key={props.idOf(record)} {...props} record={record} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Box>
      <Foot {...props} />
    </Stack>
  );
}

function Head<T>(props: RecordTableProps<T> & { records: T[] }) {
  const words = useWords(everywhere);
  const { columns, records, idOf, selected, onSelect, actions } = props;
  const ids = records.map(idOf);
  const isAll = ids.length > 0 && ids.every((id) => selected?.includes(id));
  return (
    <Table.Thead>
      <Table.Tr>
        {selected && onSelect && (
          <Table.Th w={40}>
            <Checkbox
              aria-label={words.selectAll}
              checked={isAll}
              indeterminate={!isAll && ids.some((id) => selected.includes(id))}
              onChange={() => onSelect(isAll ? [] : ids)}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} {...props} />
        ))}
        {actions && (
          <Table.Th w={48}>
            <Text span className="unseen">
              {words.more}
            </Text>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

function HeadCell<T>({ column, sort, onSort }: RecordTableProps<T> & { column: Column<T> }) {
  const { title, sortField, width, align } = column;
  const style = { ...(width && { width }), ...(align && { textAlign: align }) };
  if (!sortField || !onSort) return <Table.Th style={style}>{title}</Table.Th>;
  const isSorted = sort?.field === sortField;
  const Icon = isSorted ? (sort.desc ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <Table.Th style={style} aria-sort={isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        fw={700}
        fz="sm"
        onClick={() => onSort({ field: sortField, desc: isSorted && !sort.desc })}
      >
        <Group gap={4} wrap="nowrap" component="span">
          {title}
          <Icon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

function Row<T>(props: RecordTableProps<T> & { record: T }) {
  const words = useWords(everywhere);
  const { record, columns, idOf, nameOf = idOf, selected, onSelect, actions } = props;
  const id = idOf(record);
  const isSelected = selected?.includes(id) ?? false;
  const toggle = () =>
    onSelect?.(isSelected ? (selected ?? []).filter((one) => one !== id) : [...(selected ?? []), id]);
  return (
    <Table.Tr {...(isSelected && { 'data-selected': true, bg: 'var(--mantine-primary-color-light)' })}>
      {selected && onSelect && (
        <Table.Td>
          <Checkbox aria-label={words.select(nameOf(record))} checked={isSelected} onChange={toggle} />
        </Table.Td>
      )}
      {columns.map(({ id, show, align }) => (
        <Table.Td key={id} style={{ overflowWrap: 'anywhere', ...(align && { textAlign: align }) }}>
          {show(record)}
        </Table.Td>
      ))}
      {actions && <Table.Td>{actions(record)}</Table.Td>}
    </Table.Tr>
  );
}

function Foot<T>({ records = [], page = 1, pageSize = 0, total = 0, onPage }: RecordTableProps<T>) {
  const words = useWords(everywhere);
  const { language } = useLanguage();
  if (!onPage || !pageSize) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const format = (count: number) => count.toLocaleString(language);
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {words.ofTotal(format(first), format(first + records.length - 1), format(total))}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          siblings={1}
          getItemProps={(number) => ({ 'aria-label': words.page(number) })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? words.nextPage : words.previousPage,
          })}
        />
      )}
    </Group>
  );
}
