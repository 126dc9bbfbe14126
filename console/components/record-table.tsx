import { Box, Group, Pagination, Progress, Stack, Table, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';
import type { Column, Sort } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useStableCallback } from './use-stable-callback.ts';

interface RecordTableProps<T> {
  /** Names the list for screen readers. */
  label: string;
  columns: Column<T>[];
  /** Undefined while the records load. */
  records: T[] | undefined;
  idOf(record: T): string;
  /** Returns the name of a row for its selection checkbox. */
  nameOf?(record: T): string;
  /** True while other records load. The current ones stay visible. */
  isFetching?: boolean;
  error?: unknown;
  retry?: () => void;
  /** Shown when there are no records. */
  empty: ReactNode;
  sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** Starts at 1. */
  page?: number;
  pageSize?: number;
  total?: number;
  onPage?(page: number): void;
  selected?: string[];
  onSelect?(ids: string[]): void;
  /** Renders the last cell of a row. */
  actions?(record: T): ReactNode;
  /**
   * True if cells have no state of their own. The rows of one page are then reused for the next, which halves the
   * render time. If `columns` and `actions` keep their identity, only rows whose record changes render again.
   */
  isStateless?: boolean;
}

/** A table of records from the API. Its height stays the same while another page loads. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const messages = useMessages(sharedMessages);
  const { label, columns, records, error, retry, empty, isFetching = false, page = 1 } = props;
  const { idOf, nameOf = idOf, sort, onSort, selected, onSelect, onPage, actions, isStateless } = props;
  const ids = records?.map(idOf) ?? [];
  const isAll = ids.length > 0 && ids.every((id) => selected?.includes(id));
  const sortBy = useStableCallback((sort: Sort) => onSort?.(sort));
  const turnTo = useStableCallback((page: number) => onPage?.(page));
  const select = useStableCallback((id: string, isSelected: boolean) => {
    const others = (selected ?? []).filter((one) => one !== id);
    onSelect?.(isSelected ? [...others, id] : others);
  });
  const selectAll = useStableCallback(() => onSelect?.(isAll ? [] : ids));
  if (error) return <ErrorNotice error={error} {...(retry && { retry })} />;
  if (!records) return <Loading height={320} />;
  if (records.length === 0 && page === 1) return <>{empty}</>;
  const canSelect = selected !== undefined && onSelect !== undefined;
  const some = ids.some((id) => selected?.includes(id)) ? 'some' : 'none';
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
            aria-label={messages.loading}
          />
        )}
        <Table.ScrollContainer
          minWidth={minWidthOf(columns)}
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table className="records" verticalSpacing="xs" aria-label={label} aria-busy={isFetching}>
            <TableHead
              columns={columns}
              sortField={sort?.field}
              isDescending={sort?.desc ?? false}
              onSort={onSort && sortBy}
              selected={canSelect ? (isAll ? 'all' : some) : undefined}
              onSelectAll={selectAll}
              hasActions={actions !== undefined}
            />
            <tbody>
              {records.map((record, index) => {
                const id = idOf(record);
                return (
                  <TableRow
                    key={isStateless ? index : id}
                    {...{ record, id, columns, actions }}
                    name={canSelect ? nameOf(record) : undefined}
                    isSelected={selected?.includes(id) ?? false}
                    onSelect={select}
                  />
                );
              })}
            </tbody>
          </Table>
        </Table.ScrollContainer>
      </Box>
      {onPage && props.pageSize ? (
        <Foot
          count={records.length}
          page={page}
          pageSize={props.pageSize}
          total={props.total ?? 0}
          onPage={turnTo}
        />
      ) : null}
    </Stack>
  );
}

/** Narrower than this, the table scrolls instead of breaking words. A column's own width is its minimum. */
function minWidthOf<T>(columns: Column<T>[]): number {
  const widths = columns.map(({ width }) => width ?? 0);
  const others = widths.filter((width) => width === 0).length;
  return Math.min(others * 120, 640) + widths.reduce((sum, width) => sum + width, 0);
}

interface FootProps {
  /** The number of records on this page. */
  count: number;
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
}

const Foot = memo(({ count, page, pageSize, total, onPage }: FootProps) => {
  const messages = useMessages(sharedMessages);
  const { language } = useLanguage();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const format = (count: number) => count.toLocaleString(language);
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {messages.ofTotal(format(first), format(first + count - 1), format(total))}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          siblings={1}
          getItemProps={(number) => ({ 'aria-label': messages.page(number) })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? messages.nextPage : messages.previousPage,
          })}
        />
      )}
    </Group>
  );
});
