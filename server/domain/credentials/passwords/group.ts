import { group } from '../../group.ts';
import { passwordEndpoints } from './endpoints.ts';
import { passwordManagementEndpoints } from './endpoints-management.ts';
import { sealedEarlierPasswords, sealedPasswords } from './hashing.ts';
import { passwordSettingsEndpoints } from './settings/endpoints.ts';
import { passwordSettingsPart } from './settings/snapshot-part.ts';
import { deleteForgottenAttempts } from './sign-in.ts';

export const passwords = group({
  name: 'credentials/passwords',
  tables: {
    passwordSettings: { key: 'tenantId' },
    passwords: { key: 'userId' },
    passwordAttempts: { key: 'subject' },
  },
  endpoints: [...passwordEndpoints, ...passwordManagementEndpoints, ...passwordSettingsEndpoints],
  sweep: deleteForgottenAttempts,
  sealed: [sealedPasswords, sealedEarlierPasswords],
  snapshot: [passwordSettingsPart],
});
