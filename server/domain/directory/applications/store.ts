import type { Insertable, Selectable, Updateable } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Tables } from '../../../storage/tables.ts';

const tablesByKind = { sso: 'ssoApps', thirdParty: 'inboundApps', mcpServer: 'mcpServers' } as const;

export type Kind = keyof typeof tablesByKind;

/** The kinds that are clients: they have client IDs and secrets. */
export type ClientKind = Exclude<Kind, 'mcpServer'>;

type Table<K extends Kind> = Tables[(typeof tablesByKind)[K]];

export type ApplicationRow<K extends Kind> = Selectable<Table<K>>;
export type NewRow<K extends Kind> = Omit<Insertable<Table<K>>, 'projectId' | 'createdAt' | 'modifiedAt'>;
export type RowChange<K extends Kind> = Omit<
  Updateable<Table<K>>,
  'projectId' | 'id' | 'createdAt' | 'modifiedAt'
>;

/** Kysely does not follow a table that depends on a parameter, so the queries are typed as those of one table. */
function tableOf(kind: Kind): 'inboundApps' {
  return tablesByKind[kind] as 'inboundApps';
}

/** Inserts an application. Returns `false` if its ID, or another field that is unique, is in use. */
export async function insertRow<K extends Kind>(
  db: Db,
  kind: K,
  row: NewRow<K> & { projectId: string; createdAt: number; modifiedAt: number },
): Promise<boolean> {
  const inserted = await db
    .insertInto(tableOf(kind))
    .values(row as unknown as Insertable<Table<'thirdParty'>>)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findRow<K extends Kind>(
  db: Db,
  kind: K,
  projectId: string,
  id: string,
): Promise<ApplicationRow<K> | undefined> {
  const [row] = await byId[kind](db, { projectId, id });
  return row as ApplicationRow<K> | undefined;
}

export async function findRowOfClient<K extends ClientKind>(
  db: Db,
  kind: K,
  projectId: string,
  clientId: string,
): Promise<ApplicationRow<K> | undefined> {
  const [row] = await byClientId[kind](db, { projectId, clientId });
  return row as ApplicationRow<K> | undefined;
}

const selectRows = (db: Db, kind: Kind, projectId: string) =>
  db.selectFrom(tableOf(kind)).selectAll().where('projectId', '=', projectId);

const withId = (kind: Kind) =>
  prepared((db, { projectId, id }: { projectId: string; id: string }) =>
    selectRows(db, kind, projectId).where('id', '=', id),
  );

const withClientId = (kind: ClientKind) =>
  prepared((db, { projectId, clientId }: { projectId: string; clientId: string }) =>
    selectRows(db, kind, projectId).where('clientId', '=', clientId),
  );

const byId = { sso: withId('sso'), thirdParty: withId('thirdParty'), mcpServer: withId('mcpServer') };
const byClientId = { sso: withClientId('sso'), thirdParty: withClientId('thirdParty') };

/** Lists those of the applications that exist. */
export async function findRows<K extends Kind>(
  db: Db,
  kind: K,
  projectId: string,
  ids: string[],
): Promise<ApplicationRow<K>[]> {
  const rows = await selectRows(db, kind, projectId)
    .where((row) => inList(db, row.ref('id'), ids))
    .orderBy('id')
    .execute();
  return rows as unknown as ApplicationRow<K>[];
}

/** Lists a page of applications, oldest first. `isDynamic`: only those that registered themselves, or only others. */
export async function listRows<K extends Kind>(
  db: Db,
  kind: K,
  projectId: string,
  { limit, offset = 0, isDynamic }: { limit: number; offset?: number; isDynamic?: boolean | undefined },
): Promise<ApplicationRow<K>[]> {
  const rows = await selectRows(db, kind, projectId)
    .$if(isDynamic !== undefined, (apps) => apps.where('dynamic', '=', isDynamic ? 1 : 0))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as unknown as ApplicationRow<K>[];
}

export async function countRows(db: Db, kind: Kind, projectId: string): Promise<number> {
  const { total } = await db
    .selectFrom(tableOf(kind))
    .select((app) => app.fn.countAll<number>().as('total'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Locks the application until this transaction ends. On SQLite, the transaction already has the only write lock. */
export async function lockRow<K extends Kind>(
  db: Db,
  kind: K,
  projectId: string,
  id: string,
): Promise<ApplicationRow<K> | undefined> {
  const query = selectRows(db, kind, projectId).where('id', '=', id);
  const row = await (dialectOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row as ApplicationRow<K> | undefined;
}

export async function updateRow<K extends Kind>(
  db: Db,
  kind: K,
  { projectId, id }: { projectId: string; id: string },
  change: RowChange<K> & { modifiedAt: number },
): Promise<void> {
  await db
    .updateTable(tableOf(kind))
    .set(change as Updateable<Table<'thirdParty'>>)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an application. Foreign keys delete its secrets, its consents and its links to users. */
export function deleteRow(
  db: Db,
  kind: Kind,
  projectId: string,
  id: string,
): Promise<{ name: string } | undefined> {
  return db
    .deleteFrom(tableOf(kind))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}
