import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { Consent } from './consent.ts';

/** Stores a consent. A scope has only one: a new one replaces the former and keeps its ID. */
export async function putConsent(db: Db, row: Insertable<Tables['impersonationConsents']>): Promise<Consent> {
  const { createdAt, expiresAt } = row;
  return db
    .insertInto('impersonationConsents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'userId', 'impersonatorId', 'tenantId'])
        .doUpdateSet({ createdAt, expiresAt }),
    )
    .returning(['id', 'impersonatorId', 'tenantId', 'createdAt', 'expiresAt'])
    .executeTakeFirstOrThrow();
}

/** Lists consents, newest first, including expired ones. */
export function listConsents(db: Db, projectId: string, userId: string): Promise<Consent[]> {
  return consentsOf(db, { projectId, userId });
}

const consentsOf = prepared((db, { projectId, userId }: { projectId: string; userId: string }) =>
  db
    .selectFrom('impersonationConsents')
    .select(['id', 'impersonatorId', 'tenantId', 'createdAt', 'expiresAt'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc'),
);

/** Deletes all consents of the user if `id` is undefined. Returns the deleted ones. */
export async function deleteConsents(
  db: Db,
  projectId: string,
  userId: string,
  id: string | undefined,
): Promise<Consent[]> {
  return db
    .deleteFrom('impersonationConsents')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .$if(id !== undefined, (consents) => consents.where('id', '=', id as string))
    .returning(['id', 'impersonatorId', 'tenantId', 'createdAt', 'expiresAt'])
    .execute();
}

/** Deletes the old consents of all projects. */
export async function deleteOldConsents(db: Db, expiredBefore: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('impersonationConsents')
    .where('expiresAt', '<=', expiredBefore)
    .execute();
}
