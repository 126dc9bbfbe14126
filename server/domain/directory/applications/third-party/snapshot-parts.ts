import { type Static, t } from '../../../../http/schema.ts';
import { part, readFile } from '../../../snapshot-part.ts';
import { changeInboundApp } from './change-app.ts';
import { createInboundApp } from './create-app.ts';
import { maxInboundApps } from './inbound-app.ts';
import { loadInboundApps } from './load-app.ts';
import { loadScopeMappings, setScopeMappings } from './scope-mappings.ts';
import { inboundAppInput, mappingsFromWire, mappingsInput, settingsFromWire } from './wire.ts';

const id = t.text({ maxLength: 255, emptyIsAbsent: true });

const appFile = t.object({ ...inboundAppInput, id });

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
