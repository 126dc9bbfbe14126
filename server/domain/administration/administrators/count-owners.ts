import { administrationProjectId } from '../../../core/administration.ts';
import type { ServiceContext } from '../../../core/context.ts';
import { countReadyOwners } from './store.ts';

/** Counts the owners who can sign in with a second factor. */
export function countOwners({ db }: Pick<ServiceContext, 'db'>): Promise<number> {
  return countReadyOwners(db, administrationProjectId);
}
