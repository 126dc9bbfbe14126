import { type Static, t } from '../../../http/schema.ts';
import { changeMcpServer, createMcpServer } from '../../directory/applications/mcp-servers/change-server.ts';
import { loadMcpServers } from '../../directory/applications/mcp-servers/load-server.ts';
import { mcpServerFromWire, mcpServerInput } from '../../directory/applications/mcp-servers/wire.ts';
import { changeInboundApp } from '../../directory/applications/third-party/change-app.ts';
import { createInboundApp } from '../../directory/applications/third-party/create-app.ts';
import { maxInboundApps } from '../../directory/applications/third-party/inbound-app.ts';
import { loadInboundApps } from '../../directory/applications/third-party/load-app.ts';
import {
  loadScopeMappings,
  setScopeMappings,
} from '../../directory/applications/third-party/scope-mappings.ts';
import {
  inboundAppInput,
  mappingsFromWire,
  mappingsInput,
  settingsFromWire,
} from '../../directory/applications/third-party/wire.ts';
import { part } from './part.ts';
import { readFile } from './snapshot.ts';

const id = t.text({ maxLength: 255, emptyIsAbsent: true });

const appFile = t.object({ ...inboundAppInput, id });
const serverFile = t.object({ ...mcpServerInput, id });

/** Third-party applications that administrators created. What registered itself belongs to the users who allow it. */
export const inboundApplicationsPart = part<Static<typeof appFile>>({
  name: 'inboundApplications',
  paths: /^inboundApplications\/[^/]+\.json$/,
  async export(ctx) {
    const apps = await loadInboundApps(ctx, { limit: maxInboundApps, isDynamic: false });
    return Object.fromEntries(
      apps.map(({ id, name, customAttributes, settings: { registration: _, ...settings } }) => [
        appPath(id),
        { id, name, ...settings, customAttributes },
      ]),
    );
  },
  read: (value) => readFile(appFile, value),
  pathOf: ({ id }) => appPath(id),
  async write({ ctx }, { id, name, customAttributes = {}, ...given }, current) {
    const app = { name, settings: settingsFromWire(given), customAttributes };
    if (current) await changeInboundApp(ctx, id, app, { overwrite: true });
    else await createInboundApp(ctx, { id, ...app });
  },
});

export const mcpServersPart = part<Static<typeof serverFile>>({
  name: 'mcpServers',
  paths: /^mcpServers\/[^/]+\.json$/,
  async export(ctx) {
    const servers = await loadMcpServers(ctx);
    return Object.fromEntries(
      servers.map(({ id, name, url, settings }) => [serverPath(id), { id, name, url, ...settings }]),
    );
  },
  read: (value) => readFile(serverFile, value),
  pathOf: ({ id }) => serverPath(id),
  async write({ ctx }, { id, ...input }, current) {
    if (current) await changeMcpServer(ctx, id, mcpServerFromWire(input));
    else await createMcpServer(ctx, { id, ...mcpServerFromWire(input) });
  },
});

const mappingsFile = t.object({ mappings: mappingsInput });

export const scopeClaimMappingPart = part<Static<typeof mappingsFile>>({
  name: 'scopeClaimMapping',
  paths: /^scopeClaimMapping\.json$/,
  async export(ctx) {
    const mappings = await loadScopeMappings(ctx);
    return mappings.length > 0 ? { 'scopeClaimMapping.json': { mappings } } : {};
  },
  read: (value) => readFile(mappingsFile, value),
  pathOf: () => 'scopeClaimMapping.json',
  write: ({ ctx }, file) => setScopeMappings(ctx, mappingsFromWire(file)),
});

function appPath(id: string): string {
  return `inboundApplications/${id}.json`;
}

function serverPath(id: string): string {
  return `mcpServers/${id}.json`;
}
