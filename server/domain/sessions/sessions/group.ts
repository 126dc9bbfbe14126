import { on } from '../../../core/event.ts';
import { tenantDeleting, tenantsLost } from '../../directory/tenants/events.ts';
import { addressLost, holderRemoved, userDisabled, usersDeleting } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { endAccess } from './end-access.ts';
import { endSessionsOfDeleted, endSessionsOfDisabled } from './end-session.ts';
import { forgetEndedSessions } from './ended/ended-sessions.ts';
import { endedSessionEndpoints } from './ended/endpoints.ts';
import { sessionEndpoints } from './endpoints.ts';
import { sessionManagementEndpoints } from './endpoints-management.ts';
import { deleteExpiredExchangeCodes } from './exchange-code.ts';
import { deleteExpiredSessions } from './expire-sessions.ts';
import { endAnonymousSessionsOf, forgetTenants } from './forget-tenants.ts';
import { sessionListEndpoints } from './lists/endpoints.ts';

export const sessions = group({
  name: 'sessions/sessions',
  tables: {
    sessions: { key: 'id' },
    exchangeCodes: { stays: 'lives for minutes' },
    endedSessions: { stays: 'lives for minutes' },
  },
  endpoints: [
    ...sessionEndpoints,
    ...sessionListEndpoints,
    ...endedSessionEndpoints,
    ...sessionManagementEndpoints,
  ],
  async sweep(service) {
    await deleteExpiredExchangeCodes(service);
    await deleteExpiredSessions(service);
    await forgetEndedSessions(service);
  },
  on: [
    on(userDisabled, endSessionsOfDisabled),
    on(usersDeleting, endSessionsOfDeleted),
    on(addressLost, endAccess),
    on(holderRemoved, endAccess),
    on(tenantsLost, forgetTenants),
    on(tenantDeleting, endAnonymousSessionsOf),
  ],
});
