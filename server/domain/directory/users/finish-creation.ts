import type { ProjectContext } from '../../../core/context.ts';
import { together } from '../../../storage/transaction.ts';
import { recordAudits } from '../../project/audit/record.ts';
import { nameAllAttributes } from './load-user.ts';
import { indexNewUsers } from './search/index-users.ts';
import { findStoredUsers } from './store.ts';
import type { User } from './user.ts';

/** Finishes every creation: writes audit events and search index entries. Returns the users in the order of the IDs. */
export async function finishCreation(ctx: ProjectContext, ids: string[]): Promise<User[]> {
  const [found] = await together([
    findStoredUsers(ctx.db, ctx.project.id, ids),
    recordAudits(
      ctx,
      ids.map((userId) => ({ action: 'UserCreated', userId })),
    ),
  ]);
  const stored = new Map(found.map((user) => [user.id, user]));
  const users = await nameAllAttributes(
    ctx,
    ids.flatMap((id) => stored.get(id) ?? []),
  );
  if (users.length < ids.length) throw new Error('a user vanished within the transaction that creates them');
  await indexNewUsers(ctx, users);
  return users;
}
