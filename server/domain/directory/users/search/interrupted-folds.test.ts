import { type CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { onPostgres, testOnSqlite } from '../../../../../test/engine.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { createUser, newPlace, startServer, whileServed } from '../../../../../test/latchkey-process.ts';
import { differencesOfIndex } from '../../../../../test/search-index.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { createUser as createUserHere } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { patchUser, updateUser } from '../update-user.ts';
import type { User } from '../user.ts';
import { fold, foldOnce } from './fold.ts';
import { searchUsers } from './search-users.ts';
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

testOnSqlite(
  'a search sees no part of a fold of later changes, whose numbers can be those of earlier ones',
  async () => {
    const latchkey = await startLatchkey();
    const ctx = latchkey.context;
    const db = acrossProjects(ctx.db);
    const people: User[] = [];
    // So few that no fold begins in the background.
    for (let index = 0; index < 5; index += 1)
      people.push(
        await createUserHere(ctx, { loginId: `person-${index}`, name: 'Person', status: 'disabled' }),
      );
    const total = async (ctx: ProjectContext) =>
      (await searchUsers(ctx, { statuses: ['enabled', 'disabled'] })).total;
    let isInterrupted = true;
    for (let round = 1; isInterrupted; round += 1) {
      await fold(ctx);
      for (let change = 0; change <= people.length; change += 1)
        await updateUser(ctx, 'person-0', { name: `Person ${round} ${change}` });
      // After the search has read the log, a fold takes it in, and another one stops after so many of its transactions.
      const meanwhile = async () => {
        await fold(ctx);
        await transaction(ctx, async (ctx) => {
          for (const { loginIds } of people)
            await patchUser(ctx, loginIds[0]!, { status: round % 2 ? 'enabled' : 'disabled' });
        });
        const { folds } = await findFolds(db, ctx.project.id);
        await sql
          .raw(
            `create trigger interrupt before update on "searchFolds" when new.folds = ${folds + round}
            begin select raise(abort, 'interrupted'); end`,
          )
          .execute(db);
        isInterrupted = await foldOnce(ctx, 100, { users: 3, blocks: 1 }).then(
          () => false,
          () => true,
        );
        await sql.raw('drop trigger interrupt').execute(db);
      };
      expect(await total({ ...ctx, db: beforeBlocks(ctx.db, meanwhile) }), `round ${round}`).toBe(
        people.length,
      );
    }
    await latchkey.close();
  },
);

/** Returns the database, which does something before it reads blocks for the first time. */
function beforeBlocks(db: Db, work: () => Promise<void>): Db {
  let isFirst = true;
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'executeQuery') return value.bind(target);
      return async (query: CompiledQuery) => {
        if (isFirst && query.sql.includes('"searchBlocks" as "b"')) {
          isFirst = false;
          await work();
        }
        return target.executeQuery(query);
      };
    },
  });
}

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
