/** An account that the asserted address leads to. */
export interface Holder {
  id: string;
  email: string;
  emailVerified: boolean;
  /** The user has proven their address by a code or a link. */
  provedEmail: boolean;
  /** The account was created by a sign-up that did not prove the address. */
  selfRegistered: boolean;
  tenantIds: string[];
  identities: { tenantId: string; connectionId: string; createdUser: boolean }[];
  /** The tenant's own directory has created the account. */
  isOfDirectory: boolean;
}

export interface AccountFacts {
  tenantId: string;
  connectionId: string;
  /** The tenant’s SSO creates neither users nor members. */
  jitDisabled: boolean;
  /** The user who already has this identity. */
  knownUserId: string | undefined;
  /** The address from the identity provider. Empty if it sends none. */
  address: string;
  /** The address or the login ID has the domain of another connection. */
  isForeign: boolean;
  /** The address has a domain of this connection, and the identity provider does not call it unverified. */
  isProven: boolean;
  /** The tenant's own directory has deactivated the person. */
  isDeactivated: boolean;
  /** The user who has the address as a login ID or verified address. */
  holder: Holder | 'several' | undefined;
}

export type AccountDecision =
  | { kind: 'known'; userId: string }
  | {
      kind: 'existing';
      userId: string;
      /** Another person may have created the account with this address, so their credentials are removed. */
      takesOver: boolean;
      /** Tenants whose identity providers could sign in to the account until now. */
      evictedTenantIds: string[];
      joinsTenant: boolean;
    }
  | {
      kind: 'new';
      /** The account that another tenant’s identity provider created with this address and that now loses it. */
      addressFrom: string | undefined;
    }
  | { kind: 'refused'; reason: string };

/**
 * Decides which user an asserted identity belongs to. This is the only place where an identity provider's word about an
 * address counts.
 *
 * A returning user is known by the subject. Otherwise the address decides, and only the connection that owns its domain can
 * prove it: it then leads to the user who has the address, and takes it from an account that another tenant's provider
 * created. An unproven address leads only to a user of this tenant alone who has proven it themselves, or whom the tenant's directory
 * has created.
 */
export function decideAccount(facts: AccountFacts): AccountDecision {
  const { knownUserId, address, isForeign, isProven, isDeactivated, holder, jitDisabled } = facts;
  if (knownUserId !== undefined) return { kind: 'known', userId: knownUserId };
  if (isForeign) {
    return refused(
      'The address belongs to the domain of another SSO connection. Sign in through that connection.',
    );
  }
  if (holder === 'several') return refused('Several users have this address.');
  if (isDeactivated) return refused('The organization’s directory has deactivated the user.');
  if (!holder) {
    return jitDisabled
      ? refused('The tenant’s SSO does not create users. An administrator must create this user first.')
      : { kind: 'new', addressFrom: undefined };
  }
  const { tenantId, connectionId } = facts;
  if (holder.identities.some((one) => one.tenantId === tenantId && one.connectionId === connectionId)) {
    return refused(
      'The user with this address belongs to someone else in this SSO connection, has another ID there, or ' +
        'comes from its previous identity provider. In the last case, an administrator must decide whether ' +
        'identities carry over.',
    );
  }
  if (holder.email !== address) {
    return refused('A user with this login ID already exists and was not created by this identity provider.');
  }
  return isProven ? becomeOwner(facts, holder) : becomeMember(facts, holder);
}

function becomeOwner({ tenantId, jitDisabled }: AccountFacts, holder: Holder): AccountDecision {
  const foreign = holder.identities.filter((one) => one.tenantId !== tenantId);
  const joinsTenant = !holder.tenantIds.includes(tenantId);
  const isMadeElsewhere = foreign.some((one) => one.createdUser);
  if (jitDisabled && (joinsTenant || isMadeElsewhere)) {
    return refused(
      'The tenant’s SSO does not create users or members. An administrator must add this user first.',
    );
  }
  if (isMadeElsewhere) return { kind: 'new', addressFrom: holder.id };
  return {
    kind: 'existing',
    userId: holder.id,
    takesOver: holder.selfRegistered && !holder.emailVerified,
    evictedTenantIds: [...new Set(foreign.map((one) => one.tenantId))],
    joinsTenant,
  };
}

/** Makes the holder a member. A provider that proves nothing must not reach other tenants' grants. */
function becomeMember({ tenantId }: AccountFacts, holder: Holder): AccountDecision {
  const isOursAlone = holder.tenantIds.every((id) => id === tenantId) && holder.tenantIds.length > 0;
  const isKnownHere = holder.provedEmail || holder.isOfDirectory;
  if (isOursAlone && isKnownHere && holder.identities.length === 0) {
    return {
      kind: 'existing',
      userId: holder.id,
      takesOver: false,
      evictedTenantIds: [],
      joinsTenant: false,
    };
  }
  return refused(
    'A user with this login ID already exists and was not created by this identity provider. The connection ' +
      'can verify only addresses in its own domains.',
  );
}

function refused(reason: string): AccountDecision {
  return { kind: 'refused', reason };
}
