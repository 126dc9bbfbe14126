import { relative } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { onPostgres } from './engine.ts';
import { onlyRacesOnPostgres } from './one-engine.ts';

// A set-up file, which vitest evaluates before each test file. In a whole run on PostgreSQL, it notes each statement
// with the kind of test that sent it, so that `npm test` can tell which ones only a test sends that a usual run leaves
// to SQLite.

declare module 'vitest' {
  interface TaskMeta {
    /** The statements that no earlier file of the worker has sent. */
    statements?: StatementsOfFile;
  }
}

export interface StatementsOfFile {
  /** Sent by tests that always run on PostgreSQL. */
  always: string[];
  /** Sent by tests that usually run on SQLite alone. */
  inWholeRuns: string[];
}

type Kind = keyof StatementsOfFile;

interface Notes {
  kind: Kind;
  sent: Record<Kind, Set<string>>;
  ofFile: StatementsOfFile;
}

if (onPostgres && process.env['TEST_WHOLE']) {
  const notes = notesOfWorker();
  notes.ofFile = { always: [], inWholeRuns: [] };
  beforeEach(({ task }) => {
    const isListed = onlyRacesOnPostgres.includes(relative(process.cwd(), task.file.filepath));
    notes.kind = isListed && !task.tags?.includes('race') ? 'inWholeRuns' : 'always';
  });
  afterEach(() => {
    notes.kind = 'always';
  });
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  afterAll(({}, { file }) => {
    file.meta.statements = notes.ofFile;
  });
}

/** Modules are shared by the files of a worker, but a set-up file is evaluated for each of them. */
function notesOfWorker(): Notes {
  const place = globalThis as { statementsOnPostgres?: Notes };
  if (place.statementsOnPostgres) return place.statementsOnPostgres;
  const notes: Notes = {
    kind: 'always',
    sent: { always: new Set(), inWholeRuns: new Set() },
    ofFile: { always: [], inWholeRuns: [] },
  };
  place.statementsOnPostgres = notes;
  const { query } = pg.Client.prototype;
  const noting = function (this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0]);
    if (!notes.sent[notes.kind].has(text)) {
      notes.sent[notes.kind].add(text);
      notes.ofFile[notes.kind].push(text);
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  };
  pg.Client.prototype.query = noting as typeof query;
  return notes;
}

/** Numbers of rows and names of databases make no other statement. */
export function textOf(config: unknown): string {
  const text = typeof config === 'string' ? config : ((config as { text?: string }).text ?? '');
  return text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\((\?(, )?)+\)(, \((\?(, )?)+\))*/g, '(?)')
    .replaceAll(/test_[0-9a-f]{16}/g, 'test');
}
