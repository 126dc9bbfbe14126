import type { ServiceContext } from '../../../core/context.ts';
import { event } from '../../../core/event.ts';

/** A project has built-in permissions that it lacked: it is new, or their names have become free. */
export const builtInPermissionsAdded = event<{ projectId: string }, ServiceContext>(
  'builtInPermissionsAdded',
);
