import { group } from '../../group.ts';
import { deleteDueAccounts } from './account-deletion.ts';

export const accountDeletions = group({
  name: 'directory/account-deletions',
  tables: { accountDeletions: { key: 'userId' } },
  sweep: deleteDueAccounts,
});
