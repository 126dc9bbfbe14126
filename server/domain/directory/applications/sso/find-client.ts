import type { ProjectContext, ProjectData, ServiceContext } from '../../../../core/context.ts';
import * as store from './store-clients.ts';

/**
 * Returns the project in which an application has this client ID, which does not name its project, and this ID if one is given. Where several
 * projects have it, it belongs to one of them.
 */
export async function findProjectOfClient(
  ctx: ServiceContext,
  clientId: string,
  appId?: string,
): Promise<string | undefined> {
  const owner = await store.findOwner(ctx.db, clientId);
  return owner?.ssoAppId === (appId ?? owner?.ssoAppId) ? owner?.projectId : undefined;
}

/** Reports whether a client ID cannot be given to an application of this project: it is another project's, or has the form of its client IDs. */
export async function isForeignClientId(ctx: ProjectData, clientId: string): Promise<boolean> {
  if (namesProject(clientId)) return !clientId.startsWith(`${ctx.project.id}.`);
  const owner = await store.findOwner(ctx.db, clientId);
  return owner !== undefined && owner.projectId !== ctx.project.id;
}

/**
 * Makes the client IDs of an imported project those of its applications, as far as they are free. Returns the applications whose client ID belongs
 * to another project. Part of a transaction.
 */
export async function claimClientIds(ctx: ProjectContext): Promise<{ id: string; clientId: string }[]> {
  const { db, project } = ctx;
  const foreign = [];
  for (const app of await store.listClientIds(db, project.id)) {
    if (namesProject(app.clientId)) continue;
    if (!(await store.claimClientId(db, { projectId: project.id, ...app }))) foreign.push(app);
  }
  return foreign;
}

/**
 * Gives up the client IDs of a project that was deleted, or of one of its applications. Each passes to the oldest other application that has it,
 * so that a request never has to look for it in all projects. Part of the transaction of the deletion, and after it: from then on, no other
 * transaction can give a client ID to what is deleted.
 */
export async function releaseClientIds(
  { db }: Pick<ServiceContext, 'db'>,
  projectId: string,
  appId?: string,
): Promise<void> {
  for (const clientId of await store.deleteClaims(db, projectId, appId)) {
    let heir = await store.findHeir(db, projectId, clientId);
    // The next owner can be deleted at the same time.
    while (heir && !(await store.holdApp(db, heir))) heir = await store.findHeir(db, projectId, clientId);
    if (heir) await store.claimClientId(db, { ...heir, clientId });
  }
}

/** Reports whether the client ID names its project, as those do that we generate. */
export function namesProject(clientId: string): boolean {
  return /^P[0-9A-Za-z]{27}(\.|$)/.test(clientId);
}
