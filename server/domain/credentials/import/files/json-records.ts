import type { SourceRecord } from './source-record.ts';

/** A record that is longer is damaged: the end of an earlier one is missing. */
const maxRecordLength = 32 * 1024 * 1024;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Reads the records of a JSON document without building the document. They are the items of a list, of the lists `members` of an
 * object, or of such lists in each object of a list; or else the objects that follow each other. A record that is not JSON fails
 * alone if its braces are in order.
 */
export async function* readJsonRecords(
  parts: AsyncIterable<string>,
  members: readonly string[],
): AsyncGenerator<SourceRecord> {
  const scanner = new Scanner(members);
  for await (const part of parts) yield* scanner.scan(part);
  yield* scanner.end();
}

class Scanner {
  readonly #members: readonly string[];
  #text = '';
  /** Where the scanner is in `#text`. */
  #at = 0;
  #depth = 0;
  /** The depth at which records are. */
  #recordDepth = 0;
  /** The depth of the objects that have the list, while the scanner is in the list. */
  #outerDepth = -1;
  /** Where the record begins, or -1 outside of records. */
  #start = -1;
  /** Where the string begins whose end has not been found, or -1. */
  #stringStart = -1;
  #isKeyNext = false;
  #key = '';
  /** The name of the realm of the list. */
  #group = '';
  /** The member whose list this is. Empty: the document itself is a list, or none. */
  #list = '';
  readonly #counts = new Map<string, number>();

  constructor(members: readonly string[]) {
    this.#members = members;
  }

  *scan(part: string): Generator<SourceRecord> {
    // Only what a record or a string still needs is kept.
    const kept = [this.#start, this.#stringStart].filter((at) => at >= 0);
    const from = kept.length > 0 ? Math.min(...kept) : this.#at;
    this.#text = this.#text.slice(from) + part;
    this.#at -= from;
    if (this.#start >= 0) this.#start -= from;
    if (this.#stringStart >= 0) this.#stringStart -= from;
    yield* this.#scan();
    if (this.#start >= 0 && this.#text.length - this.#start > maxRecordLength) {
      yield this.#problem(
        'The record does not end. It and what follows cannot be read. Export the users again',
      );
      this.#start = -1;
      this.#depth = Number.MAX_SAFE_INTEGER / 2;
    }
  }

  *end(): Generator<SourceRecord> {
    const rest = this.#start >= 0 ? this.#text.slice(this.#start).trim() : '';
    if (this.#start >= 0 && this.#depth === this.#recordDepth && rest) yield this.#record(this.#text.length);
    else if (this.#start >= 0 || (this.#depth > 0 && this.#depth < 1_000_000))
      yield this.#problem('The file ends within this record: it is cut off. Export the users again');
  }

  *#scan(): Generator<SourceRecord> {
    const text = this.#text;
    for (; this.#at < text.length; this.#at += 1) {
      if (this.#stringStart >= 0) {
        if (!this.#skipString()) return;
        continue;
      }
      const code = text.charCodeAt(this.#at);
      if (code <= 0x20) {
        // Outside of lists, a line break ends what is no object.
        if (code === 0x0a && this.#depth === 0 && this.#start >= 0) yield this.#record(this.#at);
        continue;
      }
      switch (code) {
        case quote:
          this.#begin();
          this.#stringStart = this.#at;
          break;
        case openBrace:
          this.#begin();
          this.#depth += 1;
          this.#isKeyNext = this.#depth === this.#recordDepth + 1;
          if (this.#isKeyNext && this.#outerDepth < 0) this.#group = '';
          break;
        case openList:
          this.#openList();
          break;
        case closeBrace:
        case closeList:
          yield* this.#close();
          break;
        case comma:
          if (this.#depth === this.#recordDepth && this.#start >= 0) yield this.#record(this.#at);
          this.#isKeyNext = this.#depth === this.#recordDepth + 1;
          break;
        case colon:
          break;
        default:
          this.#begin();
      }
    }
  }

  #begin(): void {
    if (this.#start < 0 && this.#depth === this.#recordDepth) this.#start = this.#at;
  }

  #openList(): void {
    const { isList, isMember } = {
      isList: this.#depth === 0 && this.#start < 0,
      isMember:
        this.#outerDepth < 0 && this.#depth === this.#recordDepth + 1 && this.#members.includes(this.#key),
    };
    if (!isList && !isMember) this.#begin();
    this.#depth += 1;
    if (isMember) {
      this.#outerDepth = this.#recordDepth;
      this.#start = -1;
      this.#list = this.#key;
    }
    if (isList || isMember) this.#recordDepth = this.#depth;
  }

  *#close(): Generator<SourceRecord> {
    // The end of a list ends a number or a word that is its last item.
    if (this.#depth === this.#recordDepth && this.#start >= 0) yield this.#record(this.#at);
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth < this.#recordDepth) {
      this.#recordDepth = this.#outerDepth >= 0 ? this.#outerDepth : 0;
      this.#outerDepth = -1;
      this.#key = '';
      this.#list = '';
    } else if (this.#depth === this.#recordDepth && this.#start >= 0) yield this.#record(this.#at + 1);
  }

  /** Moves to the end of the string, if it is in the text. */
  #skipString(): boolean {
    const text = this.#text;
    for (let end = text.indexOf('"', this.#at); ; end = text.indexOf('"', end + 1)) {
      const isFirst = end === this.#stringStart;
      if (isFirst) continue;
      if (end < 0) {
        // The quote that follows may be escaped by a backslash that is the last character.
        this.#at = text.length;
        return false;
      }
      let backslashes = 0;
      while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
      if (backslashes % 2 === 1) continue;
      if (this.#depth === this.#recordDepth + 1 && this.#outerDepth < 0)
        this.#note(text.slice(this.#stringStart + 1, end));
      this.#stringStart = -1;
      this.#at = end;
      return true;
    }
  }

  #note(string: string): void {
    if (this.#isKeyNext) this.#key = string;
    else if (this.#key === 'realm') this.#group = string;
    this.#isKeyNext = false;
  }

  #record(end: number): SourceRecord {
    const text = this.#text.slice(this.#start, end);
    const isWhole = this.#recordDepth === 0 && this.#members.length > 0;
    this.#start = -1;
    if (isWhole)
      return this.#problem(`The file has no list of users in ${this.#members[0]}. Is it the right file?`);
    try {
      const record: unknown = JSON.parse(text);
      return { ...this.#next(), record, text };
    } catch {
      return { ...this.#problem('The record is not JSON. Export it again, or remove it'), text };
    }
  }

  #problem(problem: string): SourceRecord {
    return { ...this.#next(), problem };
  }

  #next(): Pick<SourceRecord, 'place' | 'list' | 'group'> {
    const list = this.#list === this.#members[0] ? '' : this.#list;
    const count = (this.#counts.get(list) ?? 0) + 1;
    this.#counts.set(list, count);
    return { place: `${list || 'user'} ${count}`, group: this.#group, ...(list && { list }) };
  }
}
