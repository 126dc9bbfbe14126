import type { AuditPublicKey } from '../sealing/audit-key.ts';
import { beginning, canonicalJson, type Link, sha256 } from '../sealing/canonical.ts';
import { isSignedBy, type Signed, type Statement } from '../sealing/signature.ts';
import { type ExportLine, readLine } from './export-line.ts';

export interface Trust {
  /** The project's keys, obtained before the export and not with it. */
  keys: readonly AuditPublicKey[];
  /** A row of an earlier export: a log that was truncated and continued differently lacks it. */
  noted?: Link;
}

export interface VerifiedExport {
  projectId: string;
  exportedAt: number;
  firstSequence: number;
  /** The last row, to be recorded for the next verification. */
  end: Link;
  removal?: { sequence: number; removedAt: number };
}

export type Fault =
  /** It is not an export, or was not written by `exportLog`. */
  | 'malformed'
  /** It is not signed with one of the keys. */
  | 'untrusted'
  /** A row differs from the sealed one. */
  | 'changed'
  | 'missing'
  | 'added'
  /** A row is in another position. */
  | 'moved';

/** The first fault of an export. */
export class ExportFault extends Error {
  readonly fault: Fault;
  /** The sequence number of the first affected row. */
  readonly sequence: number | undefined;
  readonly id: string | undefined;

  constructor(fault: Fault, message: string, row: { sequence?: number; id?: string } = {}) {
    super(message);
    this.fault = fault;
    this.sequence = row.sequence;
    this.id = row.id;
  }
}

type EventLine = Extract<ExportLine, { event: unknown }>;

/** Verifies an export in one pass, line by line, without storing it. Throws an ExportFault at the first fault. */
export async function verifyExport(texts: AsyncIterable<string>, trust: Trust): Promise<VerifiedExport> {
  const lines = new Lines(texts);
  const { statement } = readHead(await lines.next(), trust);
  const { projectId, exportedAt } = statement;
  const check: Check = { trust, projectId, end: statement, previous: beginning, previousId: '', vouched: 0 };
  let removal: VerifiedExport['removal'];
  for (let line = await lines.next(); line; line = await lines.next()) {
    if ('event' in line) await checkEvent(check, line, lines);
    else if (line.statement.purpose === 'seal') checkSeal(check, line);
    else if (line.statement.purpose === 'removal') removal = startBehind(check, line);
    else throw new ExportFault('added', `Line ${lines.number} starts another export`);
  }
  checkEnd(check);
  return {
    projectId,
    exportedAt,
    firstSequence: (removal?.sequence ?? 0) + 1,
    end: check.previous,
    ...(removal && { removal }),
  };
}

interface Check {
  trust: Trust;
  projectId: string;
  /** The end that the export's own signature states. */
  end: Link;
  previous: Link;
  previousId: string;
  /** The last row covered by a verified seal. */
  vouched: number;
}

class Lines {
  number = 0;
  readonly #texts: AsyncIterator<string>;

  constructor(texts: AsyncIterable<string>) {
    this.#texts = texts[Symbol.asyncIterator]();
  }

  async next(): Promise<ExportLine | undefined> {
    const { done, value } = await this.#texts.next();
    if (done) return undefined;
    this.number += 1;
    const line = readLine(value);
    if (line) return line;
    throw new ExportFault('malformed', `Line ${this.number} is not in the format of an export`);
  }

  /** Yields the remaining events, to analyse a fault that has been found. */
  async *rest(): AsyncGenerator<EventLine> {
    for (let text = await this.#texts.next(); !text.done; text = await this.#texts.next()) {
      const line = readLine(text.value);
      if (line && 'event' in line) yield line;
    }
  }
}

function readHead(line: ExportLine | undefined, trust: Trust) {
  if (!line || 'event' in line || line.statement.purpose !== 'export') {
    throw new ExportFault(
      'malformed',
      'The first line does not contain the end of the chain. Give a file that the export command wrote',
    );
  }
  requireSignature(line, trust, 'The export');
  if (line.statement.version !== 1) {
    throw new ExportFault('malformed', 'The export was written by a newer version of this program');
  }
  return line as Signed<Extract<Statement, { purpose: 'export' }>>;
}

function requireSignature(signed: Signed, { keys }: Trust, what: string): void {
  if (!keys.some(({ id }) => id === signed.keyId)) {
    throw new ExportFault(
      'untrusted',
      `${what} is signed with the key ${signed.keyId}, which is not one of the given keys`,
    );
  }
  if (!isSignedBy(keys, signed)) {
    throw new ExportFault(
      'untrusted',
      `${what} was altered after it was signed with the key ${signed.keyId}`,
    );
  }
}

async function checkEvent(check: Check, { event, hash }: EventLine, lines: Lines): Promise<void> {
  const { previous, previousId, end } = check;
  const { sequence, id } = event;
  const name = `Row ${sequence} (${id})`;
  const expected = previous.sequence + 1;
  if (sequence > expected) await refuseGap(expected, event, lines);
  if (sequence < expected) {
    const isPreviousWrong = sequence === previous.sequence && (await isContinued(check, hash, lines));
    const added = isPreviousWrong ? previousId : id;
    throw new ExportFault('added', `Row ${sequence} is there twice: ${added} was added`, {
      sequence,
      id: added,
    });
  }
  if (sequence > end.sequence || event.projectId !== check.projectId) {
    throw new ExportFault('added', `${name} was added: it is not part of the exported chain`, event);
  }
  if (sha256(canonicalJson(event)) !== hash) {
    throw new ExportFault('changed', `${name} was changed: its hash does not match`, event);
  }
  if ((event['previousHash'] ?? '') !== previous.hash) {
    const isPreviousWrong = previousId && (await isContinued(check, hash, lines));
    const wrong = isPreviousWrong ? { sequence: previous.sequence, id: previousId } : { sequence, id };
    const message =
      `Row ${wrong.sequence} (${wrong.id}) was changed: row ${expected} does not refer to row ` +
      `${expected - 1}`;
    throw new ExportFault('changed', message, wrong);
  }
  check.previous = { sequence, hash };
  check.previousId = id;
  checkNoted(check);
}

/**
 * Reports whether the next line continues a row with this hash. If two rows contradict each other, the continued
 * one is right.
 */
async function isContinued({ end }: Check, hash: string, lines: Lines): Promise<boolean> {
  for await (const { event } of lines.rest()) return event['previousHash'] === hash;
  return end.hash === hash;
}

async function refuseGap(
  expected: number,
  { sequence, id }: EventLine['event'],
  lines: Lines,
): Promise<never> {
  for await (const { event } of lines.rest()) {
    if (event.sequence !== expected) continue;
    const message = `Row ${expected} (${event.id}) was moved: it comes after row ${sequence} (${id})`;
    throw new ExportFault('moved', message, event);
  }
  throw missing(expected, sequence - 1, `row ${sequence} (${id}) is in that position`);
}

function missing(first: number, last: number, why: string): ExportFault {
  const rows = first === last ? `Row ${first} is missing` : `Rows ${first} to ${last} are missing`;
  return new ExportFault('missing', `${rows}: ${why}`, { sequence: first });
}

function checkNoted({ previous, previousId: id, trust: { noted } }: Check): void {
  const { sequence, hash } = previous;
  if (noted?.sequence !== sequence || noted.hash === hash) return;
  const message = `Row ${sequence} is not the recorded one: rows up to it were changed, and the chain was recomputed`;
  throw new ExportFault('changed', message, { sequence, id });
}

function checkSeal(check: Check, seal: Signed): void {
  const { previous, vouched } = check;
  const { sequence, hash, projectId } = seal.statement;
  requireSignature(seal, check.trust, `The seal of row ${sequence}`);
  if (projectId !== check.projectId)
    throw new ExportFault('added', `A seal belongs to the project ${projectId}`);
  if (sequence > previous.sequence) {
    throw missing(previous.sequence + 1, sequence, `the seal of row ${sequence} is in that position`);
  }
  if (sequence < previous.sequence) {
    throw new ExportFault('moved', `The seal of row ${sequence} comes after row ${previous.sequence}`, {
      sequence,
    });
  }
  if (hash !== previous.hash) throw rewritten(vouched + 1, sequence);
  check.vouched = sequence;
}

/** Describes a chain whose links fit but whose last row is not the signed one. */
function rewritten(first: number, last: number): ExportFault {
  const message =
    `Rows ${first} to ${last} are not the sealed ones: a row was changed, added or removed, and the ` +
    'hashes were recomputed';
  return new ExportFault('changed', message, { sequence: first });
}

/** Checks that the chain starts at row 1, or after rows whose removal the key has signed. */
function startBehind(check: Check, removal: Signed): VerifiedExport['removal'] {
  const statement = removal.statement as Extract<Statement, { purpose: 'removal' }>;
  const { projectId, sequence, hash, removedAt } = statement;
  requireSignature(removal, check.trust, `The removal up to row ${sequence}`);
  if (projectId !== check.projectId || check.previous.sequence > 0) {
    throw new ExportFault('added', `The removal up to row ${sequence} is in the wrong position`);
  }
  check.previous = { sequence, hash };
  check.vouched = sequence;
  return { sequence, removedAt };
}

function checkEnd({ previous, end, vouched, trust: { noted } }: Check): void {
  if (previous.sequence < end.sequence) {
    throw missing(previous.sequence + 1, end.sequence, `the chain was exported up to row ${end.sequence}`);
  }
  if (previous.hash !== end.hash) throw rewritten(vouched + 1, end.sequence);
  if (vouched < end.sequence) {
    throw new ExportFault('missing', `The seal of row ${end.sequence}, the last one, is missing`, end);
  }
  if (noted && noted.sequence > end.sequence) {
    throw missing(end.sequence + 1, noted.sequence, `row ${noted.sequence} was recorded before`);
  }
}
