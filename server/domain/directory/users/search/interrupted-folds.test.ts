import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onPostgres, testOnSqlite } from '../../../../../test/engine.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { createUser, newPlace, startServer, whileServed } from '../../../../../test/latchkey-process.ts';
import { differencesOfIndex } from '../../../../../test/search-index.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { createUser as createUserHere } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { updateUser } from '../update-user.ts';
import type { User } from '../user.ts';
import { fold, foldOnce } from './fold.ts';
import { findFolds } from './store-log.ts';

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

testOnSqlite('a large fold that ends between two of its transactions is done by the next one', async () => {
  const latchkey = await startLatchkey();
  const ctx = latchkey.context;
  const db = acrossProjects(ctx.db);
  const sizes = { users: 4, blocks: 6 };
  const users: User[] = [];
  const person = (index: number, round: number) =>
    createUserHere(ctx, {
      loginId: `person-${round}-${index}`,
      name: `Person ${index % 3}`,
      email: index % 2 ? `person-${round}-${index}@example.com` : '',
    });
  for (let index = 0; index < 10; index += 1) users.push(await person(index, 0));
  await fold(ctx);
  let isInterrupted = true;
  for (let round = 1; isInterrupted; round += 1) {
    // The next fold changes, adds and takes back, and its transaction of this number fails.
    for (const [index, { loginIds }] of users.entries())
      await updateUser(ctx, loginIds[0]!, { name: `Person ${(index + round) % 4}` });
    await deleteUser(ctx, { userId: users.pop()!.id });
    for (let index = 0; index < 3; index += 1) users.push(await person(index, round));
    const { folds } = await findFolds(db, ctx.project.id);
    await sql
      .raw(
        `create trigger interrupt before update on "searchFolds" when new.folds = ${folds + round}
          begin select raise(abort, 'interrupted'); end`,
      )
      .execute(db);
    isInterrupted = await foldOnce(ctx, 100, sizes).then(
      () => false,
      () => true,
    );
    await sql.raw('drop trigger interrupt').execute(db);
    const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { limit: 100, text: 'person' });
    expect(body.total).toBe(users.length);
    // Changed again before the fold is repeated.
    await updateUser(ctx, users[0]!.loginIds[0]!, { name: 'Person again' });
    await (round % 2 ? fold(ctx) : foldOnce(ctx, 5).then(() => fold(ctx)));
    expect(await differencesOfIndex(latchkey.service)).toEqual([]);
    expect(await findFolds(db, ctx.project.id)).toMatchObject({ unfinished: 0 });
  }
  await latchkey.close();
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
