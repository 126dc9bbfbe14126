import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditLogs, startAuditLogs } from '../../../../../test/audit-log.ts';
import { LongAuditLog, searchAt, searches } from '../../../../../test/long-audit-log.ts';
import { everyEvent } from '../event-filter.ts';
import { findPlaces } from '../find-places.ts';
import { rowsPerChunk } from './block.ts';
import { buildBlocks } from './build-blocks.ts';
import { chunkSize } from './chunk.ts';
import { listBlocks } from './store-blocks.ts';

let logs: AuditLogs;

beforeAll(async () => {
  logs = await startAuditLogs();
});
afterAll(() => logs.close());

async function newLog(): Promise<LongAuditLog> {
  return LongAuditLog.start((await logs.newLog()).ctx);
}

/** Builds until it is interrupted after some steps. */
function build({ ctx }: LongAuditLog, steps: number): Promise<boolean> {
  let left = steps;
  return buildBlocks(logs.latchkey.service, ctx.project.id, async () => {
    left -= 1;
    return left >= 0;
  });
}

/** Each block has all its rows, and there are no others. */
async function hasRowsOfBlocks({ ctx: { db, project } }: LongAuditLog): Promise<void> {
  const rows = await db
    .selectFrom('auditPostings')
    .select((row) => ['firstChunk', 'chunks', row.fn.countAll<number>().as('count')])
    .where('projectId', '=', project.id)
    .groupBy(['firstChunk', 'chunks'])
    .orderBy('firstChunk')
    .execute();
  const blocks = await listBlocks(db, project.id);
  expect(rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))).toEqual(
    blocks.map(({ firstChunk, chunks }) => ({ firstChunk, chunks, count: rowsPerChunk * chunks })),
  );
}

const steps = fc.nat({ max: 30 });
const changes = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 3 * chunkSize }) }),
  fc.record({ kind: fc.constant('record' as const), count: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('build' as const), count: steps }),
  fc.record({ kind: fc.constant('buildTwice' as const), count: steps }),
  fc.record({ kind: fc.constant('buildAll' as const), count: fc.constant(0) }),
  fc.record({ kind: fc.constant('remove' as const), count: fc.integer({ min: 1, max: 2 * chunkSize }) }),
);

test('searches agree with a loop while events are added, sealed and removed, and builds are interrupted or run twice', async () => {
  const change = async (log: LongAuditLog, kind: string, count: number) => {
    if (kind === 'add') {
      await log.seal();
      await log.add(count, { isSealed: true });
    } else if (kind === 'record') await log.add(count, { isSealed: false });
    else if (kind === 'build') await build(log, count);
    else if (kind === 'buildTwice') await Promise.all([build(log, count), build(log, 2 * count)]);
    else if (kind === 'buildAll') await build(log, Number.MAX_SAFE_INTEGER);
    else {
      await log.seal();
      await log.remove(count);
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(changes, fc.array(searches, { minLength: 2, maxLength: 4 })), {
        minLength: 6,
        maxLength: 10,
      }),
      async (rounds) => {
        const log = await newLog();
        await log.add(7 * chunkSize, { isSealed: true });
        for (const [{ kind, count }, asked] of rounds) {
          await change(log, kind, count);
          for (const search of asked) await log.agrees(searchAt(log.ctx.now(), search as object));
          await log.agrees({ from: 1, userIds: ['U77'] });
        }
        await build(log, Number.MAX_SAFE_INTEGER);
        await hasRowsOfBlocks(log);
      },
    ),
    { numRuns: 4 },
  );
}, 300_000);

test.each([true, false])(
  'a search that began before blocks were merged finds the same (oldest first: %s)',
  async (oldestFirst) => {
    const log = await newLog();
    const { db, project } = log.ctx;
    const filter = { ...everyEvent, actions: ['LoginFailed'], oldestFirst };
    const all = async () => {
      const found: unknown[] = [];
      for await (const places of findPlaces(db, project.id, filter)) found.push(...places);
      return found;
    };
    await log.add(8 * chunkSize + 100, { isSealed: true });
    // Up to the eighth block, and not to their merge.
    await build(log, 8);
    expect((await listBlocks(db, project.id)).map(({ chunks }) => chunks)).toEqual(Array(8).fill(1));
    const wanted = await all();
    expect(wanted).toHaveLength(log.expected({ from: 1, actions: ['LoginFailed'] }).length);
    const found: unknown[] = [];
    let isMerged = false;
    for await (const places of findPlaces(db, project.id, filter)) {
      found.push(...places);
      if (isMerged || found.length < chunkSize / 4) continue;
      isMerged = true;
      await build(log, Number.MAX_SAFE_INTEGER);
      expect((await listBlocks(db, project.id)).map(({ chunks }) => chunks)).toEqual([8]);
    }
    expect(isMerged).toBe(true);
    expect(found).toEqual(wanted);
  },
);

test('searches that run while blocks are built, merged and removed find what was there', async () => {
  const log = await newLog();
  await log.add(9 * chunkSize, { isSealed: true });
  let isBuilt = false;
  const building = Promise.all([
    build(log, Number.MAX_SAFE_INTEGER),
    build(log, Number.MAX_SAFE_INTEGER),
  ]).then(() => {
    isBuilt = true;
  });
  while (!isBuilt) {
    // SQLite responds at once, and would leave the builds no turn.
    for (let turn = 0; turn < 40; turn += 1) await nextTurn();
    await log.agrees({ from: 1, userIds: ['U77'] });
    await log.agrees({ from: 1, tenantIds: ['t3'], actions: ['LoginSucceed'], oldestFirst: true });
  }
  await building;
  await build(log, Number.MAX_SAFE_INTEGER);
  const { db, project } = log.ctx;
  expect((await listBlocks(db, project.id)).map(({ chunks }) => chunks)).toEqual([8, 1]);
});
