import { ofReachableProjects } from '../../../../storage/reachable.ts';
import type { Db } from '../../../../storage/tables.ts';
import { deleteRow } from '../store.ts';

/** At most this many are deleted at once, so that a sweep is short. */
const sweptAtOnce = 500;

/** Deletes applications of all projects that registered themselves before this time, and that no user has allowed anything. */
export async function deleteUnusedDynamicApps(db: Db, before: number): Promise<void> {
  const unused = ofReachableProjects(db)
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
  for (const { projectId, id } of await unused.execute()) await deleteRow(db, 'thirdParty', projectId, id);
}
