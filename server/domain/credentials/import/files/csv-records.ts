import { parse } from 'csv-parse/sync';
import { ServiceError } from '../../../../core/errors.ts';
import type { Line } from './read-text.ts';
import type { SourceRecord } from './source-record.ts';

/** A cell with more lines is one whose closing quote is missing. */
const maxLinesOfRow = 500;

const rowsTogether = 200;

interface Header {
  columns: string[];
  delimiter: string;
  text: string;
}

/** The lines of a row: several if a cell contains line breaks. */
type Row = Line[];

/**
 * Reads a CSV file with a header (RFC 4180), with the separator that the header has. A row with a missing cell or quote fails alone.
 * `refuse` throws for a header of another file.
 */
export async function* readCsvRecords(
  lines: AsyncIterable<Line>,
  refuse: (columns: string[]) => void,
): AsyncGenerator<SourceRecord> {
  let header: Header | undefined;
  let joiner: Joiner | undefined;
  let rows: Row[] = [];
  for await (const line of lines) {
    if (!header || !joiner) {
      // Excel writes the separator into the first line.
      if (line.text.trim() === '' || /^sep=.$/i.test(line.text)) continue;
      header = readHeader(line.text);
      refuse(header.columns);
      joiner = new Joiner(header.delimiter);
      continue;
    }
    rows.push(...joiner.add(line));
    if (rows.length < rowsTogether) continue;
    yield* recordsOf(rows, header);
    rows = [];
  }
  if (header && joiner) yield* recordsOf([...rows, ...joiner.end()], header);
}

function readHeader(text: string): Header {
  const count = (one: string) => text.split(one).length;
  const delimiter = [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best));
  const [cells = []] = readCells(text, delimiter);
  const columns = cells.map((name) => name.trim());
  const repeated = columns.find((name, index) => name && columns.indexOf(name) !== index);
  if (repeated) {
    throw new ServiceError(
      'E011003',
      `The first line has the column ${repeated} twice. Remove one of them, so that it is clear which one counts`,
    );
  }
  return { columns, delimiter, text };
}

/** Joins lines into rows. Lines after a quote that is never closed are rows by themselves. */
class Joiner {
  readonly #delimiter: string;
  #open: Line[] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  *add(line: Line): Generator<Row> {
    if (this.#open.length === 0 && line.text.trim() === '') return;
    const isOpen = endsInQuotes(line.text, this.#open.length > 0, this.#delimiter);
    this.#open.push(line);
    if (!isOpen) yield this.#take();
    else if (this.#open.length > maxLinesOfRow) yield* this.end();
  }

  /** Gives up the row that is open, whose first line is the bad one. */
  *end(): Generator<Row> {
    while (this.#open.length > 0) {
      const [first, ...others] = this.#take();
      yield [first!];
      for (const line of others) yield* this.add(line);
    }
  }

  #take(): Row {
    const row = this.#open;
    this.#open = [];
    return row;
  }
}

/** Reports whether a cell continues in the next line. A quote within a cell that does not begin with one is a letter. */
function endsInQuotes(text: string, isOpen: boolean, delimiter: string): boolean {
  for (let at = 0; at >= 0; ) {
    if (isOpen || text[at] === '"') {
      let end = text.indexOf('"', isOpen ? at : at + 1);
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end < 0) return true;
      at = end;
      isOpen = false;
    }
    at = text.indexOf(delimiter, at);
    if (at >= 0) at += 1;
  }
  return false;
}

function cellsOf(text: string, delimiter: string): string[][] {
  return parse(text, { delimiter, relax_column_count: true, relax_quotes: true });
}

function* recordsOf(rows: Row[], header: Header): Generator<SourceRecord> {
  const { columns, delimiter, text: headerText } = header;
  const isClosed = (row: Row) => row.length > 1 || !endsInQuotes(row[0]!.text, false, delimiter);
  const closed = rows.filter(isClosed);
  const texts = closed.map(textOf);
  const together = readCells(texts.join('\n'), delimiter);
  const isAligned =
    together.length === texts.length && together.every((cells) => cells.length === columns.length);
  const cells = isAligned ? together : texts.map((text) => readCells(text, delimiter)[0] ?? []);
  const cellsOfRow = new Map(closed.map((row, index) => [row, cells[index]!]));
  for (const row of rows) {
    const found = cellsOfRow.get(row);
    const [first, ...others] = row as [Line, ...Line[]];
    if (found?.length === columns.length) {
      const record = Object.fromEntries(columns.map((name, index) => [name, found[index]]));
      yield { place: `line ${first.number}`, text: textOf(row), header: headerText, record };
      continue;
    }
    const problem =
      found && others.length === 0
        ? `The line has another number of cells than the header: ${found.length}, not ${columns.length}`
        : 'A quote is not closed. Correct the line';
    yield { place: `line ${first.number}`, text: first.text, header: headerText, problem };
    const joiner = new Joiner(delimiter);
    const again = others.flatMap((line) => [...joiner.add(line)]);
    if (others.length > 0) yield* recordsOf([...again, ...joiner.end()], header);
  }
}

function textOf(row: Row): string {
  return row.map(({ text }) => text).join('\n');
}

function readCells(text: string, delimiter: string): string[][] {
  try {
    return cellsOf(text, delimiter);
  } catch {
    return [];
  }
}

/** Returns the check for a header: at least one of the columns must be there. */
export function refuseOtherColumns(file: string, known: readonly string[]): (columns: string[]) => void {
  return (columns) => {
    if (columns.some((name) => known.includes(name))) return;
    throw new ServiceError(
      'E011003',
      `${file} has none of the columns ${known.join(', ')} in its first line. Is it the right file?`,
    );
  };
}
