import { group } from '../../group.ts';
import { forgetEndedSessions } from './ended/ended-sessions.ts';
import { endedSessionEndpoints } from './ended/endpoints.ts';
import { sessionEndpoints } from './endpoints.ts';
import { sessionManagementEndpoints } from './endpoints-management.ts';
import { deleteExpiredExchangeCodes } from './exchange-code.ts';
import { deleteExpiredSessions } from './expire-sessions.ts';
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
});
