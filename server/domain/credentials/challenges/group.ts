import { on } from '../../../core/event.ts';
import { holderRemoved, userEnabled } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { deleteExpiredChallenges, withdrawChallenges, withdrawPending } from './issue.ts';

export const challenges = group({
  name: 'credentials/challenges',
  tables: { challenges: { stays: 'lives for minutes' } },
  sweep: deleteExpiredChallenges,
  on: [on(userEnabled, withdrawPending), on(holderRemoved, withdrawChallenges)],
});
