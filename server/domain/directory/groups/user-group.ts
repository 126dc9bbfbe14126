/** Users whom a tenant's identity provider reports under one group name, or whom its directory has in a group. */
export interface Group {
  /** The ID in the directory. An identity provider's name for the group is its only identification. */
  id: string;
  name: string;
  source: 'scim' | 'jit';
  /** The connection, or an empty text for a group of the directory. */
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
