import type { ServiceContext } from '../core/context.ts';
import { type Content, contentPurpose } from './message.ts';
import type { OutboxRow } from './store.ts';
import { forgetKeptRows, type InboxFilter, listKeptRows } from './store-inbox.ts';

/** A sent mail or SMS, as the development inbox shows it. */
export interface InboxMessage extends Content {
  id: string;
  projectId: string;
  channel: 'email' | 'sms';
  kind: string;
  to: string;
  userId: string;
  /** The links in the text, in order. */
  links: string[];
  /** The six-digit numbers in the text. */
  codes: string[];
  /** `inbox`, or the connector that sent it. */
  via: string;
  createdAt: number;
  sentAt: number;
}

/** Lists messages in the order of sending, at most the newest ones. Development only: production stores none. */
export async function listInbox(
  ctx: Pick<ServiceContext, 'db' | 'sealer'>,
  filter: InboxFilter,
): Promise<InboxMessage[]> {
  const rows = await listKeptRows(ctx.db, filter);
  return rows.reverse().map((row) => toInboxMessage(ctx, row));
}

export function clearInbox(ctx: Pick<ServiceContext, 'db'>, to: string | undefined): Promise<number> {
  return forgetKeptRows(ctx.db, to);
}

function toInboxMessage({ sealer }: Pick<ServiceContext, 'sealer'>, row: OutboxRow): InboxMessage {
  const content = JSON.parse(sealer.unseal(row.content, contentPurpose(row.projectId, row.id))) as Content;
  const links = content.text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const withoutLinks = content.text.replace(/https?:\/\/[^\s<>"]+/g, ' ');
  return {
    id: row.id,
    projectId: row.projectId,
    channel: row.channel as 'email' | 'sms',
    kind: row.kind,
    to: row.recipient,
    userId: row.userId,
    ...content,
    links: [...new Set(links)],
    codes: [...new Set(withoutLinks.match(/(?<![\w+])\d{6}(?!\w)/g) ?? [])],
    via: row.via,
    createdAt: row.createdAt,
    sentAt: row.finishedAt ?? 0,
  };
}
