import type { Insertable, Updateable } from 'kysely';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';
import { maxMcpServers } from './mcp-server.ts';

export type McpServerRow = Row<'mcpServers'>;

/** Inserts a server. Returns `false` if its ID or address is in use. */
export async function insertMcpServer(db: Db, row: Insertable<Tables['mcpServers']>): Promise<boolean> {
  const inserted = await db
    .insertInto('mcpServers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findMcpServerRow(db: Db, projectId: string, id: string): Promise<McpServerRow | undefined> {
  return db
    .selectFrom('mcpServers')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists servers, oldest first. */
export function listMcpServerRows(db: Db, projectId: string): Promise<McpServerRow[]> {
  return db
    .selectFrom('mcpServers')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxMcpServers)
    .execute();
}

/** Returns `false` for an unknown ID. */
export async function updateMcpServerRow(
  db: Db,
  projectId: string,
  id: string,
  change: Updateable<Tables['mcpServers']>,
): Promise<boolean> {
  const updated = await db
    .updateTable('mcpServers')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export function deleteMcpServerRow(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ name: string } | undefined> {
  return db
    .deleteFrom('mcpServers')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}
