import { Fragment, memo, type ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import type { CardPlace, Column } from './table-column.ts';
import { tableRoles } from './table-roles.ts';

interface RowProps<T> {
  record: T;
  id: string;
  columns: Column<T>[];
  /** The places of the columns in the card that the row becomes on a phone. */
  places: (CardPlace | undefined)[];
  /** Undefined if the row cannot be selected. */
  name: string | undefined;
  isSelected: boolean;
  onSelect(id: string, isSelected: boolean): void;
  actions: ((record: T) => ReactNode) | undefined;
}

/**
 * Renders one record with plain elements: a table has hundreds of cells, and Mantine's cells render ten times as
 * slowly. `use-row-keys.ts` and `use-row-pointer.ts` handle the keys and clicks of all rows.
 */
export const TableRow = memo(Row) as typeof Row;

function Row<T>({ record, id, columns, places, name, isSelected, onSelect, actions }: RowProps<T>) {
  const messages = useMessages(sharedMessages);
  return (
    <tr {...tableRoles.row} tabIndex={-1} data-selected={isSelected || undefined}>
      {name !== undefined && (
        <td {...tableRoles.cell} className="cell-select">
          <input
            type="checkbox"
            className="row-checkbox mantine-focus-auto"
            aria-label={messages.select(name)}
            checked={isSelected}
            onChange={() => onSelect(id, !isSelected)}
          />
        </td>
      )}
      {columns.map(({ id, title, show, align, wraps }, index) => (
        <td
          key={id}
          {...tableRoles.cell}
          data-card={places[index]}
          data-label={title}
          data-align={align}
          data-wraps={wraps}
        >
          {show(record)}
        </td>
      ))}
      {actions && (
        <td {...tableRoles.cell} className="cell-actions">
          {/* The key ties an open menu and its dialogs to this record, because the row may be reused for another one. */}
          <Fragment key={id}>{actions(record)}</Fragment>
        </td>
      )}
    </tr>
  );
}
