import { open } from 'node:fs/promises';
import { CommandFailure } from '../output.ts';

type Engine = 'sqlite' | 'postgres';

/** The first bytes of each kind of backup. */
const signatures: readonly [start: string, kind: Engine | 'sql'][] = [
  ['SQLite format 3\0', 'sqlite'],
  ['PGDMP', 'postgres'],
  ['--\n-- PostgreSQL database ', 'sql'],
];

const remedies = {
  postgres:
    'is a backup of PostgreSQL, but DATABASE_URL is not set. Set DATABASE_URL to an empty PostgreSQL database and restore ' +
    'the backup there. `latchkey move` can then copy it to an embedded database',
  sqlite:
    'is a backup of the embedded database, but DATABASE_URL names PostgreSQL. Unset DATABASE_URL, set LATCHKEY_DATA_DIR to ' +
    'a new folder and restore the backup there. `latchkey move` can then copy it to PostgreSQL',
  sql: 'is a dump in SQL. Restore it with psql, or make the dump with `pg_dump --format=custom`',
};

/** Throws if the file is a backup of the other database. */
export async function requireEngine(engine: Engine, file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    const [, kind] = signatures.find(([signature]) => start.startsWith(signature)) ?? [];
    if (kind && kind !== engine) throw new CommandFailure(`${file} ${remedies[kind]}`);
  } finally {
    await handle.close();
  }
}
