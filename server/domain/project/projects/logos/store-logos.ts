import { ofAllProjects } from '../../../../storage/reachable.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Logo } from './logo.ts';

export async function insertLogo(
  db: Db,
  projectId: string,
  { name, type, content }: Logo,
  now: number,
): Promise<void> {
  await db
    .insertInto('logos')
    .values({ projectId, name, type, content, createdAt: now })
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doUpdateSet({ createdAt: now }))
    .execute();
}

/** Returns which of these images the project has. */
export async function findLogoNames(db: Db, projectId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('logos')
    .select('name')
    .where('projectId', '=', projectId)
    .where('name', 'in', names)
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes the images that are not named and were uploaded before a time. */
export async function deleteOtherLogos(db: Db, projectId: string, names: string[], before: number) {
  await db
    .deleteFrom('logos')
    .where('projectId', '=', projectId)
    .where('createdAt', '<', before)
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .execute();
}

export function listLogos(db: Db, projectId: string, names: string[]): Promise<Logo[]> {
  return db
    .selectFrom('logos')
    .select(['name', 'type', 'content'])
    .where('projectId', '=', projectId)
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
}

/** Finds an image by its name, which is the same in every project: it depends on the content only. Without a project, looks in all. */
export function findLogo(db: Db, name: string, projectId?: string): Promise<Logo | undefined> {
  return (projectId === undefined ? ofAllProjects(db) : acrossProjects(db))
    .selectFrom('logos')
    .select(['name', 'type', 'content'])
    .where('name', '=', name)
    .$if(projectId !== undefined, (logos) => logos.where('projectId', '=', projectId as string))
    .limit(1)
    .executeTakeFirst();
}

export async function countLogos(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('logos')
    .select((logo) => logo.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
