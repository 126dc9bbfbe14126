import type { Compilable, CompiledQuery } from 'kysely';
import { dialectOf } from './engine.ts';
import { markShortRead } from './short-reads.ts';
import type { Db } from './tables.ts';

type Value = string | number | boolean | null | undefined | readonly string[] | readonly number[];
type Fields = { readonly [name: string]: Value };

/** The parameters of a prepared query: fields, or the rows of an insert. */
export type Parameters = Fields | readonly Fields[];

/** The number of compiled shapes per query: an insert of one row, of two, … */
const maxShapes = 20;

/**
 * Builds and compiles a query once and then only binds values: for queries of every request, where building the
 * text takes longer than running it. `build` must put each parameter into the query unchanged and compute
 * nothing from it, because the value is not known yet.
 */
export function prepared<P extends Parameters, O>(
  build: (db: Db, parameters: P) => Compilable<O>,
): (db: Db, parameters: P) => Promise<O[]> {
  const shapes: Shape<O>[] = [];
  return async (db, parameters) => {
    const dialect = dialectOf(db);
    const rows = rowsOf(parameters);
    let shape = shapes.find((known) => known.dialect === dialect && fits(known, rows));
    if (!shape) {
      shape = shapeOf(dialect, rows, build(db, placeholders(parameters)).compile());
      if (shapes.length < maxShapes) shapes.push(shape);
    }
    const { query, sources } = shape;
    const bound = query.parameters.map((value, index) => {
      const source = sources[index];
      return source ? rows[source.row]![source.name] : value;
    });
    const { rows: found } = await db.executeQuery<O>({ ...query, parameters: bound });
    return found;
  };
}

/** Calls with the same fields have the same query text. */
interface Shape<O> {
  dialect: string;
  /** The names of the fields with a value, by row. */
  fields: string[][];
  query: CompiledQuery<O>;
  /** Where the value of each parameter of the query comes from; absent for one that `build` has put there. */
  sources: (Placeholder | undefined)[];
}

function shapeOf<O>(dialect: string, rows: readonly Fields[], query: CompiledQuery<O>): Shape<O> {
  markShortRead(query);
  const sources = query.parameters.map((value) => (value instanceof Placeholder ? value : undefined));
  return { dialect, fields: rows.map(namesOf), query, sources };
}

/** Compares without building anything, because it runs for every query. */
function fits({ fields }: { fields: string[][] }, rows: readonly Fields[]): boolean {
  return fields.length === rows.length && rows.every((row, index) => hasFields(row, fields[index]!));
}

function hasFields(row: Fields, names: string[]): boolean {
  let count = 0;
  for (const name of Object.keys(row)) {
    if (row[name] === undefined) continue;
    if (names[count] !== name) return false;
    count += 1;
  }
  return count === names.length;
}

/** Stands in the query in place of a value. */
class Placeholder {
  readonly row: number;
  readonly name: string;

  constructor(row: number, name: string) {
    this.row = row;
    this.name = name;
  }

  /** Throws early, because the mistake would otherwise be found late. */
  toJSON(): never {
    throw new Error('a prepared query used a parameter in a computation: put it into the query as it is');
  }

  toString(): never {
    return this.toJSON();
  }
}

function rowsOf(parameters: Parameters): readonly Fields[] {
  return Array.isArray(parameters) ? parameters : [parameters as Fields];
}

/** A field without a value is not a column of the insert. */
function namesOf(row: Fields): string[] {
  return Object.keys(row).filter((name) => row[name] !== undefined);
}

function placeholders<P extends Parameters>(parameters: P): P {
  const rows = rowsOf(parameters).map((row, index) =>
    Object.fromEntries(namesOf(row).map((name) => [name, new Placeholder(index, name)])),
  );
  return (Array.isArray(parameters) ? rows : rows[0]) as unknown as P;
}
