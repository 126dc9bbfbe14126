import { group } from '../../group.ts';
import { deleteExpiredChallenges } from './issue.ts';

export const challenges = group({
  name: 'credentials/challenges',
  tables: { challenges: { stays: 'lives for minutes' } },
  sweep: deleteExpiredChallenges,
});
