import { answer, on } from '../../../core/event.ts';
import { logoutLost, logoutToken } from '../../../delivery/events.ts';
import { consentWithdrawn } from '../../directory/application-consents/events.ts';
import { applicationDeleted } from '../../directory/applications/events.ts';
import { membershipsEnding } from '../../directory/tenants/events.ts';
import { group } from '../../group.ts';
import { sessionsEnding } from '../../sessions/sessions/events.ts';
import { prepareLogout, reportLostLogout } from './back-channel-logout/logout-token.ts';
import { notifyApplications } from './back-channel-logout/notify-applications.ts';
import { deleteForgottenRequests } from './device/begin-request.ts';
import { deleteExpiredProofs } from './dpop/take-proof.ts';
import { endConsented } from './end-consented.ts';
import { endGrantsInTenants } from './end-tenant-grants.ts';
import { forgetApplication } from './forget-application.ts';
import { deleteForgottenCodes } from './issue-code.ts';
import { mountOpenidProvider } from './pages.ts';
import { deleteExpiredClientRequests } from './pushed-request.ts';
import { sealedSectorSalts } from './subject.ts';

export const openidProvider = group({
  name: 'applications/openid-provider',
  tables: {
    applicationSessions: { key: 'sessionId' },
    pairwiseSectors: { key: 'sector' },
    authorizationCodes: { stays: 'lives for minutes' },
    pushedRequests: { stays: 'lives for minutes' },
    usedClientAssertions: { stays: 'lives for minutes' },
    deviceRequests: { stays: 'lives for minutes' },
    dpopProofs: { stays: 'lives for minutes' },
  },
  pages: mountOpenidProvider,
  async sweep(service) {
    await deleteForgottenCodes(service);
    await deleteExpiredClientRequests(service);
    await deleteForgottenRequests(service);
    await deleteExpiredProofs(service);
  },
  sealed: [sealedSectorSalts],
  on: [
    on(sessionsEnding, notifyApplications),
    on(membershipsEnding, endGrantsInTenants),
    on(consentWithdrawn, endConsented),
    on(applicationDeleted, forgetApplication),
    answer(logoutToken, prepareLogout),
    on(logoutLost, reportLostLogout),
  ],
});
