/** Users whom a tenant's identity provider put together under one name. */
export interface Group {
  /** The name that the identity provider gives it is all there is to tell it by. */
  name: string;
  connectionId: string;
  members: GroupMember[];
}

export interface GroupMember {
  userId: string;
  /** The first of the user's login IDs. */
  loginId: string;
  name: string;
}

/** Identities of a tenant that are looked at for one answer. */
export const maxIdentities = 10_000;
