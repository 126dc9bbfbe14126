import { type Insertable, sql, type Updateable } from 'kysely';
import { administrationProjectId } from '../../../core/administration.ts';
import { dialectOf } from '../../../storage/engine.ts';
import { ofAllProjects, ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type SigningKeyRow = Row<'signingKeys'>;

/** Does not find a project whose import has not finished. */
export function findProject(db: Db, id: string) {
  return db
    .selectFrom('projects')
    .selectAll()
    .select((project) =>
      project
        .exists(
          project
            .selectFrom('signInPolicies')
            .select('signInPolicies.scope')
            .where('signInPolicies.projectId', '=', id),
        )
        .as('hasSignInPolicies'),
    )
    .where('id', '=', id)
    .where('importStartedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Locks a project against changes until this transaction ends; rows that only refer to it can still be written. On
 * SQLite, the transaction already has the only write lock.
 */
export function findProjectForUpdate(db: Db, id: string) {
  const query = db.selectFrom('projects').selectAll().where('id', '=', id);
  return (dialectOf(db) === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/**
 * Makes concurrent transactions that lock the same project wait until this one ends. Rows that only refer to the
 * project can still be written.
 */
export async function lockProjectRow(db: Db, id: string): Promise<void> {
  if (dialectOf(db) !== 'postgres') return;
  await db.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

const firstProjectLock = 4_152_839_918;

/** Lets one transaction at a time create the first project. On SQLite, it already has the only write lock. */
export async function lockFirstProject(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`select pg_advisory_xact_lock(${firstProjectLock})`.execute(db);
}

/** Does not count the administration project, and hidden projects. */
export async function hasProject(db: Db): Promise<boolean> {
  const query = db
    .selectFrom('projects')
    .select('id')
    .where('id', '!=', administrationProjectId)
    .where('importStartedAt', 'is', null)
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export function listProjects(db: Db) {
  return projectsQuery(ofAllProjects(db)).execute();
}

/** Leaves out the projects of nodes that do not respond. */
export function listReachableProjects(db: Db) {
  return projectsQuery(ofReachableProjects(db)).execute();
}

function projectsQuery(db: Db) {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('importStartedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id');
}

/** Inserts a project. Returns `false` if the ID is in use. */
export async function insertProject(db: Db, row: Insertable<Tables['projects']>): Promise<boolean> {
  const inserted = await db
    .insertInto('projects')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateProjectRow(
  db: Db,
  id: string,
  change: Updateable<Tables['projects']>,
): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', id).execute();
}

/** Returns the newest key of any project, to try the secret keys on. */
export function findNewestSigningKey(db: Db): Promise<SigningKeyRow | undefined> {
  return ofReachableProjects(db)
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
