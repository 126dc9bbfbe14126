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
  export: async (ctx) => ({ 'settings.json': settingsToWire(await readProject(ctx)) }),
  read: (value) => readFile(settingsInput, value),
  pathOf: () => 'settings.json',
  prepare: (ctx, [settings]) => prepareKeys(ctx, settings ?? {}),
  async write({ ctx, prepared }, settings) {
    await applyChanges(ctx, settings, prepared);
  },
});

const passwordFile = t.without(passwordSettingsInput, 'tenantId');

export const passwordSettingsPart = part({
  name: 'passwordSettings',
  paths: /^passwordSettings\.json$/,
  export: async (ctx) => ({ 'passwordSettings.json': await passwordSettings(ctx) }),
  read: (value) => readFile(passwordFile, value),
  pathOf: () => 'passwordSettings.json',
  write: ({ ctx }, settings) => changePasswordSettings(ctx, '', settings),
});
