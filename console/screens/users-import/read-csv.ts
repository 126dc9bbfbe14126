import { byteOrderMark } from '../../components/csv.ts';

export interface Csv {
  /** The rows. Each has as many cells as its line. */
  rows: string[][];
  separator: string;
}

const separators = [',', ';', '\t'];

/**
 * Parses a CSV file (RFC 4180). Quoted cells may contain separators, line breaks and doubled quotes. Detects the
 * separator, because spreadsheets differ, and skips empty lines.
 */
export function readCsv(text: string): Csv {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const separator = findSeparator(body);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = () => {
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  };
  while (at < body.length) {
    const cell = readCell(body, at, separator);
    row.push(cell.text);
    at = cell.end;
    if (body[at] === separator) {
      at += 1;
      // A separator at the very end is followed by one more, empty cell.
      if (at === body.length) row.push('');
      continue;
    }
    end();
    at += body.startsWith('\r\n', at) ? 2 : 1;
  }
  end();
  return { rows, separator };
}

/** Reads the cell that begins at `start` and returns the position of its end. */
function readCell(text: string, start: number, separator: string): { text: string; end: number } {
  if (text[start] !== '"') {
    const end = nextEnd(text, start, separator);
    return { text: text.slice(start, end), end };
  }
  let content = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // An unclosed quote extends to the end of the file, as in spreadsheets.
    if (quote === -1) return { text: content + text.slice(at), end: text.length };
    content += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const end = nextEnd(text, quote + 1, separator);
      return { text: content + text.slice(quote + 1, end), end };
    }
    content += '"';
    at = quote + 2;
  }
}

function nextEnd(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** Returns the separator that occurs most often in the first line, outside quotes. */
function findSeparator(text: string): string {
  const counts = new Map(separators.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return separators.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))[0] as string;
}
