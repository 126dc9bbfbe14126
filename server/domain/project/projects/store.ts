import { type Insertable, sql, type Updateable } from 'kysely';
import { administrationProjectId } from '../../../core/administration.ts';
import { dialectOf } from '../../../storage/engine.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type SigningKeyRow = Row<'signingKeys'>;

export function findProject(db: Db, id: string) {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Nobody else changes it before this transaction ends; what only refers to it goes on. SQLite's transaction has the only
 * write lock already.
 */
export function findProjectForUpdate(db: Db, id: string) {
  const query = db.selectFrom('projects').selectAll().where('id', '=', id);
  return (dialectOf(db) === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/** Until this transaction ends, one that does the same waits. What only refers to the project goes on. */
export async function lockProject(db: Db, id: string): Promise<void> {
  if (dialectOf(db) !== 'postgres') return;
  await db.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Until this transaction ends nobody else makes a project; reading goes on. */
export async function lockProjects(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`lock table projects in share row exclusive mode`.execute(db);
}

/** The administration project is none. */
export async function hasProject(db: Db): Promise<boolean> {
  const query = db.selectFrom('projects').select('id').where('id', '!=', administrationProjectId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export function listProjects(db: Db) {
  return db.selectFrom('projects').selectAll().orderBy('createdAt').orderBy('id').execute();
}

/** `false` when the ID is taken. */
export async function insertProject(db: Db, row: Insertable<Tables['projects']>): Promise<boolean> {
  const inserted = await db
    .insertInto('projects')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateProject(
  db: Db,
  id: string,
  change: Updateable<Tables['projects']>,
): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', id).execute();
}

/** Of whichever project: all of them are sealed under one key. */
export function findNewestSigningKey(db: Db): Promise<SigningKeyRow | undefined> {
  return acrossProjects(db)
    .selectFrom('signingKeys')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listSigningKeys(db: Db, projectId: string, now: number): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((where) => where.or([where('retiresAt', 'is', null), where('retiresAt', '>', now)]))
    .orderBy('signsFrom')
    .orderBy('id')
    .execute();
}

export async function insertSigningKey(db: Db, row: Insertable<Tables['signingKeys']>): Promise<void> {
  await db.insertInto('signingKeys').values(row).execute();
}

export async function retireSigningKeys(
  db: Db,
  projectId: string,
  exceptId: string,
  retiresAt: number,
): Promise<void> {
  await db
    .updateTable('signingKeys')
    .set({ retiresAt })
    .where('projectId', '=', projectId)
    .where('id', '!=', exceptId)
    .where('retiresAt', 'is', null)
    .execute();
}
