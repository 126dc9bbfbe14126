import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onPostgres } from '../../../../../test/engine.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { createUser, newPlace, startServer, whileServed } from '../../../../../test/latchkey-process.ts';
import { differencesOfIndex } from '../../../../../test/search-index.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { createUser as createUserHere } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { fold } from './fold.ts';

/** The tables that a fold writes. */
const written = ['searchFolds', 'searchBlocks', 'searchEntries'] as const;

test('a fold that fails in any of its writes leaves nothing behind, and the next one does all of it', async () => {
  const latchkey = await startLatchkey();
  const ctx = latchkey.context;
  const db = acrossProjects(ctx.db);
  const gone = await createUserHere(ctx, { loginId: 'gone', name: 'Gone Soon' });
  await fold(ctx);
  for (const [round, table] of written.entries()) {
    await createUserHere(ctx, { loginId: `person-${round}`, name: 'Some Person' });
    if (round === 0) await deleteUser(ctx, { userId: gone.id });
    const before = await contentsOf();
    await failOn(table);
    await expect(fold(ctx)).rejects.toThrow('interrupted');
    expect(await contentsOf()).toEqual(before);
    const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { text: 'some person' });
    expect(body.total).toBe(round + 1);
    await stopFailing(table);
    await fold(ctx);
    expect(await differencesOfIndex(latchkey.service)).toEqual([]);
  }
  await latchkey.close();

  async function contentsOf() {
    const contents: unknown[] = [];
    for (const table of [...written, 'searchLog']) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      contents.push(rows.map((row) => JSON.stringify(row)).sort());
    }
    return contents;
  }

  async function failOn(table: string): Promise<void> {
    const statements = onPostgres
      ? [
          `create function interrupt() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`,
          `create trigger interrupt before insert or update on "${table}" for each row execute function interrupt()`,
        ]
      : ['insert', 'update'].map(
          (event) =>
            `create trigger interrupt_${event} before ${event} on "${table}" begin select raise(abort, 'interrupted'); end`,
        );
    for (const statement of statements) await sql.raw(statement).execute(db);
  }

  async function stopFailing(table: string): Promise<void> {
    const statements = onPostgres
      ? [`drop trigger interrupt on "${table}"`, 'drop function interrupt']
      : ['drop trigger interrupt_insert', 'drop trigger interrupt_update'];
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
});

test('servers that are killed while they fold lose no change of the index', async () => {
  const place = await newPlace();
  let key = '';
  for (let round = 0; round < 3; round += 1) {
    const server = await startServer(place);
    key ||= server.start.managementKey!;
    const created: Promise<number>[] = [];
    for (let index = 0; index < 130; index += 1) {
      created.push(createUser(server, key, `round-${round}-${index}@example.com`).catch(() => 0));
    }
    // The folds begin after a hundred changes, so some round is killed in the middle of one.
    await Promise.all(created.slice(0, 100 + 10 * round));
    server.kill('SIGKILL');
    await server.exited;
    await Promise.all(created);
  }
  await whileServed(place, async ({ service }) => {
    expect(await differencesOfIndex(service)).toEqual([]);
  });
  await place.remove();
});
