import type { Insertable, Updateable } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

export type InboundAppRow = Row<'inboundApps'>;

/** Inserts an application. Returns `false` if its ID, name or client ID is in use. */
export async function insertInboundApp(db: Db, row: Insertable<Tables['inboundApps']>): Promise<boolean> {
  const inserted = await db
    .insertInto('inboundApps')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findInboundAppRow(
  db: Db,
  projectId: string,
  by: { id: string } | { clientId: string },
): Promise<InboundAppRow | undefined> {
  const [row] =
    'id' in by ? await appById(db, { projectId, ...by }) : await appOfClient(db, { projectId, ...by });
  return row;
}

const selectApps = (db: Db, projectId: string) =>
  db.selectFrom('inboundApps').selectAll().where('projectId', '=', projectId);

const appById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  selectApps(db, projectId).where('id', '=', id),
);

const appOfClient = prepared((db, { projectId, clientId }: { projectId: string; clientId: string }) =>
  selectApps(db, projectId).where('clientId', '=', clientId),
);

export function findInboundAppRows(db: Db, projectId: string, ids: string[]): Promise<InboundAppRow[]> {
  return selectApps(db, projectId)
    .where((row) => inList(db, row.ref('id'), ids))
    .execute();
}

export interface InboundAppPage {
  limit: number;
  offset: number;
  /** Default: also the applications that registered themselves. */
  withDynamic?: boolean;
}

/** Lists a page of applications, oldest first, and counts all. */
export async function listInboundAppRows(
  db: Db,
  projectId: string,
  { limit, offset, withDynamic = true }: InboundAppPage,
): Promise<{ rows: InboundAppRow[]; total: number }> {
  const all = db.selectFrom('inboundApps').where('projectId', '=', projectId);
  const apps = withDynamic ? all : all.where('dynamic', '=', 0);
  const rows = await apps
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await apps
    .select((app) => app.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Locks the application until this transaction ends. On SQLite, the transaction already has the only write lock. */
export function lockInboundAppRow(db: Db, projectId: string, id: string): Promise<InboundAppRow | undefined> {
  const query = db
    .selectFrom('inboundApps')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id);
  return (dialectOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export async function updateInboundAppRow(
  db: Db,
  projectId: string,
  id: string,
  change: Updateable<Tables['inboundApps']>,
): Promise<void> {
  await db
    .updateTable('inboundApps')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an application. Foreign keys delete its secrets and consents. */
export function deleteInboundAppRow(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ name: string; clientId: string } | undefined> {
  return db
    .deleteFrom('inboundApps')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning(['name', 'clientId'])
    .executeTakeFirst();
}

/** At most this many are deleted at once, so that a sweep is short. */
const sweptAtOnce = 500;

/** Deletes applications of all projects that registered themselves before this time, and that no user has allowed anything. */
export async function deleteUnusedDynamicApps(db: Db, before: number): Promise<void> {
  const unused = acrossProjects(db)
    .selectFrom('inboundApps')
    .select(['projectId', 'id'])
    .where('dynamic', '=', 1)
    .where('createdAt', '<', before)
    .where((app) =>
      app.not(
        app.exists(
          app
            .selectFrom('consents')
            .select('consents.id')
            .whereRef('consents.projectId', '=', 'inboundApps.projectId')
            .whereRef('consents.appId', '=', 'inboundApps.id'),
        ),
      ),
    )
    .orderBy('createdAt')
    .limit(sweptAtOnce);
  for (const { projectId, id } of await unused.execute()) {
    await deleteInboundAppRow(db, projectId, id);
  }
}
