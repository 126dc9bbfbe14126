import type { ServiceContext } from '../../../../core/context.ts';
import { deleteOldChanges } from './store-changes.ts';

/** Deletes old entries of the list of changes. Sets of users that are older than the list are read again. */
export function forgetOldChanges(service: ServiceContext): Promise<void> {
  return deleteOldChanges(service.db);
}
