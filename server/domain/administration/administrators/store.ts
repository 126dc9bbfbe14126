import type { Db } from '../../../storage/tables.ts';

function selectOwners(db: Db, projectId: string) {
  return db
    .selectFrom('users')
    .innerJoin('userRoles', (join) =>
      join.onRef('userRoles.projectId', '=', 'users.projectId').onRef('userRoles.userId', '=', 'users.id'),
    )
    .innerJoin('roles', (join) =>
      join.onRef('roles.projectId', '=', 'userRoles.projectId').onRef('roles.id', '=', 'userRoles.roleId'),
    )
    .select('users.id')
    .where('users.projectId', '=', projectId)
    .where('userRoles.tenantId', '=', '')
    .where('roles.name', '=', 'owner');
}

/** Lists all owners, whether or not they can sign in. */
export async function listOwnerIds(db: Db, projectId: string): Promise<string[]> {
  return (await selectOwners(db, projectId).execute()).map(({ id }) => id);
}

/** Selects the enabled owners who can sign in, by a passkey or by password and authenticator. */
function selectReadyOwners(db: Db, projectId: string) {
  return selectOwners(db, projectId)
    .where('users.status', '=', 'enabled')
    .where((where) => {
      const has = (table: 'passkeys' | 'passwords' | 'totpCredentials') =>
        where.exists(
          where
            .selectFrom(table)
            .select(`${table}.userId`)
            .where(`${table}.projectId`, '=', projectId)
            .whereRef(`${table}.userId`, '=', 'users.id'),
        );
      return where.or([has('passkeys'), where.and([has('passwords'), has('totpCredentials')])]);
    });
}

export async function hasOwner(db: Db, projectId: string): Promise<boolean> {
  return (await selectReadyOwners(db, projectId).limit(1).executeTakeFirst()) !== undefined;
}

export async function countReadyOwners(db: Db, projectId: string): Promise<number> {
  return (await selectReadyOwners(db, projectId).execute()).length;
}
