import type { Actor } from '../../../core/context.ts';
import type { EventOrigin, NoticedFactor, SecurityNoticeKind } from '../../../core/security-notices.ts';
import type { Row } from '../../../storage/tables.ts';

/** The time for which the link of a notice works. */
export const noticeLifetimeMs = 7 * 24 * 60 * 60_000;

/** The facts of the event that the page of the link shows. */
export interface NoticeDetails extends EventOrigin {
  /** The type of the actor who caused the event. */
  actorType: Actor['type'];
  factor?: NoticedFactor;
  /** Masked. */
  newAddress?: string;
}

/** A notice that was sent, with its link. */
export interface Notice {
  kind: SecurityNoticeKind;
  userId: string;
  /** The address that it went to. */
  address: string;
  details: NoticeDetails;
  createdAt: number;
}

export function toNotice(row: Row<'securityNotices'>): Notice {
  return {
    kind: row.kind as SecurityNoticeKind,
    userId: row.userId,
    address: row.address,
    details: JSON.parse(row.details) as NoticeDetails,
    createdAt: row.createdAt,
  };
}
