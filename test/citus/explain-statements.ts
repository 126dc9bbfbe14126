import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createMigratedDatabase } from '../migrated-database.ts';
import { textOf } from '../statements-on-postgres.ts';
import { allowed } from './across-projects.ts';
import type { RecordedStatement } from './record-statements.ts';

export interface Explained {
  /** The numbers of statements by the way in which they run. */
  counts: Record<Way, number>;
  /** Statements that must run on one node and do not. */
  failures: string[];
}

/**
 * `one`: on the node of a project. `local`: on the coordinator, which has the tables of the instance. `all`: on all nodes. `coordinator`: its
 * rows pass through the coordinator. `unknown`: it cannot be explained, because its tables were made by the test.
 */
type Way = 'one' | 'local' | 'all' | 'coordinator' | 'unknown';

/** Explains the statements that a run has recorded, on a distributed database of their own. */
export async function explainStatements(folder: string): Promise<Explained> {
  const database = await createMigratedDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const explained: Explained = {
    counts: { one: 0, local: 0, all: 0, coordinator: 0, unknown: 0 },
    failures: [],
  };
  try {
    for (const statement of readStatements(folder)) {
      const way = await explain(client, statement);
      explained.counts[way] += 1;
      const isFine = way === 'one' || way === 'local' || way === 'unknown';
      if (!isFine && !allowed(way, statement.text))
        explained.failures.push(
          `${way === 'all' ? 'on all nodes' : 'through the coordinator'}: ${statement.text}`,
        );
    }
  } finally {
    await client.end();
    await database.drop();
  }
  return explained;
}

function readStatements(folder: string): RecordedStatement[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const statements = lines.filter(Boolean).map((line) => JSON.parse(line) as RecordedStatement);
  return [...new Map(statements.map((statement) => [textOf(statement.text), statement])).values()];
}

async function explain(client: Client, { text, values }: RecordedStatement): Promise<Way> {
  try {
    const { rows } = await client.query(`explain (costs off) ${text}`, values.map(fromJson));
    const plan = rows.map((row) => Object.values(row as object)[0]).join('\n');
    if (plan.includes('pull to coordinator') || plan.includes('Distributed Subplan')) return 'coordinator';
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    if (tasks.length === 0) return 'local';
    return tasks.every((count) => count <= 1) ? 'one' : 'all';
  } catch {
    return 'unknown';
  }
}

function fromJson(value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'hex' in value;
  return isBytes ? Buffer.from(String(value.hex), 'hex') : value;
}
