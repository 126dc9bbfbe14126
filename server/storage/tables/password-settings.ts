import type { Json } from './columns.ts';

export interface PasswordSettingsTables {
  passwordSettings: PasswordSettingsTable;
}

interface PasswordSettingsTable {
  projectId: string;
  /** Empty: what holds in the project, and in every tenant that says nothing else. */
  tenantId: string;
  /** What was written, as `domain/credentials/passwords/settings/settings.ts` types it. */
  settings: Json;
}
