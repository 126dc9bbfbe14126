import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';

export function restoreSqlite(dump: Buffer, file: string): void {
  // `defensive: false` lets the tables of the text index be filled.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  database.exec(`pragma journal_mode = wal; begin;\n${gunzipSync(dump)}\ncommit;`);
  database.close();
}

export async function restorePostgres(dump: Buffer, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(dump).toString());
  await client.end();
}
