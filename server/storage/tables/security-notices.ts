import type { Json, Moment } from './columns.ts';

export interface SecurityNoticesTables {
  securityNotices: SecurityNoticesTable;
  seenDevices: SeenDevicesTable;
}

/** The link in a security notice, with which its reader says that the event was not theirs. */
interface SecurityNoticesTable {
  projectId: string;
  userId: string;
  secretHash: string;
  /** A `SecurityNoticeKind`. */
  kind: string;
  /** The address that the notice went to. */
  address: string;
  /** The facts of the event that the page of the link shows. */
  details: Json;
  createdAt: Moment;
  expiresAt: Moment;
  /** 0: not used yet. */
  usedAt: Moment;
}

/** The devices from which a user has signed in, to notice a new one. */
interface SeenDevicesTable {
  projectId: string;
  userId: string;
  /** The hash of browser, operating system and network. */
  deviceHash: string;
  lastSeenAt: Moment;
}
