import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { onPostgres } from '../../../test/engine.ts';
import { newPlace, type Place, whileServed } from '../../../test/latchkey-process.ts';

let place: Place;

beforeAll(async () => {
  place = await newPlace();
});

afterAll(() => place.remove());

const verify = async () => {
  const { code, stdout } = await runCommandHere(place, ['search', 'verify', '--json']);
  const [found] = JSON.parse(stdout);
  return { code, differences: found.differences };
};

const search = (bearer: string, filter: Record<string, unknown>) =>
  whileServed(place, async (latchkey) => {
    const { body } = await latchkey.request('POST', '/v2/mgmt/user/search', { bearer, body: filter });
    return body.users.map(({ name }: { name: string }) => name);
  });

test('a damaged search index is found and repaired, and a right one left alone', async () => {
  const bearer = await whileServed(place, async ({ manage, projectId, managementKey }) => {
    for (const name of ['Ada', 'Ben', 'Cleo'])
      await manage('POST', '/v1/mgmt/user/create', {
        loginId: `${name}@example.com`,
        name,
        verifiedEmail: true,
      });
    return `${projectId}:${managementKey}`;
  });
  expect(await verify()).toMatchObject({ code: 0, differences: [] });

  await place.execute(`delete from "searchBlocks"`);
  await place.execute(`update "searchEntries" set name = 'zoe' where name = 'ada'`);
  await place.execute(`delete from "searchEntries" where name = 'ben'`);
  const ofNobody = onPostgres
    ? `insert into "searchTexts" select "projectId", 99, 'nobody' from "searchFolds"`
    : `insert into "searchTexts" (rowid, text) select slot * 4294967296 + 99, 'nobody' from "searchSlots"`;
  await place.execute(ofNobody);
  const damaged = await verify();
  expect(damaged.code).toBe(1);
  for (const part of [/lacks/, /another name/, /no entry/, /a text of no user/])
    expect(damaged.differences).toContainEqual(expect.stringMatching(part));

  expect(await runCommandHere(place, ['search', 'rebuild'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: indexed 4 users\.\n$/),
  });
  expect(await verify()).toMatchObject({ code: 0, differences: [] });
  expect(await search(bearer, { sort: [{ field: 'name', desc: true }] })).toEqual(['Cleo', 'Ben', 'Ada']);
  expect(await search(bearer, { text: 'nobody' })).toEqual([]);
});
