import { acrossProjects } from '../storage/scope.ts';
import type { Db } from '../storage/tables.ts';
import type { OutboxRow } from './store.ts';

export interface InboxFilter {
  to?: string | undefined;
  /** Only what was sent later than this message. */
  after?: { at: number; id: string } | undefined;
  limit: number;
}

/** The newest first. Across projects: the inbox belongs to the developer, who has all of them. */
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
