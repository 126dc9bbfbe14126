import { setTimeout as sleep } from 'node:timers/promises';
import { type Compilable, CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, type AuditLogs, enter, startAuditLogs } from '../../../../../test/audit-log.ts';
import { testOnPostgres, testOnSqlite } from '../../../../../test/engine.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { exportLog } from '../export/export-log.ts';
import { verifyExport } from '../export/verify-export.ts';
import { recordAudit, recordAudits } from '../record.ts';
import { sealBatch, sealPending } from './seal-events.ts';
import { leaseMs, sealRound } from './start-sealing.ts';
import {
  findHead,
  listUnsealedEvents,
  sealQuery,
  unsealedEventsQuery,
  unsealedProjectQuery,
} from './store-chain.ts';

let logs: AuditLogs;
let latchkey: AuditLogs['latchkey'];
let ctx: AuditLog['ctx'];
let record: AuditLog['record'];
let sealed: AuditLog['sealed'];
let verify: AuditLog['verify'];
let publicKeys: AuditLog['publicKeys'];

beforeAll(async () => {
  logs = await startAuditLogs();
  ({ latchkey } = logs);
});
afterAll(() => logs.close());
/** Each test has a project of its own. */
beforeEach(async () => {
  ({ ctx, record, sealed, verify, publicKeys } = await logs.newLog());
});

describe('sealing', () => {
  test('gives every event a number, from 1 without gaps, and one signature for many', async () => {
    await record(12);
    expect(await sealBatch(ctx, ctx.project.id)).toBe(12);
    expect(await sealBatch(ctx, ctx.project.id)).toBe(0);
    await record(3);
    expect(await sealBatch(ctx, ctx.project.id)).toBe(3);
    expect((await sealed()).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 15 }, (_, i) => i + 1),
    );
    expect(await findHead(ctx.db, ctx.project.id)).toMatchObject({ firstSequence: 1, lastSequence: 15 });
    expect(await verify()).toMatchObject({ ok: true, lastSequence: 15 });
  });

  test('exports and verifies an empty log', async () => {
    expect(await verify()).toMatchObject({ ok: true, firstSequence: 1, lastSequence: 0 });
  });

  test('seals pending events before an export', async () => {
    await record(2);
    expect(await verify()).toMatchObject({ ok: true, lastSequence: 2 });
  });

  test('by two instances while 20 clients write creates one chain without gaps', async () => {
    const other = await latchkey.startAnother();
    try {
      const contexts = [ctx, await enter(other, ctx.project.id)] as const;
      const outcomes: (number | 'lost')[] = [];
      let isWriting = true;
      const sealing = contexts.map(async (ctx) => {
        while (isWriting) {
          outcomes.push(await sealBatch(ctx, ctx.project.id));
          await sleep(1);
        }
      });
      const writing = Array.from({ length: 20 }, async (_, writer) => {
        for (let index = 0; index < 50; index++) {
          const to = contexts[(writer + index) % 2]!;
          await transaction(to, (ctx) =>
            recordAudit(ctx, { action: 'UserModified', data: { writer, index } }),
          );
        }
      });
      await Promise.all(writing);
      isWriting = false;
      await Promise.all(sealing);
      await Promise.all(contexts.map((ctx) => sealPending(ctx, ctx.project.id)));
      expect(outcomes.filter((outcome) => outcome !== 'lost' && outcome > 0).length).toBeGreaterThan(2);
      const rows = await sealed();
      expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
      expect(new Set(rows.map(({ data }) => data)).size).toBe(1000);
      expect(await verify()).toMatchObject({ ok: true, lastSequence: 1000 });
    } finally {
      await other.close();
    }
  });

  test('from one head by several processes lets one continue, whoever holds the lease', async () => {
    const other = await latchkey.startAnother();
    try {
      const elsewhere = await enter(other, ctx.project.id);
      for (let round = 0; round < 10; round++) {
        await record(5);
        const all = [ctx, elsewhere, ctx, elsewhere].map((ctx) => sealBatch(ctx, ctx.project.id));
        const outcomes = await Promise.all(all);
        expect(outcomes.filter((outcome) => outcome === 5)).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'lost' || outcome === 0)).toHaveLength(3);
      }
      expect(await verify()).toMatchObject({ ok: true, lastSequence: 50 });
    } finally {
      await other.close();
    }
  });

  test('puts a late event, with an earlier time and ID, after the others', async () => {
    const late = { ...ctx, now: () => latchkey.service.now() - 60_000 };
    await record(3);
    await sealBatch(ctx, ctx.project.id);
    await recordAudit(late, { action: 'Logout' });
    expect(await sealBatch(ctx, ctx.project.id)).toBe(1);
    expect((await sealed()).map(({ action }) => action)).toEqual([
      ...Array(3).fill('UserModified'),
      'Logout',
    ]);
    expect(await verify()).toMatchObject({ ok: true, lastSequence: 4 });
  });

  testOnPostgres('includes an event of a slow transaction once it is committed', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
    const slow = transaction(ctx, async (ctx) => {
      await recordAudit(ctx, { action: 'Logout' });
      isWritten();
      await release;
    });
    await written;
    await record(3);
    expect(await sealBatch(ctx, ctx.project.id)).toBe(3);
    resolve();
    await slow;
    expect(await sealBatch(ctx, ctx.project.id)).toBe(1);
    expect((await sealed()).map(({ action }) => action)).toEqual([
      ...Array(3).fill('UserModified'),
      'Logout',
    ]);
    expect(await verify()).toMatchObject({ ok: true, lastSequence: 4 });
  });

  test('leaves a full seal as it is, and exports more than one page', async () => {
    const events = Array.from({ length: 2_600 }, (_, index) => ({
      action: 'UserModified' as const,
      data: { index },
    }));
    for (let from = 0; from < events.length; from += 100)
      await recordAudits(ctx, events.slice(from, from + 100));
    while ((await sealBatch(ctx, ctx.project.id)) !== 0);
    const seals = await ctx.db
      .selectFrom('auditSeals')
      .select(['firstSequence', 'lastSequence'])
      .where('projectId', '=', ctx.project.id)
      .orderBy('firstSequence')
      .execute();
    expect(seals).toEqual([
      { firstSequence: 1, lastSequence: 1_000 },
      { firstSequence: 1_001, lastSequence: 2_000 },
      { firstSequence: 2_001, lastSequence: 2_600 },
    ]);
    expect(await verify()).toMatchObject({ ok: true, lastSequence: 2_600 });
  });

  test('by others does not break an export that is being written', async () => {
    await record(3);
    const lines: string[] = [];
    for await (const line of exportLog(ctx)) {
      lines.push(line);
      await record(1);
      await sealBatch(ctx, ctx.project.id);
    }
    const keys = await publicKeys();
    const verified = await verifyExport(each(lines), { keys });
    expect(verified.end.sequence).toBe(3);
  });
});

async function* each(lines: string[]) {
  yield* lines;
}

describe('the lease', () => {
  test('lets one instance seal until it has been silent for the length of the lease', async () => {
    const first = { service: latchkey.service, holder: 'first', isStopping: false };
    const second = { ...first, holder: 'second' };
    const unsealed = async () => (await listUnsealedEvents(ctx.db, ctx.project.id, 10)).length;
    latchkey.advance(leaseMs);
    await record(1);
    await sealRound(first);
    expect(await unsealed()).toBe(0);
    await record(1);
    await sealRound(second);
    expect(await unsealed()).toBe(1);
    latchkey.advance(leaseMs);
    await sealRound(second);
    expect(await unsealed()).toBe(0);
    await record(1);
    await sealRound(first);
    expect(await unsealed()).toBe(1);
  });
});

async function plan(query: Compilable): Promise<string> {
  const { parameters, sql: text } = query.compile();
  const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
  const { rows } = await ctx.db.withoutPlugins().executeQuery<{ detail: string }>(explained);
  return rows.map(({ detail }) => detail).join('; ');
}

testOnSqlite('unsealed events are found by an index of only those', async () => {
  expect(await plan(unsealedProjectQuery(ctx.db, ''))).toContain('auditEvents_unsealed');
  expect(await plan(unsealedEventsQuery(ctx.db, 'P', 1))).toContain('auditEvents_unsealed');
});

testOnSqlite('each sealed event is looked up by its key, however long the log is', async () => {
  const query = sealQuery(ctx.db, 'P', [{ id: 'A', sequence: 1, previousHash: '', hash: '' }]);
  expect(await plan(query)).toMatch(/SEARCH auditEvents .*\(projectId=\? AND id=\?\)/);
});
