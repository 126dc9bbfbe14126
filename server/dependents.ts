import type { Dependents } from './core/context.ts';
import type { SecurityNoticeKind } from './core/security-notices.ts';
import {
  prepareLogout,
  reportLostLogout,
} from './domain/applications/openid-provider/back-channel-logout/logout-token.ts';
import { notifyApplications } from './domain/applications/openid-provider/back-channel-logout/notify-applications.ts';
import { endConsented } from './domain/applications/openid-provider/end-consented.ts';
import { endGrantsInTenants } from './domain/applications/openid-provider/end-tenant-grants.ts';
import { forgetApplication } from './domain/applications/openid-provider/forget-application.ts';
import { deleteSecondFactors } from './domain/credentials/accounts/delete-second-factors.ts';
import { withdrawChallenges } from './domain/credentials/challenges/issue.ts';
import { setAwaitedPassword } from './domain/credentials/passwords/change-password.ts';
import { deletePassword } from './domain/credentials/passwords/delete-password.ts';
import { forgetTenantSettings } from './domain/credentials/passwords/settings/settings.ts';
import { countRecoveryCodes } from './domain/credentials/recovery-codes/create-codes.ts';
import { noticeSignIn } from './domain/credentials/security-notices/notice-sign-in.ts';
import { forgetNotices, noticeUser } from './domain/credentials/security-notices/notice-user.ts';
import { deleteTotpSignUps } from './domain/credentials/totp/delete-totp.ts';
import { cancelDeletion } from './domain/directory/account-deletions/account-deletion.ts';
import {
  withdrawConsentsGivenBy,
  withdrawConsentsInTenants,
} from './domain/directory/application-consents/withdraw-consents.ts';
import { deleteRolesOfTenant } from './domain/directory/roles/change-roles.ts';
import { lockTenants } from './domain/directory/tenants/load-tenant.ts';
import {
  listMembers,
  removeMembers,
  removeRolesInTenant,
} from './domain/directory/users/delete-in-tenant.ts';
import { forgetOAuthIdentities } from './domain/federation/oauth/forget-identities.ts';
import {
  forgetAllIdentities,
  forgetIdentities,
} from './domain/federation/sso/identities/forget-identities.ts';
import { revokeSetupLinks } from './domain/federation/sso-setup-links/setup-link.ts';
import { removeTenantFromKeys } from './domain/project/management-keys/remove-tenant.ts';
import { removeKeyRolesInTenant } from './domain/sessions/access-keys/assign-grants.ts';
import { withdrawConsents } from './domain/sessions/impersonation-rights/give-consent.ts';
import { endSessionsOf, endSessionsOfDeleted } from './domain/sessions/sessions/end-session.ts';
import { voidExchangeCodes } from './domain/sessions/sessions/exchange-code.ts';
import { endAnonymousSessionsOf, forgetTenants } from './domain/sessions/sessions/forget-tenants.ts';
import { forgetPolicyOf, openToRoles } from './domain/sessions/sign-in-policy/set-policy.ts';
import { forgetDevices } from './domain/sessions/trusted-devices/trust-device.ts';

/** After these, a device that was trusted before may be another person's. A verified address is a factor, too. */
const endsTrust = new Set<SecurityNoticeKind>([
  'passwordChanged',
  'factorRemoved',
  'addressChanged',
  'recoveryCodeUsed',
]);

export const dependents: Dependents = {
  endSessions: endSessionsOf,
  endSessionsOfDeleted,
  voidExchangeCodes,
  withdrawChallenges,
  async withdrawConsents(ctx, given) {
    await withdrawConsents(ctx, given.userId);
    await withdrawConsentsGivenBy(ctx, given);
  },
  forgetNotices,
  cancelDeletion,
  setAwaitedPassword,
  async deleteCredentials(ctx, userId) {
    // Begins with the records that are found by login ID.
    await deleteSecondFactors(ctx, userId);
    await deletePassword(ctx, userId);
  },
  forgetIdentities,
  async forgetAllIdentities(ctx, userId) {
    await forgetOAuthIdentities(ctx, userId);
    return forgetAllIdentities(ctx, userId);
  },
  deleteSignUps: deleteTotpSignUps,
  listMembers,
  removeMembers,
  async endMemberships(ctx, ending) {
    if ('userIds' in ending.of && ending.of.userIds.length === 0) return;
    await withdrawConsentsInTenants(ctx, ending);
    await endGrantsInTenants(ctx, ending);
    await forgetTenants(ctx, ending);
  },
  async deleteTenantRecords(ctx, tenantId) {
    await endAnonymousSessionsOf(ctx, tenantId);
    await removeRolesInTenant(ctx, tenantId);
    await removeKeyRolesInTenant(ctx, tenantId);
    await forgetTenantSettings(ctx, tenantId);
    await deleteRolesOfTenant(ctx, tenantId);
    await removeTenantFromKeys(ctx, tenantId);
  },
  lockTenants,
  revokeSetupLinks,
  notifyApplications,
  prepareLogout,
  reportLostLogout,
  async forgetApplication(ctx, appId) {
    await forgetApplication(ctx, appId);
    await forgetPolicyOf(ctx, appId);
  },
  endConsented,
  countRecoveryCodes,
  openToRoles,
  async noticeUser(ctx, event) {
    if (endsTrust.has(event.kind) || event.isReplaced)
      await forgetDevices(ctx, event.userId, 'accountChanged');
    await noticeUser(ctx, event);
  },
  noticeSignIn,
};
