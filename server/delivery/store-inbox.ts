import { acrossProjects } from '../storage/scope.ts';
import type { Db } from '../storage/tables.ts';
import type { OutboxRow } from './store.ts';

export interface InboxFilter {
  to?: string | undefined;
  /** Only messages sent after this one. */
  after?: { at: number; id: string } | undefined;
  limit: number;
}

/** Lists messages, newest first. Works across projects, because the developer owns the inbox and all projects. */
export function listKeptRows(db: Db, { to, after, limit }: InboxFilter): Promise<OutboxRow[]> {
  return acrossProjects(db)
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'sent')
    .where('channel', 'in', ['email', 'sms'])
    .where('content', '<>', '')
    .$if(to !== undefined, (rows) => rows.where('recipient', '=', to as string))
    .$if(after !== undefined, (rows) =>
      rows.where((row) =>
        row.or([
          row('finishedAt', '>', after?.at ?? 0),
          row.and([row('finishedAt', '=', after?.at ?? 0), row('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('finishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function forgetKeptRows(db: Db, to: string | undefined): Promise<number> {
  const { numUpdatedRows } = await acrossProjects(db)
    .updateTable('outbox')
    .set({ content: '' })
    .where('status', '=', 'sent')
    .where('channel', 'in', ['email', 'sms'])
    .where('content', '<>', '')
    .$if(to !== undefined, (rows) => rows.where('recipient', '=', to as string))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
