import { expect, test } from 'vitest';
import { beforeQuery } from '../../../../../test/before-query.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { createUser } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { listMatchingIds, searchUsers } from './search-users.ts';

test('a search in one tenant never returns a user of another one, who is created while the newest user is deleted', async () => {
  const latchkey = await startLatchkey();
  const { context: ctx } = latchkey;
  for (const id of ['a', 'b']) await createTenant(ctx, { id, name: id });
  const member = (tenantId: string) =>
    createUser(ctx, { loginId: tenantId, tenants: [{ tenantId, roleNames: [] }] });
  /** Replaces the only member of the tenant by one of the other tenant before this query of a search. */
  const replacing = async (query: string) => {
    const { id } = await member('a');
    const replace = async () => {
      await deleteUser(ctx, { userId: id });
      await member('b');
    };
    return { ...ctx, db: beforeQuery(ctx.db, query, replace) };
  };
  const page = await searchUsers(await replacing('"users"."number"'), { tenantIds: ['a'] });
  expect(page.users).toEqual([]);
  await deleteUser(ctx, { loginId: 'b' });
  const ids = await listMatchingIds(
    await replacing('select "number", "id" from "users"'),
    { tenantIds: ['a'] },
    10,
  );
  expect(ids).toEqual([]);
  await latchkey.close();
});
