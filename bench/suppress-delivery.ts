/**
 * Loaded into a server before its own code (`node --import`): messages stay in the outbox. Otherwise their
 * delivery would continue during the next measurement; it is measured separately.
 */
import pg from 'pg';
import { SqliteConnection } from '../server/storage/sqlite/connection.ts';

/** Recognises the sender's queries. Requests only add to the outbox. */
export function isOfSender(sql: string): boolean {
  return sql.startsWith('update "outbox"');
}

const { execute } = SqliteConnection.prototype;
SqliteConnection.prototype.execute = function executeHeld(sql, parameters) {
  return isOfSender(sql) ? { rows: [], changes: 0 } : execute.call(this, sql, parameters);
};

type Query = (asked: { text: string }) => Promise<unknown>;
const client = pg.Client.prototype as unknown as { query: Query };
const { query } = client;
client.query = async function queryHeld(asked) {
  return isOfSender(asked.text) ? { rowCount: 0, rows: [] } : query.call(this, asked);
};
