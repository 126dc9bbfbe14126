import { type Config, ConfigError } from '../../core/config.ts';
import { newSecret } from '../../core/crypto.ts';
import type { Project } from '../../core/project.ts';
import { prepareAdministration } from '../../domain/administration/administrators/administration-project.ts';
import { makeFirstLink } from '../../domain/administration/administrators/first-link.ts';
import { createProject } from '../../domain/administration/instance/create-project.ts';
import { createManagementKey } from '../../domain/project/management-keys/management-keys.ts';
import { isBeingDeleted } from '../../domain/project/projects/delete-project.ts';
import { readProjectRow } from '../../domain/project/projects/import-project.ts';
import { loadProject, loadProjects } from '../../domain/project/projects/load-project.ts';
import type { Instance } from '../../instance.ts';
import { failureOf } from '../../storage/failure.ts';

export interface FirstStart {
  /** The project from the environment, otherwise the oldest. Absent while its node of Citus does not respond. */
  project: Project | undefined;
  /** The key in clear text, if this start created it. */
  newManagementKey: string | undefined;
}

export const nameOfGivenKey = 'LATCHKEY_MANAGEMENT_KEY';

/**
 * Ensures that there is a project with a management key. Processes that start together on one database all call
 * this: the database decides which one creates them, and the others find them.
 */
export async function prepareFirstStart(service: Instance, config: Config): Promise<FirstStart> {
  await unlessUnreachable(service, () => prepareAdministration(service));
  const prepared = await unlessUnreachable(service, () => prepareFirstProject(service, config));
  return prepared ?? { project: undefined, newManagementKey: undefined };
}

/**
 * Leaves out what is on a node of Citus that does not respond, so that an instance which starts meanwhile serves the projects of the others. All
 * of it exists since an earlier start.
 */
async function unlessUnreachable<R>(
  { database, log }: Instance,
  work: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!database.isOnCitus || failureOf(error) !== 'unavailable') throw error;
    // Throws if it is the coordinator that does not respond.
    await database.ping();
    log.warn({ err: error }, 'the server starts although a node of the database does not respond');
    return undefined;
  }
}

async function prepareFirstProject(service: Instance, config: Config): Promise<FirstStart> {
  const { projectId, managementKey: givenKey } = config;
  const existing = await findProject(service, projectId);
  if (existing) {
    if (givenKey) await createManagementKey(service, existing, { name: nameOfGivenKey, secret: givenKey });
    return { project: existing, newManagementKey: undefined };
  }
  const secret = givenKey ?? newSecret();
  const created = await createProject(service, {
    id: projectId,
    name: 'First project',
    managementKey: { name: givenKey ? nameOfGivenKey : 'first key', secret },
    onlyAsFirst: projectId === undefined,
  });
  if (created) return { project: created, newManagementKey: givenKey ? undefined : secret };
  await refuseHidden(service, projectId);
  // Another process was faster, perhaps with another secret key.
  await service.checkSecretKeys();
  return prepareFirstProject(service, config);
}

/** Refuses a project that no request finds, because waiting for it would never end. */
async function refuseHidden(service: Instance, id: string | undefined): Promise<void> {
  const row = id === undefined ? undefined : await readProjectRow(service.db, id);
  if (!row || row.importStartedAt === null) return;
  const what = isBeingDeleted(row)
    ? `is being deleted. Finish the deletion with \`latchkey project delete ${id}\``
    : 'is being imported. Wait until the import has finished';
  throw new ConfigError(`The project of LATCHKEY_PROJECT_ID ${what}, or set another project`);
}

/**
 * Returns the address where administrators start. Until an owner can sign in, each start creates a link for
 * creating one.
 */
export async function consoleUrl(service: Instance): Promise<string> {
  const secret = await unlessUnreachable(service, () => makeFirstLink(service));
  const url = `${service.baseUrl}/console/`;
  return secret ? `${url}start#${secret}` : url;
}

async function findProject(service: Instance, id: string | undefined): Promise<Project | undefined> {
  return id === undefined ? (await loadProjects(service))[0] : loadProject(service, id);
}
