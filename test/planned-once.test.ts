import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountsTogether } from '../server/domain/credentials/accounts/create-account.ts';
import { createUser } from '../server/domain/directory/users/create-user.ts';
import { loadUser } from '../server/domain/directory/users/load-user.ts';
import { updateUser } from '../server/domain/directory/users/update-user.ts';
import { acrossProjects } from '../server/storage/scope.ts';
import { transaction } from '../server/storage/transaction.ts';
import { type Latchkey, startLatchkey } from './harness.ts';

/** PostgreSQL plans a statement with its values this often, before it compares such plans with one for any values. */
const firstPlans = 5;

const membership = { tenants: [{ tenantId: 'acme', roleNames: ['Reader'] }] };

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Reader' });
  // The costs of plans depend on the sizes of tables.
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    loginId: `earlier${index}@example.com`,
    ...membership,
  }));
  await createAccountsTogether(latchkey.context, many);
  await sql`analyze`.execute(latchkey.service.db);
});
afterAll(() => latchkey.close());

test('creating, changing and loading users plans no statement again each time', async () => {
  const planned = await transaction(latchkey.context, async (ctx) => {
    for (let index = 0; index < 3 * firstPlans; index += 1) {
      const loginId = `user${index}@example.com`;
      await createUser(ctx, { loginId, email: loginId, verifiedEmail: true, ...membership });
      await updateUser(ctx, loginId, { name: `User ${index}` });
      await loadUser(ctx, loginId);
      const batch = Array.from({ length: 4 }, (_, user) => `user${index}-${user}@example.com`);
      await createAccountsTogether(
        ctx,
        batch.map((loginId) => ({ loginId, email: loginId, verifiedEmail: true, ...membership })),
      );
    }
    const { rows } = await sql<{ statement: string; again: number; kept: number }>`
      select statement, custom_plans as again, generic_plans as kept from pg_prepared_statements`.execute(
      acrossProjects(ctx.db),
    );
    return rows;
  });
  expect(planned.filter(({ kept }) => kept > firstPlans).length).toBeGreaterThan(10);
  expect(planned.filter(({ again }) => again > firstPlans)).toEqual([]);
});
