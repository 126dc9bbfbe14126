import { DatabaseSync } from 'node:sqlite';

/** The record that gets a name, of those that have it. */
export interface Winner {
  key: string;
  place: string;
}

/**
 * An index of a whole file, in a temporary file of SQLite that ends with it, so that the memory does not grow with the number of
 * records. Its keys are names of users, IDs of records, and IDs and addresses of password hashes.
 */
export class FileIndex {
  readonly #database = new DatabaseSync('');
  readonly #claim;
  readonly #winner;
  readonly #note;
  readonly #noted;
  readonly #putHash;
  readonly #hash;

  constructor() {
    const db = this.#database;
    db.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000;
      create table names (name text primary key, rank integer, key text, place text) without rowid;
      create table records (key text primary key, place text) without rowid;
      create table hashes (key text primary key, hash text) without rowid;
      begin;
    `);
    this.#claim = db.prepare(
      `insert into names values (?, ?, ?, ?) on conflict (name) do update
       set rank = excluded.rank, key = excluded.key, place = excluded.place where excluded.rank > rank`,
    );
    this.#winner = db.prepare('select key, place from names where name = ?');
    this.#note = db.prepare('insert or ignore into records values (?, ?)');
    this.#noted = db.prepare('select place from records where key = ?');
    this.#putHash = db.prepare(
      `insert into hashes values (?, ?) on conflict (key) do update
       set hash = case hash when excluded.hash then hash else '' end`,
    );
    this.#hash = db.prepare('select hash from hashes where key = ?');
  }

  /** Claims a name. The highest rank wins, and of equal ones the first. */
  claim(name: string, rank: number, { key, place }: Winner): void {
    this.#claim.run(name, rank, key, place);
  }

  winnerOf(name: string): Winner | undefined {
    return this.#winner.get(name) as Winner | undefined;
  }

  /** Notes a record, and returns the place of the first one with this key. */
  note(key: string, place: string): string {
    if (this.#note.run(key, place).changes === 1) return place;
    return this.placeOf(key) ?? place;
  }

  placeOf(key: string): string | undefined {
    return this.#noted.get(key)?.['place'] as string | undefined;
  }

  /** Stores a password hash. Two different ones under one key make it ambiguous, so that none is used. */
  putHash(key: string, hash: string): void {
    this.#putHash.run(key, hash);
  }

  hashOf(key: string): string | undefined {
    return (this.#hash.get(key)?.['hash'] as string | undefined) || undefined;
  }

  close(): void {
    this.#database.close();
  }
}
