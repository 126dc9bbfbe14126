import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { CompiledQuery, QueryResult } from 'kysely';
import { withinSpan } from '../core/tracing/current-span.ts';
import type { Tracing } from '../core/tracing/tracing.ts';
import type { Engine, Session } from './executor.ts';

/**
 * Adds a span to each statement and to each transaction, by the semantic conventions for databases. The text of a
 * statement is the one that the database gets, with placeholders. Its parameters are not recorded.
 *
 * `database` names the system, and where it is.
 */
export function tracedEngine(engine: Engine, tracing: Tracing, database: Attributes): Engine {
  const descriptions = new Map<string, Statement>();

  function traced<R>(query: CompiledQuery, run: () => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    let statement = descriptions.get(query.sql);
    if (!statement) {
      statement = describe(query);
      if (descriptions.size < maxDescriptions) descriptions.set(query.sql, statement);
    }
    return traceStatement(statement, run);
  }

  function traceStatement<R>({ name, attributes }: Statement, run: () => Promise<R>): Promise<R> {
    return tracing.trace(name, { kind: SpanKind.CLIENT, attributes: { ...database, ...attributes } }, run);
  }

  return {
    ...engine,
    run: (query) => traced(query, () => engine.run(query)),
    async acquire() {
      const span = tracing.startChild('transaction', { attributes: database });
      if (!span) return engine.acquire();
      let session: Session;
      try {
        session = await engine.acquire();
      } catch (error) {
        tracing.fail(span, error);
        span.end();
        throw error;
      }
      const step = (name: string, run: () => Promise<void>) =>
        withinSpan(span, () =>
          traceStatement({ name, attributes: { 'db.operation.name': name, 'db.query.summary': name } }, run),
        );
      return {
        executeQuery: (query) => withinSpan(span, () => traced(query, () => session.executeQuery(query))),
        streamQuery: (query, chunkSize) => session.streamQuery(query, chunkSize),
        begin: () => step('BEGIN', () => session.begin()),
        commit: () => step('COMMIT', () => session.commit()),
        rollback: () => step('ROLLBACK', () => session.rollback()),
        release() {
          session.release();
          span.end();
        },
      } satisfies Session;
    },
  };
}

/** The number of statements whose description is kept. */
const maxDescriptions = 1_000;

interface Statement {
  name: string;
  attributes: Attributes;
}

/** The first one that a statement matches is what it does. Names of tables are quoted in most statements. */
const operations = [
  ['INSERT', /\binsert into "?(\w+)/i],
  ['DELETE', /\bdelete from "?(\w+)/i],
  ['UPDATE', /\bupdate "?(\w+)"? (?:as "?\w+"? )?set\b/i],
  ['SELECT', /\bfrom "?(\w+)/i],
] as const;

function describe({ sql }: CompiledQuery): Statement {
  const word = /^[\s(]*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '_OTHER';
  for (const [operation, form] of operations) {
    const table = form.exec(sql)?.[1];
    if (table === undefined || (word !== operation && word !== 'WITH')) continue;
    return {
      name: `${operation} ${table}`,
      attributes: {
        'db.operation.name': operation,
        'db.collection.name': table,
        'db.query.summary': `${operation} ${table}`,
        'db.query.text': sql,
      },
    };
  }
  return {
    name: word,
    attributes: { 'db.operation.name': word, 'db.query.summary': word, 'db.query.text': sql },
  };
}
