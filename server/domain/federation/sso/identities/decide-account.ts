/** An account that the asserted address leads to. */
export interface Holder {
  id: string;
  email: string;
  emailVerified: boolean;
  /** The user has proven the address that they have, by a code or a link. */
  provedEmail: boolean;
  /** The person who signed up is not known to own the address. */
  selfRegistered: boolean;
  tenantIds: string[];
  identities: { tenantId: string; connectionId: string; createdUser: boolean }[];
}

export interface AccountFacts {
  tenantId: string;
  connectionId: string;
  /** The tenant’s SSO creates no users, and no members. */
  jitDisabled: boolean;
  /** The user who already has this identity. */
  knownUserId: string | undefined;
  /** The address from the identity provider; empty when it gives none. */
  address: string;
  /** The address or the login ID has the domain of another connection. */
  isForeign: boolean;
  /** The address has a domain of this connection, and the identity provider does not call it unverified. */
  isProven: boolean;
  /** The user who has it as a login ID or verified address. */
  holder: Holder | 'several' | undefined;
}

export type AccountDecision =
  | { kind: 'known'; userId: string }
  | {
      kind: 'existing';
      userId: string;
      /** Another person may have created the account with this address; their credentials are removed. */
      takesOver: boolean;
      /** Tenants whose identity providers could enter the account until now. */
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
 * Decides who an asserted identity becomes: the one place where an identity provider's word about an address counts.
 *
 * A returning user is known by the subject. Otherwise the address decides, and only the connection whose
 * domain it has can prove it: then it leads to the user who has it, and takes it from an account that another tenant's
 * provider created. An unproven address leads only to a member of this tenant alone who has proven it themselves.
 */
export function decideAccount(facts: AccountFacts): AccountDecision {
  const { knownUserId, address, isForeign, isProven, holder, jitDisabled } = facts;
  if (knownUserId !== undefined) return { kind: 'known', userId: knownUserId };
  if (isForeign) {
    return refused('The address belongs to the domain of another SSO connection: sign in through that one.');
  }
  if (holder === 'several') return refused('Several users have this address.');
  if (!holder) {
    return jitDisabled
      ? refused('The tenant does not let SSO create users.')
      : { kind: 'new', addressFrom: undefined };
  }
  const { tenantId, connectionId } = facts;
  if (holder.identities.some((one) => one.tenantId === tenantId && one.connectionId === connectionId)) {
    return refused(
      'The user with this address is another person of this SSO connection, or known by another name, or from the ' +
        'identity provider before: then an administrator decides whether identities carry over.',
    );
  }
  if (holder.email !== address) {
    return refused('A user with this login ID exists already and was not brought by this identity provider.');
  }
  return isProven ? becomeOwner(facts, holder) : becomeMember(facts, holder);
}

function becomeOwner({ tenantId, jitDisabled }: AccountFacts, holder: Holder): AccountDecision {
  const foreign = holder.identities.filter((one) => one.tenantId !== tenantId);
  const joinsTenant = !holder.tenantIds.includes(tenantId);
  const isMadeElsewhere = foreign.some((one) => one.createdUser);
  if (jitDisabled && (joinsTenant || isMadeElsewhere)) {
    return refused('The tenant does not let SSO create users or members.');
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

/** Other tenants' grants must not be reached by a provider that proves nothing. */
function becomeMember({ tenantId }: AccountFacts, holder: Holder): AccountDecision {
  const isOursAlone = holder.tenantIds.every((id) => id === tenantId) && holder.tenantIds.length > 0;
  if (isOursAlone && holder.provedEmail && holder.identities.length === 0) {
    return {
      kind: 'existing',
      userId: holder.id,
      ...{ takesOver: false, evictedTenantIds: [], joinsTenant: false },
    };
  }
  return refused(
    'A user with this login ID exists already and was not brought by this identity provider. The connection proves ' +
      'addresses of its own domains only.',
  );
}

function refused(reason: string): AccountDecision {
  return { kind: 'refused', reason };
}
