import { inList } from '../../../../storage/json.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';

/**
 * A request for a token names only its client, so that the project is what the query looks for. Where several projects have the client ID, it
 * belongs to one of them. Returns at most two, that one first.
 */
export async function listProjectsOfClient(
  db: Db,
  clientId: string,
  appId?: string,
): Promise<{ projectId: string; isOwner: boolean }[]> {
  const rows = await acrossProjects(db)
    .selectFrom('ssoApps')
    .leftJoin('movedClientIds', (join) =>
      join
        .onRef('movedClientIds.clientId', '=', 'ssoApps.clientId')
        .onRef('movedClientIds.projectId', '=', 'ssoApps.projectId')
        .onRef('movedClientIds.ssoAppId', '=', 'ssoApps.id'),
    )
    .select(['ssoApps.projectId', 'movedClientIds.clientId as owned'])
    .where('ssoApps.clientId', '=', clientId)
    .$if(appId !== undefined, (apps) => apps.where('ssoApps.id', '=', appId as string))
    .orderBy((row) => row.case().when('movedClientIds.clientId', 'is', null).then(1).else(0).end())
    .limit(2)
    .execute();
  return rows.map(({ projectId, owned }) => ({ projectId, isOwner: owned !== null }));
}

/**
 * Makes the client ID the application's, unless another project has it. The primary key decides between two that are created at the same
 * time; the condition refuses one that an earlier release has given to another project.
 */
export async function claimClientId(
  db: Db,
  { projectId, id, clientId }: { projectId: string; id: string; clientId: string },
): Promise<boolean> {
  const claimed = await acrossProjects(db)
    .insertInto('movedClientIds')
    .columns(['clientId', 'projectId', 'ssoAppId'])
    .expression(
      (insert) =>
        insert
          .selectFrom('ssoApps')
          .select(['clientId', 'projectId', 'id'])
          .where('projectId', '=', projectId)
          .where('id', '=', id)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('ssoApps as others')
                  .select('others.id')
                  .where('others.clientId', '=', clientId)
                  .where('others.projectId', '<>', projectId),
              ),
            ),
          ) as never,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('clientId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Lists the client IDs of a project that its applications do not own, and that are not generated from its ID. */
export async function listUnclaimedClientIds(
  db: Db,
  projectId: string,
): Promise<{ id: string; clientId: string }[]> {
  const rows = await db
    .selectFrom('ssoApps')
    .leftJoin('movedClientIds', (join) =>
      join
        .onRef('movedClientIds.projectId', '=', 'ssoApps.projectId')
        .onRef('movedClientIds.ssoAppId', '=', 'ssoApps.id'),
    )
    .select(['ssoApps.id', 'ssoApps.clientId'])
    .where('ssoApps.projectId', '=', projectId)
    .where('ssoApps.clientId', 'is not', null)
    .where('movedClientIds.clientId', 'is', null)
    .orderBy('ssoApps.id')
    .execute();
  return rows.flatMap(({ id, clientId }) => (clientId === null ? [] : [{ id, clientId }]));
}

/** Reports whether an application of another project has the client ID. */
export async function isClientIdElsewhere(db: Db, projectId: string, clientId: string): Promise<boolean> {
  const row = await acrossProjects(db)
    .selectFrom('ssoApps')
    .select('id')
    .where('clientId', '=', clientId)
    .where('projectId', '<>', projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists those of the IDs that exist. */
export async function listSsoAppIds(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('ssoApps')
    .select('id')
    .where('projectId', '=', projectId)
    .where((app) => inList(db, app.ref('id'), ids))
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the applications with a back-channel logout URL. The settings are JSON without spaces, in which quotes are escaped. */
export async function listNotifiedAppIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ssoApps')
    .select('id')
    .where('projectId', '=', projectId)
    .where('type', '=', 'oidc')
    .where('settings', 'like', '%"backChannelLogoutUrl":"%')
    .where('settings', 'not like', '%"backChannelLogoutUrl":""%')
    .execute();
  return rows.map((row) => row.id);
}
