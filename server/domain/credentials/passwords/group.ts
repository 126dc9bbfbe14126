import { on } from '../../../core/event.ts';
import { tenantDeleting } from '../../directory/tenants/events.ts';
import { holderLeaving } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { awaitedSignInComplete } from '../../sessions/sessions/events.ts';
import { setAwaitedPassword } from './change-password.ts';
import { deletePassword } from './delete-password.ts';
import { passwordEndpoints } from './endpoints.ts';
import { passwordManagementEndpoints } from './endpoints-management.ts';
import { sealedEarlierPasswords, sealedPasswords } from './hashing.ts';
import { passwordSettingsEndpoints } from './settings/endpoints.ts';
import { forgetTenantSettings } from './settings/settings.ts';
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
  on: [
    on(holderLeaving, deletePassword),
    on(awaitedSignInComplete, setAwaitedPassword),
    on(tenantDeleting, forgetTenantSettings),
  ],
  snapshot: [passwordSettingsPart],
});
