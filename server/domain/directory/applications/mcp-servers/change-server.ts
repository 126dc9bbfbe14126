import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { readShownName } from '../../../../core/names.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { addApplication, changeApplication, idFor } from '../change.ts';
import { checkScopes } from '../third-party/read-settings.ts';
import { emptyMcpSettings, type McpServerSettings } from './mcp-server.ts';

export interface McpServerInput {
  name: string;
  url: string;
  settings: McpServerSettings;
}

/** Creates a server and returns its ID. Throws E111801 if the ID or address is in use. */
export async function createMcpServer(
  ctx: ProjectContext,
  { id: given, ...input }: McpServerInput & { id?: string | undefined },
): Promise<string> {
  const id = idFor(ctx, 'mcpServer', given);
  const fields = readInput(input);
  await transaction(ctx, (ctx) => addApplication(ctx, 'mcpServer', { id, ...fields }, { url: fields.url }));
  return id;
}

/** Overwrites a server. Throws E111802 for an unknown ID, and E111801 for an address in use. */
export async function changeMcpServer(ctx: ProjectContext, id: string, input: McpServerInput): Promise<void> {
  const set = readInput(input);
  await changeApplication(ctx, 'mcpServer', id, ({ name, url, settings }) => ({
    set,
    before: { name, url, ...emptyMcpSettings, ...JSON.parse(settings) },
    after: { name: set.name, url: set.url, ...input.settings },
  }));
}

/** Checks the address, which clients compare with what they connect to (RFC 9728 §3.3), so it is kept as it is written. */
function readInput({ name, url, settings }: McpServerInput) {
  if (!isWebUrl(url) || url.includes('#'))
    throw new ServiceError('E011004', 'url must be the full address of the MCP server, without a fragment');
  checkScopes('scopes', settings.scopes);
  return { name: readShownName(name), url, settings: JSON.stringify(settings) };
}
