import './badges.css';
import './record-table.css';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ErrorNotice } from './error-notice.tsx';
import { RelativeMoments } from './moment.tsx';
import { OthersTooltip } from './others-tooltip.tsx';
import type { Column, Sort } from './table-column.ts';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import { cardPlacesOf, tracksOf, type Widths } from './table-layout.ts';
import { tableRoles } from './table-roles.ts';
import { TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowPointer } from './use-row-pointer.ts';
import { useStableCallback } from './use-stable-callback.ts';
import { useTableScroll } from './use-table-scroll.ts';

interface RecordTableProps<T> {
  /** Names the list for screen readers, and the widths of its columns in the viewer's preferences. */
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

/** As many rows as there may be, but no more than a screen shows. */
const mostSkeletonRows = 12;

/**
 * A table of records from the API in its frame, or what stands in for it: nothing yet, nothing at all, an error. Where
 * the frame is narrow, the rows are cards (`record-table.css`).
 */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const { records, error, retry, empty, page = 1 } = props;
  const frame = useRef<HTMLDivElement>(null);
  useRowKeys(frame);
  useRowPointer(frame);
  const isEmpty = records?.length === 0 && page === 1;
  return (
    <div className="records-frame" ref={frame} data-empty={Boolean(error) || isEmpty || undefined}>
      {error ? (
        <div className="records-state">
          <ErrorNotice error={error} {...(retry && { retry })} />
        </div>
      ) : isEmpty ? (
        <div className="records-state">{empty}</div>
      ) : (
        <Records {...props} />
      )}
      <OthersTooltip frame={frame} />
    </div>
  );
}

function Records<T>(props: RecordTableProps<T>) {
  const messages = useMessages(sharedMessages);
  const { label, columns, records, isFetching = false, page = 1, pageSize } = props;
  const { idOf, nameOf = idOf, sort, onSort, selected, onSelect, onPage, actions, isStateless } = props;
  const table = useRef<HTMLTableElement>(null);
  const [widths, resize] = useColumnWidths(label);
  const scroller = useTableScroll(table);
  const ids = records?.map(idOf) ?? [];
  const isAll = ids.length > 0 && ids.every((id) => selected?.includes(id));
  const sortBy = useStableCallback((sort: Sort) => onSort?.(sort));
  const turnTo = useStableCallback((page: number) => onPage?.(page));
  const select = useStableCallback((id: string, isSelected: boolean) => {
    const others = (selected ?? []).filter((one) => one !== id);
    onSelect?.(isSelected ? [...others, id] : others);
  });
  const selectAll = useStableCallback(() => onSelect?.(isAll ? [] : ids));
  const canSelect = selected !== undefined && onSelect !== undefined;
  const hasActions = actions !== undefined;
  const styleFor = (widths: Widths) => {
    const { tracks, minWidth } = tracksOf({ columns, widths, canSelect, hasActions });
    return { '--records-tracks': tracks, '--records-width': `${minWidth}px` };
  };
  const preview = useStableCallback((widths: Widths) => {
    for (const [name, value] of Object.entries(styleFor(widths)))
      table.current?.style.setProperty(name, value);
  });
  const places = useMemo(() => cardPlacesOf(columns), [columns]);
  const some = ids.some((id) => selected?.includes(id)) ? 'some' : 'none';
  const style = styleFor(widths) as CSSProperties;
  return (
    <>
      {isFetching && records && (
        <div className="records-progress" role="progressbar" aria-label={messages.loading} />
      )}
      <div className="records-scroller" ref={scroller}>
        <table
          {...tableRoles.table}
          ref={table}
          className="records"
          style={style}
          aria-label={label}
          aria-busy={isFetching || !records}
        >
          <TableHead
            columns={columns}
            sortField={sort?.field}
            isDescending={sort?.desc ?? false}
            onSort={onSort && sortBy}
            selected={canSelect ? (isAll ? 'all' : some) : undefined}
            onSelectAll={selectAll}
            isEmpty={!records || records.length === 0}
            hasActions={hasActions}
            widths={widths}
            onPreview={preview}
            onResize={resize}
          />
          <RelativeMoments value={true}>
            <tbody {...tableRoles.group}>
              {records?.map((record, index) => {
                const id = idOf(record);
                return (
                  <TableRow
                    key={isStateless ? index : id}
                    record={record}
                    id={id}
                    columns={columns}
                    places={places}
                    actions={actions}
                    name={canSelect ? nameOf(record) : undefined}
                    isSelected={selected?.includes(id) ?? false}
                    onSelect={select}
                  />
                );
              })}
            </tbody>
          </RelativeMoments>
        </table>
        {!records && (
          <TableSkeleton
            rows={Math.min(pageSize ?? 3, mostSkeletonRows)}
            cells={columns.length}
            style={style}
          />
        )}
      </div>
      {records && onPage && pageSize ? (
        <TableFoot
          count={records.length}
          page={page}
          pageSize={pageSize}
          total={props.total ?? 0}
          onPage={turnTo}
        />
      ) : null}
    </>
  );
}
