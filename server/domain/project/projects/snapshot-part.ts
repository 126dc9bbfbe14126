import { isDeepStrictEqual } from 'node:util';
import { loopbackNetworks } from '../../../core/rate-limits.ts';
import { part, readFile } from '../../snapshot-part.ts';
import { readProject } from './load-project.ts';
import { applyChanges, prepareKeys } from './update-project.ts';
import { settingsInput, settingsToWire } from './wire.ts';

export const settingsPart = part({
  name: 'settings',
  paths: /^settings\.json$/,
  export: async (ctx) => ({
    'settings.json': withoutDefaultExemption(settingsToWire(ctx, await readProject(ctx))),
  }),
  read: (value) => readFile(settingsInput, value),
  pathOf: () => 'settings.json',
  prepare: (ctx, [settings]) => prepareKeys(ctx, settings ?? {}),
  async write({ ctx, prepared, note }, settings) {
    await applyChanges(ctx, withoutDefaultExemption(settings), prepared, note);
  },
});

/** Leaves out the exemption that a project has in development without asking for it: production does not take it from a file. */
function withoutDefaultExemption<Settings extends { unlimitedAddresses?: string[] }>(
  settings: Settings,
): Partial<Settings> {
  const { unlimitedAddresses, ...others } = settings;
  return isDeepStrictEqual(unlimitedAddresses, loopbackNetworks) ? (others as Partial<Settings>) : settings;
}
