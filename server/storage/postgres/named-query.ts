import pg, { type FieldDef, Query, type QueryResult } from 'pg';

/** pg makes these of the description of the columns, to read the rows that follow. */
interface Columns {
  fields: FieldDef[];
  _parsers: unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

interface QueryOptions {
  text: string;
  name: string;
  values: unknown[];
}

/** The parts of pg's query and connection that its types leave out. */
interface PgQuery {
  name: string;
  values: unknown[];
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Wire): void;
  _getRows(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}

interface Wire {
  bind(config: { statement: string; values: unknown[]; valueMapper: unknown }): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils;

/** Keeps the columns of named statements for each connection. Connections share what is the same. */
export class KnownColumns {
  readonly #byConnection = new WeakMap<object, Map<string, Columns>>();
  readonly #newest = new Map<string, Columns>();

  find(connection: object, name: string): Columns | undefined {
    return this.#byConnection.get(connection)?.get(name);
  }

  /**
   * A connection that prepared the statement before a change of the tables may have other columns than a new one:
   * each describes a statement once for itself.
   */
  add(connection: object, name: string, described: Columns): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = described;
    let columns = this.#newest.get(name);
    if (!columns || !areSame(columns.fields, fields)) {
      columns = { fields, _parsers, _prebuiltEmptyResultObject };
      this.#newest.set(name, columns);
    }
    let known = this.#byConnection.get(connection);
    if (!known) {
      known = new Map();
      this.#byConnection.set(connection, known);
    }
    known.set(name, columns);
  }
}

function areSame(some: FieldDef[], others: FieldDef[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ name, dataTypeID }, index) =>
        name === others[index]!.name && dataTypeID === others[index]!.dataTypeID,
    )
  );
}

/**
 * A named statement that asks for the description of its columns once per connection. pg asks each time, and reading
 * the names and types of a user's 40 columns takes longer than reading the user. PostgreSQL refuses to run a prepared
 * statement whose columns have changed since.
 */
export class NamedQuery extends (Query as unknown as new (
  options: QueryOptions,
  callback: (error: Error | null, result: QueryResult) => void,
) => PgQuery) {
  readonly query_timeout: number;
  readonly #known: KnownColumns;

  constructor(
    options: QueryOptions & { query_timeout: number },
    known: KnownColumns,
    callback: (error: Error | null, result: QueryResult) => void,
  ) {
    super(options, callback);
    this.query_timeout = options.query_timeout;
    this.#known = known;
  }

  override prepare(connection: Wire): void {
    const columns = this.#known.find(connection, this.name);
    if (!columns) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    connection.bind({ statement: this.name, values: this.values, valueMapper: prepareValue });
    this._getRows(connection);
  }

  /** By now the description has arrived, or PostgreSQL has answered that there are no columns. */
  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (!this.#known.find(connection, this.name)) this.#known.add(connection, this.name, this._result);
    super.handleCommandComplete(message, connection);
  }
}
