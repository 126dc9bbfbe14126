import { administrationProjectId } from '../../../core/administration.ts';
import type { ServiceContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { readName } from '../../../core/names.ts';
import type { Project, ProjectSettings } from '../../../core/project.ts';
import { transaction } from '../../../storage/transaction.ts';
import { createSigningKey } from './keys/signing-keys.ts';
import { defaultSettings, toProject } from './project.ts';
import { readRedirectUrls } from './redirect-url.ts';
import { hasProject, insertProject, insertSigningKey, lockFirstProject } from './store.ts';

export interface NewBareProject {
  name: string;
  /** `P` and 27 letters or digits; default: a new one. */
  id?: string;
  settings?: Partial<ProjectSettings>;
  /** Creates the project of the administrators, whose ID a caller cannot choose. */
  isAdministration?: boolean;
  /**
   * Creates the project only if there is none, so that only one of several processes that start together creates
   * the first.
   */
  onlyAsFirst?: boolean;
}

/**
 * Creates a project with its first signing key, without the rows that higher groups add to each project. Returns
 * `undefined` if the ID exists, or if the project would not be the first. `alongside` is part of the transaction.
 */
export async function createBareProject<C extends ServiceContext>(
  ctx: C,
  input: NewBareProject,
  alongside?: (ctx: C, project: Project) => Promise<void>,
): Promise<Project | undefined> {
  const id = input.id ?? newId('P', ctx.now());
  if ((id === administrationProjectId) !== (input.isAdministration === true)) return undefined;
  const settings = { ...defaultSettings, ...input.settings };
  settings.redirectUrls = readRedirectUrls(settings.redirectUrls);
  const key = await createSigningKey(ctx, {
    projectId: id,
    algorithm: settings.signingAlgorithm,
    signsFrom: 0,
  });
  const row = {
    id,
    name: readName(input.name),
    tags: '[]',
    settings: JSON.stringify(settings),
    createdAt: ctx.now(),
  };
  const project = toProject(row);
  const created = await transaction(ctx, async (ctx) => {
    if (input.onlyAsFirst) {
      await lockFirstProject(ctx.db);
      if (await hasProject(ctx.db)) return false;
    }
    if (!(await insertProject(ctx.db, row))) return false;
    await insertSigningKey(ctx.db, key);
    await alongside?.(ctx, project);
    return true;
  });
  ctx.cache.forget(`project:${id}`);
  return created ? project : undefined;
}
