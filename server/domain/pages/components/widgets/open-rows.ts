import type { ProfileRow } from './page.ts';

/**
 * Leaves out what would open a flow that the project has turned off or deleted. The elements of values and of passkeys always have their
 * button, so those rows go as a whole.
 */
export function openRows(rows: readonly ProfileRow[], isOpen: (flow: string) => boolean): ProfileRow[] {
  const open = rows.flatMap((row) => openRow(row, isOpen));
  return open.filter((row, index) => row.row !== 'heading' || belowHeading(open[index + 1]));
}

function belowHeading(next: ProfileRow | undefined): boolean {
  return next !== undefined && next.row !== 'heading' && next.row !== 'logout';
}

function openRow(row: ProfileRow, isOpen: (flow: string) => boolean): ProfileRow[] {
  switch (row.row) {
    case 'picture':
      return row.flow && !isOpen(row.flow) ? [{ row: 'picture' }] : [row];
    case 'value':
    case 'flow':
      return isOpen(row.flow) ? [row] : [];
    case 'method': {
      const { add, remove, ...rest } = row;
      const canAdd = add && isOpen(add.flow);
      const canRemove = remove && isOpen(remove.flow);
      return canAdd || canRemove ? [{ ...rest, ...(canAdd && { add }), ...(canRemove && { remove }) }] : [];
    }
    case 'passkeys': {
      const { remove, ...rest } = row;
      if (!isOpen(row.add.flow)) return [];
      return [{ ...rest, ...(remove && isOpen(remove.flow) && { remove }) }];
    }
    case 'devices': {
      const { remove, ...rest } = row;
      return [{ ...rest, ...(remove && isOpen(remove.flow) && { remove }) }];
    }
    default:
      return [row];
  }
}
