import type { ServiceContext } from '../../../../core/context.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { deleteApplication } from '../change.ts';
import { scopeSchema } from '../third-party/wire.ts';
import { newAppId } from '../wire.ts';
import { changeMcpServer, createMcpServer } from './change-server.ts';
import { loadMcpServer, loadMcpServers } from './load-server.ts';
import { type McpServer, maxMcpServers } from './mcp-server.ts';
import { mcpServerFromWire, mcpServerInput } from './wire.ts';

const serverId = t.text({ emptyIsAbsent: true, maxLength: 255, description: 'ID of an MCP server' });

const mcpServerSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    url: t.text(),
    description: t.text(),
    scopes: scopeSchema,
    registrationDisabled: t.flag(),
    metadataDocumentsDisabled: t.flag(),
    issuer: t.text({ description: 'The authorization server that the MCP server names to its clients' }),
  },
  { $id: 'McpServer' },
);

function toWire(
  { baseUrl }: Pick<ServiceContext, 'baseUrl'>,
  projectId: string,
  { id, name, url, settings }: McpServer,
) {
  return { id, name, url, ...settings, issuer: `${baseUrl}/v1/apps/agentic/${projectId}/${id}` };
}

export const mcpServerEndpoints = [
  endpoint({
    name: 'management.mcpServer.create',
    method: 'POST',
    path: '/v1/mgmt/mcpserver/create',
    summary: 'Create an MCP server',
    description:
      'Its clients discover everything else from its URL. They register themselves, and users sign in here.',
    auth: 'management',
    input: t.object({ id: newAppId, ...mcpServerInput }),
    output: t.object({ id: t.text() }),
    errors: ['E011004', 'E111801'],
    handle: async (ctx, { id, ...input }) => ({
      id: await createMcpServer(ctx, { id, ...mcpServerFromWire(input) }),
    }),
  }),
  endpoint({
    name: 'management.mcpServer.update',
    method: 'POST',
    path: '/v1/mgmt/mcpserver/update',
    summary: 'Update an MCP server',
    description: 'Overwrites it: absent fields become empty or false.',
    auth: 'management',
    input: t.object({ id: serverId, ...mcpServerInput }),
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802'],
    client: { returnsNothing: true },
    async handle(ctx, { id, ...input }) {
      await changeMcpServer(ctx, id, mcpServerFromWire(input));
      return {};
    },
  }),
  endpoint({
    name: 'management.mcpServer.delete',
    method: 'POST',
    path: '/v1/mgmt/mcpserver/delete',
    summary: 'Delete an MCP server',
    description: 'Its tokens stay valid until they expire, and are not renewed.',
    auth: 'management',
    input: t.object({ id: serverId }),
    output: emptyObject,
    errors: ['E111802'],
    client: { parameters: ['id'], returnsNothing: true },
    async handle(ctx, { id }) {
      await deleteApplication(ctx, 'mcpServer', id);
      return {};
    },
  }),
  endpoint({
    name: 'management.mcpServer.load',
    method: 'GET',
    path: '/v1/mgmt/mcpserver/load',
    summary: 'Load an MCP server',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: serverId }),
    output: mcpServerSchema,
    errors: ['E111802'],
    client: { parameters: ['id'] },
    handle: async (ctx, { id }) => toWire(ctx, ctx.project.id, await loadMcpServer(ctx, id)),
  }),
  endpoint({
    name: 'management.mcpServer.loadAll',
    method: 'GET',
    path: '/v1/mgmt/mcpservers',
    summary: 'List MCP servers',
    description: 'Oldest first.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ servers: t.list(mcpServerSchema, { maxItems: maxMcpServers }) }),
    errors: [],
    client: { returns: 'servers' },
    handle: async (ctx) => ({
      servers: (await loadMcpServers(ctx)).map((server) => toWire(ctx, ctx.project.id, server)),
    }),
  }),
];
