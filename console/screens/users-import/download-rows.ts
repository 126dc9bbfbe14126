import { byteOrderMark, csvLine } from '../../components/csv.ts';
import { download } from '../../components/download.ts';
import type { CheckedRow } from './check-row.ts';
import type { ImportMessages } from './messages.ts';

/** Downloads the original rows with the reason added, so that they can be fixed and imported again. */
export function downloadRows(
  rows: CheckedRow[],
  header: string[],
  reasonOf: (row: CheckedRow) => string,
  messages: ImportMessages,
): void {
  const padded = (cells: string[]) => header.map((_, index) => cells[index] ?? '');
  const lines = rows.map((row) => csvLine([...padded(row.cells), reasonOf(row)]));
  const content = [byteOrderMark, csvLine([...header, messages.reason]), ...lines];
  download(`${messages.failedName}.csv`, content, 'text/csv;charset=utf-8');
}
