import { Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import type { Column, Sort } from './table-column.ts';

interface HeadProps<T> {
  columns: Column<T>[];
  sortField: string | undefined;
  isDescending: boolean;
  onSort: ((sort: Sort) => void) | undefined;
  /** Undefined if rows cannot be selected. */
  selected: 'all' | 'some' | 'none' | undefined;
  onSelectAll(): void;
  hasActions: boolean;
}

/** The header row. It renders again only when its props change. */
export const TableHead = memo(Head) as typeof Head;

function Head<T>(props: HeadProps<T>) {
  const messages = useMessages(sharedMessages);
  const { columns, selected, onSelectAll, hasActions } = props;
  return (
    <Table.Thead>
      <Table.Tr>
        {selected && (
          <Table.Th w={40}>
            <Checkbox
              aria-label={messages.selectAll}
              checked={selected === 'all'}
              indeterminate={selected === 'some'}
              onChange={onSelectAll}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} {...props} />
        ))}
        {hasActions && (
          <Table.Th w={48}>
            <Text span className="visually-hidden">
              {messages.more}
            </Text>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

function HeadCell<T>({ column, ...sorting }: HeadProps<T> & { column: Column<T> }) {
  const { title, sortField, width, align } = column;
  const { isDescending, onSort } = sorting;
  const style = { ...(width && { width }), ...(align && { textAlign: align }) };
  if (!sortField || !onSort) return <Table.Th style={style}>{title}</Table.Th>;
  const isSorted = sorting.sortField === sortField;
  const Icon = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <Table.Th style={style} aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        fw={700}
        fz="sm"
        onClick={() => onSort({ field: sortField, desc: isSorted && !isDescending })}
      >
        <Group gap={4} wrap="nowrap" component="span">
          {title}
          <Icon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
