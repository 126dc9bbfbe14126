import type { UserContext } from '../../../core/context.ts';
import { listPasskeys } from '../../credentials/passkeys/list-passkeys.ts';
import { countRecoveryCodes } from '../../credentials/recovery-codes/create-codes.ts';
import { loadConsentsOf } from '../../directory/application-consents/give-consent.ts';
import { listLinkedIdentities } from '../../federation/oauth/linked-identities.ts';
import { listSsoIdentities } from '../../federation/sso/identities/list-identities.ts';
import { loginHistory } from '../../project/audit/login-history.ts';
import { searchEvents } from '../../project/audit/search-events.ts';
import { loadConsents } from '../../sessions/impersonation-rights/give-consent.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import { listOwnSessions } from '../../sessions/sessions/lists/list-sessions.ts';

/**
 * Returns what Latchkey stores about a user, without secrets: no password, no authenticator secret, no public key, no
 * token, and no tenant that the session does not reach. Times are ISO 8601, because people read the file, too.
 */
export async function exportAccount(ctx: UserContext, user: InReach): Promise<object> {
  const [
    sessions,
    signIns,
    passkeys,
    recoveryCodesLeft,
    accounts,
    organizationSignIns,
    consents,
    allowed,
    log,
  ] = await Promise.all([
    listOwnSessions(ctx),
    loginHistory(ctx, [user.id]),
    listPasskeys(ctx, user.id),
    countRecoveryCodes(ctx, { userId: user.id }),
    listLinkedIdentities(ctx, user.id),
    listSsoIdentities(ctx, user.id),
    loadConsents(ctx, user.id),
    loadConsentsOf(ctx, user),
    // The newest 1,000 events, however old.
    searchEvents(ctx, { userIds: [user.id], from: 1, withoutTotal: true }),
  ]);
  const {
    ownTenants,
    tenants: _,
    lifetimes: __,
    storedAttributes: ___,
    consentExpiresAt: ____,
    ...known
  } = user;
  const { createdAt, modifiedAt, ...profile } = known;
  return {
    format: 'latchkey-account/1',
    project: { id: ctx.project.id, name: ctx.project.name },
    exportedAt: iso(ctx.now()),
    user: { ...profile, createdAt: iso(createdAt), modifiedAt: iso(modifiedAt) },
    organizations: ownTenants.map(({ tenantId, tenantName, roleNames }) => ({
      tenantId,
      tenantName,
      roleNames,
    })),
    linkedAccounts: accounts.map(withTimes),
    organizationSignIns: organizationSignIns
      .filter((signIn) => ownTenants.some(({ tenantId }) => tenantId === signIn.tenantId))
      .map(withTimes),
    passkeys: passkeys.map(({ createdAt, ...passkey }) => ({ ...passkey, createdAt: iso(createdAt) })),
    recoveryCodesLeft,
    sessions: sessions.map(({ createdAt, lastUsedAt, expiresAt, ...session }) => ({
      ...session,
      createdAt: iso(createdAt),
      lastUsedAt: iso(lastUsedAt),
      expiresAt: iso(expiresAt),
    })),
    signIns: signIns.map(({ occurredAt, ...login }) => ({ ...login, occurredAt: iso(occurredAt) })),
    consents: consents.map(({ createdAt, expiresAt, ...consent }) => ({
      ...consent,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    })),
    allowedApplications: allowed.map(
      ({ appId, tenantId, scopes, allowed, userId, createdAt, modifiedAt }) => ({
        appId,
        tenantId,
        scopes,
        resources: allowed ?? [],
        byOrganization: userId === '',
        createdAt: iso(createdAt),
        modifiedAt: iso(modifiedAt),
      }),
    ),
    events: log.events.map(({ occurredAt, action, actorType, method, device, remoteAddress }) => ({
      action,
      actorType,
      method,
      device,
      remoteAddress,
      occurredAt: iso(occurredAt),
    })),
  };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

/** `lastUsedAt` is absent if it is unknown. */
function withTimes<T extends { createdAt: number; lastUsedAt: number }>({
  createdAt,
  lastUsedAt,
  ...identity
}: T) {
  return { ...identity, createdAt: iso(createdAt), ...(lastUsedAt > 0 && { lastUsedAt: iso(lastUsedAt) }) };
}
