import { t } from '../../../../http/schema.ts';
import { part, readFile } from '../../../snapshot-part.ts';
import { changePasswordSettings, passwordSettings } from './settings.ts';
import { settingsInput } from './wire.ts';

const file = t.without(settingsInput, 'tenantId');

export const passwordSettingsPart = part({
  name: 'passwordSettings',
  paths: /^passwordSettings\.json$/,
  export: async (ctx) => ({ 'passwordSettings.json': await passwordSettings(ctx) }),
  read: (value) => readFile(file, value),
  pathOf: () => 'passwordSettings.json',
  write: ({ ctx }, settings) => changePasswordSettings(ctx, '', settings),
});
