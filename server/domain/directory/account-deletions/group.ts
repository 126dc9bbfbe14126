import { on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { userEnabled } from '../users/events.ts';
import { cancelDeletion, deleteDueAccounts } from './account-deletion.ts';

export const accountDeletions = group({
  name: 'directory/account-deletions',
  tables: { accountDeletions: { key: 'userId' } },
  sweep: deleteDueAccounts,
  on: [on(userEnabled, cancelDeletion)],
});
