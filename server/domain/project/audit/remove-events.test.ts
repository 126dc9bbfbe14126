import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, type AuditLogs, startAuditLogs } from '../../../../test/audit-log.ts';
import { removeEvents } from './remove-events.ts';
import { sealBatch } from './sealing/seal-events.ts';

let logs: AuditLogs;
let latchkey: AuditLogs['latchkey'];
let place: AuditLogs['place'];
let ctx: AuditLog['ctx'];
let record: AuditLog['record'];
let sealed: AuditLog['sealed'];
let verify: AuditLog['verify'];

beforeAll(async () => {
  logs = await startAuditLogs();
  ({ latchkey, place } = logs);
});
afterAll(() => logs.close());
/** Each test has a project of its own. */
beforeEach(async () => {
  ({ ctx, record, sealed, verify } = await logs.newLog());
});

describe('intentional removal', () => {
  test('deletes the oldest rows, leaves a signed statement in their place, and records the caller', async () => {
    await record(5);
    await sealBatch(ctx, ctx.project.id);
    const noted = (await verify()).noted as string;
    latchkey.advance(86_400_000);
    const before = latchkey.service.now();
    await record(3);
    expect(await removeEvents(ctx, before)).toBe(5);
    expect(await removeEvents(ctx, before)).toBe(0);
    expect((await sealed()).map(({ sequence }) => sequence)).toEqual([6, 7, 8, 9]);
    expect(await verify()).toMatchObject({ ok: true, firstSequence: 6, lastSequence: 9 });
    expect((await sealed()).at(-1)).toMatchObject({ action: 'AuditEventsRemoved', actorId: 'test' });
    expect(await verify('--noted', noted)).toMatchObject({ ok: true });
    latchkey.advance(-86_400_000);
  });

  test('can delete all rows, and the chain continues', async () => {
    await record(5);
    const before = latchkey.service.now() + 1_000;
    expect(await removeEvents(ctx, before)).toBe(5);
    expect(await verify()).toMatchObject({ ok: true, firstSequence: 6, lastSequence: 6 });
    await record(2);
    expect(await verify()).toMatchObject({ ok: true, firstSequence: 6, lastSequence: 8 });
  });

  test('cannot be claimed without the key', async () => {
    await record(5);
    await sealBatch(ctx, ctx.project.id);
    await removeEvents(ctx, (await sealed())[2]!.occurredAt);
    await place.execute(
      `update "auditRemovals" set sequence = 4, hash = (select hash from "auditEvents"
       where "auditEvents"."projectId" = "auditRemovals"."projectId" and "auditEvents".sequence = 4)
       where "projectId" = '${ctx.project.id}'`,
    );
    expect(await verify()).toMatchObject({ ok: false, fault: 'untrusted' });
    await ctx.db.deleteFrom('auditRemovals').where('projectId', '=', ctx.project.id).execute();
    expect(await verify()).toMatchObject({ ok: false, fault: 'missing', sequence: 1 });
  });
});
