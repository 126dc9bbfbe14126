const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;
const escapedFormula = /^'(?=[=+\-@\t\r\n＝＋－＠])/u;

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\u{feff}';

/**
 * Formats one line of a CSV file (RFC 4180) with every cell in quotes. Cells can contain text from any user, and a
 * spreadsheet would execute a cell that looks like a formula, so such a cell gets a leading apostrophe.
 */
export function csvLine(cells: string[]): string {
  return `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function escapeFormula(cell: string): string {
  return formulaStart.test(cell) ? `'${cell}` : cell;
}

/** Removes the apostrophe that `csvLine` puts before a formula. */
export function unescapeFormula(cell: string): string {
  return cell.replace(escapedFormula, '');
}
