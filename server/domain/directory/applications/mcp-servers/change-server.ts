import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { readShownName } from '../../../../core/names.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { failureOf } from '../../../../storage/failure.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { readSsoAppId } from '../sso/sso-app.ts';
import { checkScopes } from '../third-party/read-settings.ts';
import { loadMcpServer, noMcpServer } from './load-server.ts';
import type { McpServerSettings } from './mcp-server.ts';
import { deleteMcpServerRow, insertMcpServer, updateMcpServerRow } from './store.ts';

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
  const id = given ? readSsoAppId(given) : newId('C', ctx.now());
  const fields = readInput(input);
  await transaction(ctx, async (ctx) => {
    const [createdAt, modifiedAt] = [ctx.now(), ctx.now()];
    const row = { projectId: ctx.project.id, id, ...fields, createdAt, modifiedAt };
    if (!(await insertMcpServer(ctx.db, row))) throw inUse();
    await recordAudit(ctx, { action: 'McpServerCreated', data: { id, name: fields.name, url: fields.url } });
  });
  return id;
}

/** Overwrites a server. Throws E111802 for an unknown ID, and E111801 for an address in use. */
export async function changeMcpServer(ctx: ProjectContext, id: string, input: McpServerInput): Promise<void> {
  const fields = readInput(input);
  try {
    await transaction(ctx, async (ctx) => {
      const change = { ...fields, modifiedAt: ctx.now() };
      const { modifiedAt: _, ...before } = await loadMcpServer(ctx, id);
      if (!(await updateMcpServerRow(ctx.db, ctx.project.id, id, change))) throw noMcpServer(id);
      const { modifiedAt: __, ...after } = await loadMcpServer(ctx, id);
      await recordAudit(ctx, {
        action: 'McpServerModified',
        data: { id, name: fields.name, changes: changesBetween(before, after) },
      });
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw inUse(error);
  }
}

/** Deletes a server. Its tokens stay valid until they expire, and are not renewed. Throws E111802 for an unknown ID. */
export async function deleteMcpServer(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const deleted = await deleteMcpServerRow(ctx.db, ctx.project.id, id);
    if (!deleted) throw noMcpServer(id);
    await recordAudit(ctx, { action: 'McpServerDeleted', data: { id, name: deleted.name } });
  });
}

/** Checks the address, which clients compare with what they connect to (RFC 9728 §3.3), so it is kept as it is written. */
function readInput({ name, url, settings }: McpServerInput) {
  if (!isWebUrl(url) || url.includes('#'))
    throw new ServiceError('E011004', 'url must be the full address of the MCP server, without a fragment');
  checkScopes('scopes', settings.scopes);
  return { name: readShownName(name), url, settings: JSON.stringify(settings) };
}

function inUse(cause?: unknown): ServiceError {
  return new ServiceError('E111801', 'An MCP server with this ID or url already exists', { cause });
}
