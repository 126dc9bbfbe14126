import type { Json } from './columns.ts';

export interface PasswordSettingsTables {
  passwordSettings: PasswordSettingsTable;
}

interface PasswordSettingsTable {
  projectId: string;
  /** The tenant; empty for the settings of the project, and of every tenant without its own. */
  tenantId: string;
  /** The stored settings, as `domain/credentials/passwords/settings/settings.ts` types them. */
  settings: Json;
}
