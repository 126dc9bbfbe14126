import type { Compilable, CompiledQuery } from 'kysely';
import { dialectOf } from './engine.ts';
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
  const compiled = new Map<string, CompiledQuery<O>>();
  return async (db, parameters) => {
    const { shape, values } = read(dialectOf(db), parameters);
    let query = compiled.get(shape);
    if (!query) {
      query = build(db, placeholders(parameters)).compile();
      if (compiled.size < maxShapes) compiled.set(shape, query);
    }
    const bound = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.index] : value,
    );
    const { rows } = await db.executeQuery<O>({ ...query, parameters: bound });
    return rows;
  };
}

/** Stands in the query in place of a value. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
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

/** Reads the parameters in one pass. Calls with the same shape have the same query text. */
function read(dialect: string, parameters: Parameters): { shape: string; values: Value[] } {
  const values: Value[] = [];
  let shape = dialect;
  for (const row of rowsOf(parameters)) {
    shape += ';';
    for (const name of namesOf(row)) {
      shape += `${name},`;
      values.push(row[name]);
    }
  }
  return { shape, values };
}

/** A field without a value is not a column of the insert. */
function namesOf(row: Fields): string[] {
  return Object.keys(row).filter((name) => row[name] !== undefined);
}

function placeholders<P extends Parameters>(parameters: P): P {
  let index = 0;
  const rows = rowsOf(parameters).map((row) =>
    Object.fromEntries(namesOf(row).map((name) => [name, new Placeholder(index++)])),
  );
  return (Array.isArray(parameters) ? rows : rows[0]) as unknown as P;
}
