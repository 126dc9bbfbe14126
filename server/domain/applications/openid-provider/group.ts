import { group } from '../../group.ts';
import { deleteForgottenRequests } from './device/begin-request.ts';
import { deleteExpiredProofs } from './dpop/take-proof.ts';
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
});
