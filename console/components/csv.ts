const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;
const defusedFormula = /^'(?=[=+\-@\t\r\n＝＋－＠])/u;

/** So that spreadsheets know that it is UTF-8. */
export const byteOrderMark = '\u{feff}';

/**
 * One line of a CSV file (RFC 4180), every cell in quotes. A spreadsheet would run what looks like a formula, and the
 * text may be anybody's: an apostrophe in front makes it a text.
 */
export function csvLine(cells: string[]): string {
  return `${cells.map((cell) => `"${defused(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function defused(cell: string): string {
  return formulaStart.test(cell) ? `'${cell}` : cell;
}

/** What a cell of such a file says. */
export function withoutDefusal(cell: string): string {
  return cell.replace(defusedFormula, '');
}
