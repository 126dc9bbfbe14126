import { foldAll } from '../server/domain/directory/users/search/fold-soon.ts';
import { verifyIndex } from '../server/domain/directory/users/search/verify-index.ts';
import type { Instance } from '../server/instance.ts';
import { acrossProjects } from '../server/storage/scope.ts';

/**
 * Describes where the search index of a project differs from its users: some operation has changed what a search can see of them without
 * logging them.
 */
export async function differencesOfIndex({ db }: Pick<Instance, 'db'>): Promise<string[]> {
  const projects = await acrossProjects(db).selectFrom('projects').select('id').execute();
  const found: string[] = [];
  for (const { id } of projects) {
    for (const difference of await verifyIndex({ db, project: { id } })) found.push(`${id} ${difference}`);
  }
  return found;
}

/** Throws if a search does not see all users as they are. */
export async function requireIndexed(service: Pick<Instance, 'db'>): Promise<void> {
  const differences = await differencesOfIndex(service);
  if (differences.length > 0)
    throw new Error(`the search index differs from the users:\n${differences.join('\n')}`);
}

/**
 * Lets every request begin a fold, so that the index has what earlier ones have changed. Without folds in between, a user who is logged once
 * would hide all changes that are not.
 */
export function foldAlways(service: Instance): { begin(): void; end(): Promise<void> } {
  let last = Promise.resolve();
  return {
    begin() {
      last = last.then(() => foldAll(service)).catch(() => {});
    },
    end: () => last,
  };
}
