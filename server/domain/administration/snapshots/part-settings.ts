import { isDeepStrictEqual } from 'node:util';
import { loopbackNetworks } from '../../../core/rate-limits.ts';
import { t } from '../../../http/schema.ts';
import { changePasswordSettings, passwordSettings } from '../../credentials/passwords/settings/settings.ts';
import { settingsInput as passwordSettingsInput } from '../../credentials/passwords/settings/wire.ts';
import { readProject } from '../../project/projects/load-project.ts';
import { applyChanges, prepareKeys } from '../../project/projects/update-project.ts';
import { settingsInput, settingsToWire } from '../../project/projects/wire.ts';
import { part } from './part.ts';
import { readFile } from './snapshot.ts';

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

const passwordFile = t.without(passwordSettingsInput, 'tenantId');

export const passwordSettingsPart = part({
  name: 'passwordSettings',
  paths: /^passwordSettings\.json$/,
  export: async (ctx) => ({ 'passwordSettings.json': await passwordSettings(ctx) }),
  read: (value) => readFile(passwordFile, value),
  pathOf: () => 'passwordSettings.json',
  write: ({ ctx }, settings) => changePasswordSettings(ctx, '', settings),
});
