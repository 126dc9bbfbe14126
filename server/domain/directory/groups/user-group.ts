/** Users whom a tenant's identity provider reports under one group name. */
export interface Group {
  /** The identity provider's name for the group, which is its only identification. */
  name: string;
  connectionId: string;
  members: GroupMember[];
}

export interface GroupMember {
  userId: string;
  /** The first login ID of the user. */
  loginId: string;
  name: string;
}

/** The largest number of a tenant's identities that one response is computed from. */
export const maxIdentities = 10_000;
