import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { beforeQuery } from '../../../../../test/before-query.ts';
import { onPostgres, testOnSqlite } from '../../../../../test/engine.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { createUser, newPlace, startServer, whileServed } from '../../../../../test/latchkey-process.ts';
import { differencesOfIndex } from '../../../../../test/search-index.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { createUser as createUserHere } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { patchUser, updateUser } from '../update-user.ts';
import type { User } from '../user.ts';
import { fold, foldOnce } from './fold.ts';
import { logUsers } from './log-users.ts';
import { searchUsers } from './search-users.ts';
import { findFolds, insertRecounts } from './store-log.ts';

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
        isInterrupted = await isStopped(ctx, round, () => foldOnce(ctx, 100, { users: 3, blocks: 1 }));
      };
      expect(
        await total({ ...ctx, db: beforeQuery(ctx.db, '"searchBlocks" as "b"', meanwhile) }),
        `round ${round}`,
      ).toBe(people.length);
    }
    await latchkey.close();
  },
);

testOnSqlite('a search sees no part of a rebuild, in which users change meanwhile', async () => {
  const latchkey = await startLatchkey();
  const ctx = latchkey.context;
  const people = [0, 1, 2, 3, 4].map((index) => `person-${index}`);
  for (const loginId of people) await createUserHere(ctx, { loginId, name: 'Person', status: 'disabled' });
  let isInterrupted = true;
  for (let round = 1; isInterrupted; round += 1) {
    await fold(ctx);
    const change = () =>
      transaction(ctx, async (ctx) => {
        for (const loginId of people)
          await patchUser(ctx, loginId, { status: round % 2 ? 'enabled' : 'disabled' });
      });
    // After the search has read the log, a rebuild logs all users, and its fold stops after so many of its transactions.
    const rebuild = async () => {
      await transaction(ctx, ({ db }) => insertRecounts(db, ctx.project.id, [1, 2, 3, 4, 5]));
      const duringFold = { ...ctx, db: beforeQuery(ctx.db, 'from "users"', change) };
      isInterrupted = await isStopped(ctx, round, () => foldOnce(duringFold, 100, { users: 3, blocks: 1 }));
    };
    const during = { ...ctx, db: beforeQuery(ctx.db, '"searchBlocks" as "b"', rebuild) };
    const { total } = await searchUsers(during, { statuses: ['enabled', 'disabled'] });
    expect(total, `round ${round}`).toBe(people.length);
  }
  await latchkey.close();
});

testOnSqlite(
  'users who changed at once are counted again after an interrupted fold, also if a rebuild comes first and takes a part of them',
  async () => {
    const latchkey = await startLatchkey();
    const ctx = latchkey.context;
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1)
      ids.push((await createUserHere(ctx, { loginId: `person-${index}`, status: 'disabled' })).id);
    await fold(ctx);
    await transaction(ctx, async (ctx) => {
      await sql`update users set status = 'enabled' where "projectId" = ${ctx.project.id} and number > 2`.execute(
        ctx.db,
      );
      await logUsers(ctx, ids.slice(2));
    });
    const sizes = { users: 2, blocks: 1 };
    expect(await isStopped(ctx, 3, () => foldOnce(ctx, 4, sizes))).toBe(true);
    await transaction(ctx, ({ db }) => insertRecounts(db, ctx.project.id, [1, 2]));
    await foldOnce(ctx, 4, sizes);
    expect(await differencesOfIndex(latchkey.service)).toEqual([]);
    expect(await findFolds(ctx.db, ctx.project.id)).toMatchObject({ unfinished: 0 });
    await latchkey.close();
  },
);

/** Lets the transaction of this number of a fold fail. Returns `false` if it has fewer. */
async function isStopped(ctx: ProjectContext, at: number, work: () => Promise<unknown>): Promise<boolean> {
  const db = acrossProjects(ctx.db);
  const { folds } = await findFolds(db, ctx.project.id);
  await sql
    .raw(
      `create trigger interrupt before update on "searchFolds" when new.folds = ${folds + at}
        begin select raise(abort, 'interrupted'); end`,
    )
    .execute(db);
  const stopped = await work().then(
    () => false,
    () => true,
  );
  await sql.raw('drop trigger interrupt').execute(db);
  return stopped;
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
