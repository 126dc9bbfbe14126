import { Fragment, memo, type ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import type { Column } from './table-column.ts';

interface RowProps<T> {
  record: T;
  id: string;
  columns: Column<T>[];
  /** Undefined if the row cannot be selected. */
  name: string | undefined;
  isSelected: boolean;
  onSelect(id: string, isSelected: boolean): void;
  actions: ((record: T) => ReactNode) | undefined;
}

/**
 * Renders one record with plain elements: a table has hundreds of cells, and Mantine's cells render ten times as
 * slowly.
 */
export const TableRow = memo(Row) as typeof Row;

function Row<T>({ record, id, columns, name, isSelected, onSelect, actions }: RowProps<T>) {
  const messages = useMessages(sharedMessages);
  return (
    <tr data-selected={isSelected || undefined}>
      {name !== undefined && (
        <td>
          <input
            type="checkbox"
            className="row-checkbox mantine-focus-auto"
            aria-label={messages.select(name)}
            checked={isSelected}
            onChange={() => onSelect(id, !isSelected)}
          />
        </td>
      )}
      {columns.map(({ id, show, align }) => (
        <td key={id} {...(align && { style: { textAlign: align } })}>
          {show(record)}
        </td>
      ))}
      {actions && (
        <td>
          {/* The key ties an open menu and its dialogs to this record, because the row may be reused for another one. */}
          <Fragment key={id}>{actions(record)}</Fragment>
        </td>
      )}
    </tr>
  );
}
