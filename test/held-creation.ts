import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { createUser } from '../server/domain/directory/users/create-user.ts';
import type { NewUser } from '../server/domain/directory/users/new-user.ts';
import { acrossProjects } from '../server/storage/scope.ts';
import { transaction } from '../server/storage/transaction.ts';
import type { Latchkey } from './harness.ts';

/**
 * Creates a user in a transaction that stays open until `meet` has seen another request wait for it, and resolves to the user's ID. On
 * PostgreSQL only: on SQLite, the other request would not have begun to look for the user.
 */
export async function meet(
  { context, service }: Latchkey,
  user: NewUser,
  begin: () => Promise<unknown>,
): Promise<string> {
  const written = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const creating = transaction(context, async (ctx) => {
    const { id } = await createUser(ctx, user);
    written.resolve();
    await released.promise;
    return id;
  });
  await Promise.race([written.promise, creating]);
  const other = begin();
  try {
    const activities = sql.table(
      process.env['TEST_CITUS_WORKERS'] ? 'citus_stat_activity' : 'pg_stat_activity',
    );
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from ${activities}
        where datname = current_database() and wait_event_type = 'Lock'`.execute(acrossProjects(service.db));
      expect(rows).not.toEqual([]);
    }, 20_000);
  } finally {
    released.resolve();
  }
  const [id] = await Promise.all([creating, other]);
  return id;
}
