import { cpSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from '../test/counterparts/postgres.ts';
import type { Engine } from './options.ts';

/** The data of a server; with a URL, PostgreSQL. */
export interface Place {
  dataDir: string;
  url?: string;
}

/** The SQLite file. */
export function databaseFile({ dataDir }: Place): string {
  return join(dataDir, 'latchkey.db');
}

/** Creates an empty place, or one whose database is a copy. */
export async function newPlace(engine: Engine, dataDir: string, template?: string): Promise<Place> {
  mkdirSync(dataDir, { recursive: true });
  return engine === 'sqlite' ? { dataDir } : { dataDir, url: (await createDatabase(template)).url };
}

/** No process has the database open, so the file is complete. */
export async function copyPlace(place: Place, dataDir: string): Promise<Place> {
  if (place.url) return newPlace('postgres', dataDir, new URL(place.url).pathname.slice(1));
  const copy = await newPlace('sqlite', dataDir);
  cpSync(databaseFile(place), databaseFile(copy));
  return copy;
}

/** Vacuums, as PostgreSQL would do by itself some minutes later. */
export async function vacuum({ url }: Place): Promise<void> {
  if (url) await query(url, 'vacuum analyze');
}

export async function databaseBytes(place: Place): Promise<number> {
  if (!place.url) return statSync(databaseFile(place)).size;
  const rows = await query(place.url, 'select pg_database_size(current_database())::float8 as size');
  return rows[0]!['size'] as number;
}

/** Connects without the time limits of the server's own connections. */
async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
