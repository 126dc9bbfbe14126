import type { ServiceContext } from './core/context.ts';
import { deleteForgottenMessages } from './delivery/history.ts';
import { continueDeletions } from './domain/administration/instance/delete-project.ts';
import { deleteForgottenRequests } from './domain/applications/openid-provider/device/begin-request.ts';
import { deleteExpiredProofs } from './domain/applications/openid-provider/dpop/take-proof.ts';
import { deleteForgottenCodes } from './domain/applications/openid-provider/issue-code.ts';
import { deleteExpiredClientRequests } from './domain/applications/openid-provider/pushed-request.ts';
import { deleteForgottenLogouts } from './domain/applications/saml-provider/single-logout/begin-logout.ts';
import { deleteExpiredChallenges } from './domain/credentials/challenges/issue.ts';
import { deleteExpiredCeremonies } from './domain/credentials/passkeys/ceremony.ts';
import { deleteForgottenAttempts } from './domain/credentials/passwords/sign-in.ts';
import { deleteForgottenNotices } from './domain/credentials/security-notices/notice-user.ts';
import { deleteExpiredSignUps } from './domain/credentials/totp/start-totp.ts';
import { deleteDueAccounts } from './domain/directory/account-deletions/account-deletion.ts';
import { forgetUnusedApps } from './domain/directory/inbound-apps/forget-apps.ts';
import { recordCountedRefusals } from './domain/directory/sign-in-refusals/record-refusal.ts';
import { tidyTextIndex } from './domain/directory/users/search/fold-texts.ts';
import { forgetOldChanges } from './domain/directory/users/search/forget-changes.ts';
import { foldUserCounts } from './domain/directory/users/search/index-users.ts';
import { deleteExpiredOAuthRequests } from './domain/federation/oauth/receive-callback.ts';
import { deleteExpiredSsoRecords } from './domain/federation/sso/saml/receive-response.ts';
import { deleteExpiredSetupLinks } from './domain/federation/sso-setup-links/setup-link.ts';
import { countActivity } from './domain/project/activity/count-events.ts';
import { deletePaidBackCounts } from './domain/project/rate-counts/shared-counts.ts';
import { deleteExpiredConsentLinks } from './domain/sessions/impersonation/consent-link.ts';
import { deleteForgottenConsents } from './domain/sessions/impersonation-rights/give-consent.ts';
import { forgetEndedSessions } from './domain/sessions/sessions/ended/ended-sessions.ts';
import { deleteExpiredExchangeCodes } from './domain/sessions/sessions/exchange-code.ts';
import { deleteExpiredSessions } from './domain/sessions/sessions/expire-sessions.ts';
import { deleteExpiredDevices } from './domain/sessions/trusted-devices/trust-device.ts';
import { analyzeNewTables } from './storage/postgres/first-statistics.ts';

const sweepEveryMs = 60_000;
const analyzeEveryMs = 5_000;

/**
 * Deletes expired rows and counts events once a minute, and sooner looks at tables that have just been filled. Nothing
 * depends on it: every query checks the time and the uncounted events itself. So instances may sweep at once, or not at
 * all.
 */
export function startSweeper(service: ServiceContext): { stop(): Promise<void> } {
  const rounds = [
    startRounds(service, 'sweeping', sweepEveryMs, () => sweep(service)),
    startRounds(service, 'statistics', analyzeEveryMs, () => analyzeNewTables(service.db)),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** Repeats the work. Skips a round while the one before still runs. */
function startRounds(service: ServiceContext, task: string, everyMs: number, work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error) => {
        service.counters.count('latchkey_background_errors_total', { task });
        service.log.warn({ err: error }, `${task} failed`);
      })
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Deletes what has expired, and records and counts what has happened since the last time. */
export async function sweep(service: ServiceContext): Promise<void> {
  await deleteDueAccounts(service);
  await deleteExpiredSignUps(service);
  await deleteExpiredChallenges(service);
  await deleteExpiredCeremonies(service);
  await deleteExpiredSsoRecords(service);
  await deleteExpiredSetupLinks(service);
  await deleteExpiredOAuthRequests(service);
  await deleteExpiredExchangeCodes(service);
  await deleteForgottenCodes(service);
  await deleteExpiredClientRequests(service);
  await deleteForgottenRequests(service);
  await deleteExpiredProofs(service);
  await deleteForgottenLogouts(service);
  await forgetUnusedApps(service);
  await deleteExpiredSessions(service);
  await deleteExpiredDevices(service);
  await forgetEndedSessions(service);
  await deleteForgottenAttempts(service);
  await deleteForgottenNotices(service);
  await deleteExpiredConsentLinks(service);
  await deleteForgottenConsents(service);
  await deleteForgottenMessages(service);
  await deletePaidBackCounts(service);
  await foldUserCounts(service);
  await forgetOldChanges(service);
  await tidyTextIndex(service);
  await recordCountedRefusals(service);
  await countActivity(service);
  await continueDeletions(service);
}
