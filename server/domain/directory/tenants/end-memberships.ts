import type { ProjectContext } from '../../../core/context.ts';
import { happen } from '../../../core/event.ts';
import type { EndingMemberships } from './ending-memberships.ts';
import { membershipsEnding, tenantsLost } from './events.ts';

/** Ends what users have because of memberships, before the transaction deletes them. */
export async function endMemberships(ctx: ProjectContext, ending: EndingMemberships): Promise<void> {
  if ('userIds' in ending.of && ending.of.userIds.length === 0) return;
  await happen(ctx, membershipsEnding, ending);
  await happen(ctx, tenantsLost, ending);
}
