import { byteOrderMark, csvLine } from '../../parts/csv.ts';
import { download } from '../../parts/download.ts';
import type { CheckedRow } from './check-row.ts';
import type { ImportWords } from './words.ts';

/** Lines as they were, with the reason behind each: they can be mended and imported again. */
export function downloadRows(
  rows: CheckedRow[],
  header: string[],
  reasonOf: (row: CheckedRow) => string,
  words: ImportWords,
): void {
  const padded = (cells: string[]) => header.map((_, index) => cells[index] ?? '');
  const lines = rows.map((row) => csvLine([...padded(row.cells), reasonOf(row)]));
  const content = [byteOrderMark, csvLine([...header, words.reason]), ...lines];
  download(`${words.failedName}.csv`, content, 'text/csv;charset=utf-8');
}
