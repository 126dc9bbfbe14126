import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ColumnResizer } from './column-resizer.tsx';
import type { Column, Sort } from './table-column.ts';
import { leastWidth, type Widths } from './table-layout.ts';
import { tableRoles } from './table-roles.ts';

interface HeadProps<T> {
  columns: Column<T>[];
  sortField: string | undefined;
  isDescending: boolean;
  onSort: ((sort: Sort) => void) | undefined;
  /** Undefined if rows cannot be selected. */
  selected: 'all' | 'some' | 'none' | undefined;
  onSelectAll(): void;
  /** True while there is nothing to select. */
  isEmpty: boolean;
  hasActions: boolean;
  widths: Widths;
  /** Shows the widths while they are dragged. */
  onPreview(widths: Widths): void;
  onResize(widths: Widths): void;
}

/** The header row. It renders again only when its props change. */
export const TableHead = memo(Head) as typeof Head;

function Head<T>(props: HeadProps<T>) {
  const messages = useMessages(sharedMessages);
  const { columns, selected, onSelectAll, isEmpty, hasActions, widths, onPreview, onResize } = props;
  const isPlain = !selected && !(props.onSort && columns.some(({ sortField }) => sortField));
  return (
    // A card has no columns, so a head that only names them is not shown there.
    <thead {...tableRoles.group} data-plain={isPlain || undefined}>
      <tr {...tableRoles.row}>
        {selected && (
          <th {...tableRoles.head} className="cell-select">
            <input
              type="checkbox"
              className="row-checkbox mantine-focus-auto"
              aria-label={messages.selectAll}
              checked={selected === 'all'}
              disabled={isEmpty}
              ref={(box) => {
                if (box) box.indeterminate = selected === 'some';
              }}
              onChange={onSelectAll}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell key={column.id} column={column} {...props}>
            <ColumnResizer
              id={column.id}
              title={column.title}
              width={widths[column.id] ?? leastWidth(column, index)}
              widths={widths}
              onPreview={onPreview}
              onResize={onResize}
            />
          </HeadCell>
        ))}
        {hasActions && (
          <th {...tableRoles.head}>
            <span className="visually-hidden">{messages.more}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function HeadCell<T>({
  column,
  children,
  ...sorting
}: HeadProps<T> & { column: Column<T>; children: ReactNode }) {
  const { id, title, sortField, align } = column;
  const { isDescending, onSort } = sorting;
  const canSort = sortField !== undefined && onSort !== undefined;
  const isSorted = canSort && sorting.sortField === sortField;
  const Icon = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      {...tableRoles.head}
      // Otherwise the handle would be part of the name.
      aria-label={title}
      aria-sort={canSort ? (isSorted ? (isDescending ? 'descending' : 'ascending') : 'none') : undefined}
      data-column={id}
      data-align={align}
    >
      {canSort ? (
        <button
          type="button"
          className="head-sort mantine-focus-auto"
          onClick={() => onSort({ field: sortField, desc: isSorted && !isDescending })}
        >
          <span>{title}</span>
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        <span className="head-title">{title}</span>
      )}
      {children}
    </th>
  );
}
