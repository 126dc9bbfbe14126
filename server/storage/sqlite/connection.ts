import { type AggregateOptions, DatabaseSync, type StatementSync } from 'node:sqlite';
import { NumberSet } from '../../core/number-set.ts';
import { type Bindable, bindable } from '../bind.ts';

export type Row = Record<string, unknown>;

interface Statement {
  prepared: StatementSync;
  /** The names of the columns; empty for a statement that returns no rows. */
  columns: string[];
  toRow(tuple: unknown[]): Row;
}

/** For each of two generations of statements: those that were used lately, and those before. */
const statementLimit = 250;

/** One `node:sqlite` connection with its prepared statements. Every method is synchronous. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  #statements = new Map<string, Statement>();
  #olderStatements = new Map<string, Statement>();

  constructor(file: string, busyTimeoutMilliseconds: number) {
    this.#database = new DatabaseSync(file, {
      timeout: busyTimeoutMilliseconds,
      enableForeignKeyConstraints: true,
    });
  }

  /** Adds an aggregate function of SQL that returns a set of numbers, as `NumberSet.toWords` writes it. */
  addNumberWords(): void {
    const options = {
      start: () => new NumberSet(),
      step(set: NumberSet, number: number) {
        set.set(number, true);
        return set;
      },
      result: (set: NumberSet) => set.toWords(),
    };
    // The types allow only SQL values between the steps, which need not be any.
    this.#database.aggregate('number_words', options as unknown as AggregateOptions);
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  execute(sql: string, parameters: readonly unknown[] = []): { rows: Row[]; changes: number } {
    const statement = this.#prepare(sql);
    const values: Bindable[] = parameters.map(toSqlite);
    if (statement.columns.length === 0) {
      return { rows: [], changes: Number(statement.prepared.run(...values).changes) };
    }
    const tuples = statement.prepared.all(...values) as unknown as unknown[][];
    // A column may have been added to a table since.
    if (tuples[0] && tuples[0].length !== statement.columns.length)
      Object.assign(statement, readColumns(statement.prepared));
    return { rows: tuples.map(statement.toRow), changes: tuples.length };
  }

  close(): void {
    this.#statements.clear();
    this.#olderStatements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#olderStatements.get(sql) ?? prepare(this.#database, sql);
    if (this.#statements.size >= statementLimit) {
      this.#olderStatements = this.#statements;
      this.#statements = new Map();
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

function prepare(database: DatabaseSync, sql: string): Statement {
  const prepared = database.prepare(sql);
  prepared.setReturnArrays(true);
  return { prepared, ...readColumns(prepared) };
}

/**
 * Converts a parameter: `node:sqlite` binds every number as a real, so 1 would be '1.0' as text, and 3 / 2
 * would be 1.5. It has no lists; `json_each` reads them from text.
 */
function toSqlite(parameter: unknown): Bindable {
  const value = Array.isArray(parameter) ? JSON.stringify(parameter) : bindable(parameter);
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

/**
 * Returns the columns and a function that makes a row of an array. It is compiled, because an object literal is made
 * at once, and its fields are read faster than those of an object that grew. `node:sqlite` would return objects without
 * a prototype, which are slower still.
 */
function readColumns(statement: StatementSync): Pick<Statement, 'columns' | 'toRow'> {
  const columns = statement.columns().map((column) => column.name);
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: tuple[${index}]`);
  return { columns, toRow: new Function('tuple', `return { ${fields} }`) as Statement['toRow'] };
}
