import { type Static, t } from '../../../../http/schema.ts';
import { part, readFile } from '../../../snapshot-part.ts';
import { changeMcpServer, createMcpServer } from './change-server.ts';
import { loadMcpServers } from './load-server.ts';
import { mcpServerFromWire, mcpServerInput } from './wire.ts';

const file = t.object({ ...mcpServerInput, id: t.text({ maxLength: 255, emptyIsAbsent: true }) });

export const mcpServersPart = part<Static<typeof file>>({
  name: 'mcpServers',
  paths: /^mcpServers\/[^/]+\.json$/,
  async export(ctx) {
    const servers = await loadMcpServers(ctx);
    return Object.fromEntries(
      servers.map(({ id, name, url, settings }) => [pathOf(id), { id, name, url, ...settings }]),
    );
  },
  read: (value) => readFile(file, value),
  pathOf: ({ id }) => pathOf(id),
  async write({ ctx }, { id, ...input }, current) {
    if (current) await changeMcpServer(ctx, id, mcpServerFromWire(input));
    else await createMcpServer(ctx, { id, ...mcpServerFromWire(input) });
  },
});

function pathOf(id: string): string {
  return `mcpServers/${id}.json`;
}
