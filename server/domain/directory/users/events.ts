import { event, question } from '../../../core/event.ts';
import type { NoticedFactor, SecurityNoticeKind } from '../../../core/security-notices.ts';

/** A change of an account that its holder hears of, if the project wants it. */
export interface AccountChange {
  kind: SecurityNoticeKind;
  userId: string;
  /** The added or removed factor. */
  factor?: NoticedFactor;
  /** The added factor took the place of one that the user had. */
  isReplaced?: boolean;
  /** The email address that was replaced, to which the notice goes. Absent: the user's current one. */
  replaced?: string;
  /** The new address or number, unmasked. Empty if it was removed. */
  newAddress?: string;
}

/** The way in to an account has changed, or somebody tried to come in. */
export const accountChanged = event<AccountChange>('accountChanged');

export const userDisabled = event<{ userId: string }>('userDisabled');

/** A disabled user is enabled again. What was pending must not work again. */
export const userEnabled = event<{ userId: string }>('userEnabled');

/** The transaction has locked these users and deletes them next. Foreign keys delete most of what they have. */
export const usersDeleting = event<{ userIds: string[] }>('usersDeleting');

/** Users got login IDs (folded). */
export const loginIdsTaken = event<{ loginIds: string[] }>('loginIdsTaken');

/** A user has lost an address because it belongs to another person. Tokens of the user's sessions name it. */
export const addressLost = event<{ userId: string }>('addressLost');

/**
 * A user is about to leave tenants. Comes before `membershipsEnding`, because a sign-in that assigns roles locks the identity: it ends
 * before the membership does.
 */
export const tenantsLeaving = event<{ userId: string; tenantIds: string[] }>('tenantsLeaving');

/**
 * An account passes to another person, who gets nothing that its holder added, allowed or connected. The account still has the
 * holder's login IDs and addresses, by which some of it is found. Comes before `holderRemoved`: the audit log says which sessions end with
 * a consent or a tenant.
 */
export const holderLeaving = event<{ userId: string; tenantIds: string[] }>('holderLeaving');

/**
 * An account passes to another person, who gets nothing that its holder began: no session, no code, no link except the one that is
 * being used (`exceptSlot`).
 */
export const holderRemoved = event<{ userId: string; exceptSlot: string }>('holderRemoved');

/**
 * Asks which of these tenants a user who has proven the address must not join by themself: the tenant's directory has deactivated or deleted
 * them.
 */
export const tenantsClosedTo = question<{ userId: string; email: string; tenantIds: string[] }, string[]>(
  'tenantsClosedTo',
);
