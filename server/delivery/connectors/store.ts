import type { Insertable } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../storage/tables.ts';
import type { MessageChannel } from '../message.ts';

export type ConnectorRow = Row<'messageConnectors'>;

export function findConnectorRow(
  db: Db,
  projectId: string,
  channel: MessageChannel,
): Promise<ConnectorRow | undefined> {
  return db
    .selectFrom('messageConnectors')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('channel', '=', channel)
    .executeTakeFirst();
}

export async function hasConnectorRow(db: Db, projectId: string, channel: MessageChannel): Promise<boolean> {
  const [row] = await hasRow(db, { projectId, channel });
  return row !== undefined;
}

const hasRow = prepared((db, { projectId, channel }: { projectId: string; channel: MessageChannel }) =>
  db
    .selectFrom('messageConnectors')
    .select('channel')
    .where('projectId', '=', projectId)
    .where('channel', '=', channel),
);

export async function upsertConnectorRow(
  db: Db,
  row: Insertable<Tables['messageConnectors']>,
): Promise<void> {
  const { provider, settings, sealedSecret, changedAt } = row;
  await db
    .insertInto('messageConnectors')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'channel']).doUpdateSet({ provider, settings, sealedSecret, changedAt }),
    )
    .execute();
}

export async function deleteConnectorRow(
  db: Db,
  projectId: string,
  channel: MessageChannel,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('messageConnectors')
    .where('projectId', '=', projectId)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
