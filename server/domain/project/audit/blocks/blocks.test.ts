import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditLogs, startAuditLogs } from '../../../../../test/audit-log.ts';
import { actions, LongAuditLog, searchAt, searches } from '../../../../../test/long-audit-log.ts';
import { readEventsOf } from '../events-of-users.ts';
import { loginHistory } from '../login-history.ts';
import type { EventSearch } from '../search-events.ts';
import { rowsPerChunk } from './block.ts';
import { buildAllBlocks, buildBlocks } from './build-blocks.ts';
import { chunkSize } from './chunk.ts';
import { listBlocks, listUnbuiltProjects } from './store-blocks.ts';

let logs: AuditLogs;
let log: LongAuditLog;

/** A merged block, two more chunks, some sealed events after them, and some that are not sealed. */
beforeAll(async () => {
  logs = await startAuditLogs();
  log = await LongAuditLog.start((await logs.newLog()).ctx);
  await log.add(10 * chunkSize + 700, { isSealed: true });
  await log.add(40, { isSealed: false });
  await buildAllBlocks(logs.latchkey.service);
});
afterAll(() => logs.close());

async function blocks() {
  const found = await listBlocks(log.ctx.db, log.ctx.project.id);
  return found.map(({ firstChunk, chunks }) => [firstChunk, chunks]);
}

describe('searching a log of several blocks', () => {
  test('finds the same events in the same order as a loop over all of them', async () => {
    await fc.assert(
      fc.asyncProperty(searches, (search) => log.agrees(searchAt(log.ctx.now(), search as object))),
      { numRuns: 200 },
    );
  }, 120_000);

  test.each<EventSearch>([
    { from: 1 },
    { from: 1, oldestFirst: true, page: 33 },
    { from: 1, actions: ['rare'] },
    { from: 1, page: 17 },
    { from: 1, excludedActions: actions },
    { from: 1, userIds: Array.from({ length: 100 }, (_, index) => `U${index}`), tenantIds: ['one'] },
    { from: 1, dataParts: ['"number":16384}'] },
  ])('%j', (search) => log.agrees(search));

  test('a history shows the newest sign-ins of each user, and a copy all events of one', async () => {
    const userId = 'U77';
    const own = log.expected({ from: 1, userIds: [userId] });
    const logins = await loginHistory(log.ctx, [userId, 'nobody']);
    const wanted = own
      .filter(({ action }) => ['LoginSucceed', 'Impersonated'].includes(action))
      .slice(0, 100);
    expect(logins.map(({ occurredAt }) => occurredAt)).toEqual(wanted.map(({ occurredAt }) => occurredAt));
    const copy: string[] = [];
    for await (const part of readEventsOf(log.ctx, userId)) copy.push(...part.map(({ id }) => id));
    expect(copy).toEqual(own.map(({ id }) => id).reverse());
  });

  test('each block is built once, eight are merged, and nothing is left to build', async () => {
    const built = [
      [0, 8],
      [8, 1],
      [9, 1],
    ];
    expect(await blocks()).toEqual(built);
    expect(await listUnbuiltProjects(logs.latchkey.service.db)).toEqual([]);
    await buildBlocks(logs.latchkey.service, log.ctx.project.id);
    expect(await blocks()).toEqual(built);
    // The rows of merged blocks are deleted.
    const rows = await log.ctx.db
      .selectFrom('auditPostings')
      .select((row) => ['chunks', row.fn.countAll<number>().as('rows')])
      .where('projectId', '=', log.ctx.project.id)
      .groupBy('chunks')
      .orderBy('chunks')
      .execute();
    expect(rows.map(({ chunks, rows }) => [chunks, Number(rows)])).toEqual([
      [1, 2 * rowsPerChunk],
      [8, 8 * rowsPerChunk],
    ]);
  });
});

test('searches find the same without blocks, and without the rows of a block', async () => {
  const { ctx } = log;
  for (const table of ['auditPostings', 'auditBlocks'] as const) {
    await ctx.db.deleteFrom(table).where('projectId', '=', ctx.project.id).execute();
    await log.agrees({ from: 1, actions: ['rare'] });
    await log.agrees({ from: 1, userIds: ['U77'], page: 1, limit: 10, oldestFirst: true });
  }
  expect(await listUnbuiltProjects(logs.latchkey.service.db)).toEqual([ctx.project.id]);
  await buildBlocks(logs.latchkey.service, ctx.project.id);
  await log.agrees({ from: 1, actions: ['rare'] });
});

test('removed events are in no search, and a block without events is deleted', async () => {
  await log.seal();
  await log.remove(8 * chunkSize + 1_000);
  await log.agrees({ from: 1, actions: ['LoginFailed'], oldestFirst: true, limit: 10 });
  await log.agrees({ from: 1, userIds: ['U77'] });
  expect(await blocks()).toEqual([
    [8, 1],
    [9, 1],
  ]);
  const left = await log.ctx.db
    .selectFrom('auditPostings')
    .select('firstChunk')
    .distinct()
    .where('projectId', '=', log.ctx.project.id)
    .orderBy('firstChunk')
    .execute();
  expect(left).toEqual([{ firstChunk: 8 }, { firstChunk: 9 }]);
});
