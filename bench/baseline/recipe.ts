import { randomBytes } from 'node:crypto';

/** The values of a request by name, as they appear in its statements. */
export type Variables = Record<string, string | number>;

/** The machine's work for a request. */
export type RecordedEvent =
  | {
      kind: 'statement';
      sql: string;
      values: unknown[];
      name?: string;
      /** Rows found or changed. */
      count: number;
      /** The first row. */
      row?: Record<string, unknown>;
      /** Milliseconds since 1970. */
      at: number;
    }
  | { kind: 'sign'; bytes: number }
  | { kind: 'verify'; bytes: number }
  /** A password is hashed for a comparison. */
  | { kind: 'hash' };

export interface Recorded {
  events: RecordedEvent[];
  variables: Variables;
  body: string;
}

type Scalar = string | number | null;

/** The source of a statement's parameter, or of a part of one. */
type Source =
  | { kind: 'constant'; value: Scalar }
  | { kind: 'clock'; offset: number }
  | { kind: 'variable'; name: string }
  /** A column of the row that an earlier step found. */
  | { kind: 'found'; step: number; column: string }
  /**
   * A value created for this request, such as an ID. The prefix is its time, so that rows created together are
   * neighbours.
   */
  | { kind: 'fresh'; index: number; prefix: string; length: number }
  | { kind: 'text'; pieces: Source[] }
  | { kind: 'bytes'; bytes: number[] }
  | { kind: 'list'; items: Source[] };

export type Step =
  | { kind: 'statement'; sql: string; name?: string; values: Source[]; count: number }
  | Exclude<RecordedEvent, { kind: 'statement' }>;

/** The work of one kind of request, without its decisions. */
export interface Recipe {
  steps: Step[];
  body: string;
}

export function deriveRecipe(first: Recorded, second: Recorded): Recipe {
  const different = difference(first, second);
  if (different) throw new Error(`two requests of one kind did different things ${different}`);
  const fresh = new Map<string, number>();
  const steps = first.events.map((event, index): Step => {
    const other = second.events[index]!;
    if (event.kind !== 'statement' || other.kind !== 'statement') return event as Step;
    const pair = { at: event.at, first, second, before: index, fresh };
    const values = event.values.map((value, position) => sourceOf(value, other.values[position], pair));
    return { kind: 'statement', sql: event.sql, name: event.name, values, count: event.count };
  });
  return { steps, body: first.body };
}

/** Describes the difference between two requests. */
export function difference(first: Recorded, second: Recorded): string | undefined {
  const one = first.events.map(describe);
  const other = second.events.map(describe);
  const at = (one.length > other.length ? one : other).findIndex((_, index) => one[index] !== other[index]);
  return at === -1 ? undefined : `at step ${at}:\n${one[at]}\n--- and\n${other[at]}`;
}

function describe(event: RecordedEvent): string {
  return event.kind === 'statement' ? event.sql : event.kind;
}

/** Two requests of one kind, at the same step. */
interface Pair {
  first: Recorded;
  second: Recorded;
  before: number;
  at: number;
  /** The values that the first request created. */
  fresh: Map<string, number>;
}

function sourceOf(value: unknown, other: unknown, pair: Pair): Source {
  if (Array.isArray(value) && Array.isArray(other)) {
    return { kind: 'list', items: value.map((item, index) => sourceOf(item, other[index], pair)) };
  }
  if (isBuffer(value)) return { kind: 'bytes', bytes: value.data };
  const { first, second, at, fresh } = pair;
  const name = Object.keys(first.variables).find(
    (name) => first.variables[name] === value && second.variables[name] === other,
  );
  if (name) return { kind: 'variable', name };
  if (typeof value === 'number' && value > 1e12) return { kind: 'clock', offset: value - at };
  const found = value === other ? undefined : findInRows(value, other, pair);
  if (found) return found;
  if (value === other || typeof value !== 'string' || typeof other !== 'string') {
    return { kind: 'constant', value: value as Scalar };
  }
  const pieces = piecesOf(value);
  const otherPieces = piecesOf(other);
  if (pieces.length > 1 && pieces.length === otherPieces.length) {
    const sources = pieces.map((piece, index) => sourceOf(piece, otherPieces[index], pair));
    return { kind: 'text', pieces: sources };
  }
  if (/^\d{13}$/.test(value)) return { kind: 'clock', offset: Number(value) - at };
  const index = fresh.get(value) ?? fresh.size;
  fresh.set(value, index);
  return { kind: 'fresh', index, prefix: commonPrefix(value, other), length: value.length };
}

/** A recording has bytes as `Buffer` writes them to JSON. */
function isBuffer(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}

function findInRows(value: unknown, other: unknown, { first, second, before }: Pair): Source | undefined {
  const rowAt = ({ events }: Recorded, step: number) => {
    const event = events[step];
    return (event?.kind === 'statement' && event.row) || {};
  };
  for (let step = 0; step < before; step += 1) {
    const row = rowAt(first, step);
    const otherRow = rowAt(second, step);
    // Compared as text, because JSON in a parameter is split as text.
    const isSame = (found: unknown, looked: unknown) => String(found) === String(looked);
    const column = Object.keys(row).find((name) => isSame(row[name], value) && isSame(otherRow[name], other));
    if (column) return { kind: 'found', step, column };
  }
  return undefined;
}

/** Splits JSON and lists into words and the text between them. */
function piecesOf(text: string): string[] {
  return text.split(/([\w.@+-]+)/).filter((piece) => piece !== '');
}

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

/** One request of the baseline. */
export interface Filling {
  variables: Variables;
  made: string[];
  /** The first row of each step. */
  rows: Record<string, unknown>[];
}

export function fillValue(source: Source, filling: Filling): unknown {
  switch (source.kind) {
    case 'constant':
      return source.value;
    case 'clock':
      return Date.now() + source.offset;
    case 'variable':
      return filling.variables[source.name];
    case 'found':
      return filling.rows[source.step]?.[source.column];
    case 'fresh':
      filling.made[source.index] ??= makeFresh(source);
      return filling.made[source.index];
    case 'text':
      return source.pieces.map((piece) => fillValue(piece, filling)).join('');
    case 'bytes':
      return Buffer.from(source.bytes);
    case 'list':
      return source.items.map((item) => fillValue(item, filling));
  }
}

function makeFresh({ prefix, length }: { prefix: string; length: number }): string {
  const random = randomBytes(Math.ceil((length - prefix.length) / 2)).toString('hex');
  return (prefix + random).slice(0, length);
}

export type Statement = Extract<Step, { kind: 'statement' }>;

export const isBegin = ({ sql }: Pick<Statement, 'sql'>) => /^begin\b/i.test(sql);
export const isCommit = ({ sql }: Pick<Statement, 'sql'>) => /^commit\b/i.test(sql);
export const isRead = ({ sql }: Pick<Statement, 'sql'>) => /^\s*select\b/i.test(sql);

/** The cost of one request for the machine, independent of the code: steps by their kind. */
export function costOf({ steps }: Recipe) {
  const statements = steps.filter((step) => step.kind === 'statement');
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length;
  const transactions = statements.filter(isCommit).length;
  const reads = statements.filter(isRead).length;
  return {
    reads,
    writes: statements.filter((step) => !isRead(step) && !isBegin(step) && !isCommit(step)).length,
    transactions,
    signatures: count('sign'),
    verifications: count('verify'),
    hashes: count('hash'),
  };
}
