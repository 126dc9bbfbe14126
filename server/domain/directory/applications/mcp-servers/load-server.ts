import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { emptyMcpSettings, type McpServer } from './mcp-server.ts';
import { findMcpServerRow, listMcpServerRows, type McpServerRow } from './store.ts';

export async function findMcpServer(ctx: ProjectContext, id: string): Promise<McpServer | undefined> {
  const row = await findMcpServerRow(ctx.db, ctx.project.id, id);
  return row && toMcpServer(row);
}

/** Loads a server. Throws E111802 for an unknown ID. */
export async function loadMcpServer(ctx: ProjectContext, id: string): Promise<McpServer> {
  const server = await findMcpServer(ctx, id);
  if (!server) throw noMcpServer(id);
  return server;
}

/** Loads all servers, oldest first. */
export async function loadMcpServers(ctx: ProjectContext): Promise<McpServer[]> {
  return (await listMcpServerRows(ctx.db, ctx.project.id)).map(toMcpServer);
}

export function noMcpServer(id: string): ServiceError {
  return new ServiceError('E111802', `No MCP server has the ID ${id}`);
}

function toMcpServer({ id, name, url, settings, createdAt, modifiedAt }: McpServerRow): McpServer {
  const stored = { ...emptyMcpSettings, ...JSON.parse(settings) };
  return { id, name, url, createdAt, modifiedAt, settings: stored };
}
