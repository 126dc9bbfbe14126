import { ofAllProjects } from '../../../storage/reachable.ts';
import type { Db } from '../../../storage/tables.ts';

/** Returns the stored settings of a project. */
export async function findSettings(db: Db, projectId: string): Promise<string> {
  const row = await db
    .selectFrom('projects')
    .select('settings')
    .where('id', '=', projectId)
    .executeTakeFirst();
  return row?.settings ?? '{}';
}

/** Counts the applications that get tokens of their own: OpenID applications but the default one, and those of third parties. */
export async function countApplications(db: Db, projectId: string): Promise<number> {
  const own = await db
    .selectFrom('ssoApps')
    .select((app) => app.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('type', '=', 'oidc')
    .where('id', '!=', 'descope-default-oidc')
    .executeTakeFirstOrThrow();
  const thirdParty = await db
    .selectFrom('inboundApps')
    .select((app) => app.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(own.count) + Number(thirdParty.count);
}

/** Counts the applications that ask for a fresh sign-in each time. */
export async function countForcedSignIns(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ssoApps')
    .select((app) => app.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('settings', 'like', '%"forceAuthentication":true%')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the applications whose client ID another project has, too. */
export async function countSharedClientIds(db: Db, projectId: string): Promise<number> {
  const own = await db
    .selectFrom('ssoApps')
    .select('clientId')
    .where('projectId', '=', projectId)
    .where('clientId', 'is not', null)
    .execute();
  const ids = own.flatMap(({ clientId }) => clientId ?? []);
  if (ids.length === 0) return 0;
  const elsewhere = await ofAllProjects(db)
    .selectFrom('ssoApps')
    .select('clientId')
    .distinct()
    .where('projectId', '!=', projectId)
    .where('clientId', 'in', ids)
    .execute();
  return elsewhere.length;
}

/** Counts the applications that registered themselves. */
export async function countRegistered(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('inboundApps')
    .select((app) => app.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('dynamic', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the users who allowed an application before it was last changed, an upper bound of those who are asked again. */
export async function countChangedConsents(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('consents')
    .innerJoin('inboundApps', (join) =>
      join
        .onRef('inboundApps.projectId', '=', 'consents.projectId')
        .onRef('inboundApps.id', '=', 'consents.appId'),
    )
    .select((consent) => consent.fn.count<number>('consents.userId').distinct().as('count'))
    .where('consents.projectId', '=', projectId)
    .where('consents.userId', '!=', '')
    .whereRef('inboundApps.modifiedAt', '>', 'consents.modifiedAt')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts imported users who have not signed in with their password yet, and have proven neither address nor number. */
export async function countUnprovenImports(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .innerJoin('passwords', (join) =>
      join.onRef('passwords.projectId', '=', 'users.projectId').onRef('passwords.userId', '=', 'users.id'),
    )
    .select((user) => user.fn.countAll<number>().as('count'))
    .where('users.projectId', '=', projectId)
    .where('users.selfRegistered', '=', 0)
    .where('users.verifiedEmail', '=', 0)
    .where('users.verifiedPhone', '=', 0)
    .where('passwords.scheme', '!=', 'argon2id')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the keys of each application that has some. */
export async function listKeySets(db: Db, projectId: string): Promise<Record<string, unknown>[][]> {
  const own = await db
    .selectFrom('ssoApps')
    .select('settings')
    .where('projectId', '=', projectId)
    .where('settings', 'like', '%"kty"%')
    .execute();
  const thirdParty = await db
    .selectFrom('inboundApps')
    .select('settings')
    .where('projectId', '=', projectId)
    .where('settings', 'like', '%"kty"%')
    .execute();
  return [...own, ...thirdParty].map(
    ({ settings }) =>
      (JSON.parse(settings) as { jwks?: { keys?: Record<string, unknown>[] } }).jwks?.keys ?? [],
  );
}
