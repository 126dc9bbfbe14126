import { relative } from 'node:path';
import { beforeEach } from 'vitest';
import { onPostgres } from './engine.ts';
import { leftToSqlite, onlyRacesOnPostgres } from './one-engine.ts';

// A set-up file, which vitest evaluates before each test file.

if (onPostgres && !process.env['TEST_WHOLE']) {
  beforeEach(({ task, skip }) => {
    const file = relative(process.cwd(), task.file.filepath);
    if (onlyRacesOnPostgres.includes(file) && !task.tags?.includes('race')) skip(leftToSqlite);
  });
}
