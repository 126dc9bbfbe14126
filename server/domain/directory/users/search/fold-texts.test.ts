import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { testOnSqlite } from '../../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { createAccountsTogether } from '../../../credentials/accounts/create-account.ts';
import { createUser } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { patchUser } from '../update-user.ts';
import { foldTexts, textIndex, tidyTextIndex } from './fold-texts.ts';

let latchkey: Latchkey;

beforeEach(async () => {
  latchkey = await startLatchkey();
});

afterEach(() => latchkey.close());

const create = (loginId: string) => createUser(latchkey.context, { loginId });

async function found(text: string): Promise<string[]> {
  const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { text });
  return body.users.map((user: { loginIds: string[] }) => user.loginIds[0]);
}

async function tail(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from "userTextTail"`.execute(
    acrossProjects(latchkey.context.db),
  );
  return rows[0]?.count ?? 0;
}

async function parts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct segid) as count from "userTextIndex_idx"`.execute(
    acrossProjects(latchkey.context.db),
  );
  return rows[0]?.count ?? 0;
}

describe('the tail of the text index', () => {
  testOnSqlite('is stored with the user, so that a search finds everything after a crash', async () => {
    await create('first@example.com');
    await create('second@example.com');
    expect(await tail()).toBe(2);
    expect(await found('example')).toEqual(['first@example.com', 'second@example.com']);
    expect(await tail()).toBe(0);
  });

  testOnSqlite('covers changes and deletions before and after the text was indexed', async () => {
    const { id } = await create('person@example.com');
    await patchUser(latchkey.context, id, { name: 'Early Bird' });
    expect(await found('early bird')).toEqual(['person@example.com']);
    await patchUser(latchkey.context, id, { name: 'Night Owl' });
    expect(await found('early bird')).toEqual([]);
    expect(await found('night owl')).toEqual(['person@example.com']);
    await deleteUser(latchkey.context, { userId: id });
    expect(await found('night owl')).toEqual([]);
  });

  testOnSqlite('keeps a deleted user apart from the next one with the same number', async () => {
    await create('stays@example.com');
    const gone = await create('gone@example.com');
    await foldTexts(latchkey.service);
    await deleteUser(latchkey.context, { userId: gone.id });
    await create('comes@example.com');
    expect(await found('gone@example')).toEqual([]);
    expect(await found('comes@example')).toEqual(['comes@example.com']);
    const unseen = await create('unseen@example.com');
    await deleteUser(latchkey.context, { userId: unseen.id });
    await create('last@example.com');
    expect(await found('unseen')).toEqual([]);
    expect(await found('example')).toEqual(['stays@example.com', 'comes@example.com', 'last@example.com']);
  });

  testOnSqlite('stays short while users are created, and a long one is folded piece by piece', async () => {
    const users = Array.from({ length: 1_200 }, (_, index) => ({ loginId: `many${index}@example.com` }));
    await createAccountsTogether(latchkey.context, users);
    await Promise.all([foldTexts(latchkey.service), foldTexts(latchkey.service)]);
    expect(await tail()).toBe(0);
    for (let index = 0; index < 300; index += 1) await create(`more${index}@example.com`);
    expect(await tail()).toBeLessThan(300);
    expect(await found('more299@example')).toEqual(['more299@example.com']);
  });

  testOnSqlite('leaves few parts of the index behind, however often it is folded', async () => {
    for (let index = 0; index < 40; index += 1) {
      await create(`part${index}@example.com`);
      await foldTexts(latchkey.service);
    }
    // Without merges, FTS5 lets fifteen parts stand beside the one that it has made of sixteen.
    await expect.poll(parts).toBeLessThan(8);
    await patchUser(latchkey.context, (await create('late@example.com')).id, { name: 'Late Part' });
    expect(await found('late part')).toEqual(['late@example.com']);
    expect(await found('part39')).toEqual(['part39@example.com']);
  });

  testOnSqlite('is merged later if the server stopped before it had merged all parts', async () => {
    const state = textIndex(latchkey.service);
    // No other merge starts, as if the server had ended after each fold.
    state.isMerging = true;
    for (let index = 0; index < 12; index += 1) {
      await create(`part${index}@example.com`);
      await foldTexts(latchkey.service);
    }
    expect(await parts()).toBe(12);
    state.isMerging = false;
    await tidyTextIndex(latchkey.service);
    expect(await parts()).toBeLessThan(8);
    expect(await found('part11')).toEqual(['part11@example.com']);
  });
});
