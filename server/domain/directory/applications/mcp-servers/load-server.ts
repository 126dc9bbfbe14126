import type { ProjectData } from '../../../../core/context.ts';
import { requireRow } from '../load.ts';
import { type ApplicationRow, findRow, listRows } from '../store.ts';
import { emptyMcpSettings, type McpServer, maxMcpServers } from './mcp-server.ts';

export async function findMcpServer(ctx: ProjectData, id: string): Promise<McpServer | undefined> {
  const row = await findRow(ctx.db, 'mcpServer', ctx.project.id, id);
  return row && toMcpServer(row);
}

/** Loads a server. Throws E111802 for an unknown ID. */
export async function loadMcpServer(ctx: ProjectData, id: string): Promise<McpServer> {
  return toMcpServer(await requireRow(ctx, 'mcpServer', id));
}

/** Loads all servers, oldest first. */
export async function loadMcpServers(ctx: ProjectData): Promise<McpServer[]> {
  return (await listRows(ctx.db, 'mcpServer', ctx.project.id, { limit: maxMcpServers })).map(toMcpServer);
}

function toMcpServer({
  id,
  name,
  url,
  settings,
  createdAt,
  modifiedAt,
}: ApplicationRow<'mcpServer'>): McpServer {
  const stored = { ...emptyMcpSettings, ...JSON.parse(settings) };
  return { id, name, url, createdAt, modifiedAt, settings: stored };
}
