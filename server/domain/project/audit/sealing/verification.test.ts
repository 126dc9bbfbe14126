import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, type AuditLogs, enter, startAuditLogs } from '../../../../../test/audit-log.ts';
import { sealBatch } from './seal-events.ts';
import { leaseMs, sealRound } from './start-sealing.ts';
import { listUnsealedEvents } from './store-chain.ts';

let logs: AuditLogs;
let latchkey: AuditLogs['latchkey'];
let place: AuditLogs['place'];
let ctx: AuditLog['ctx'];
let record: AuditLog['record'];
let verify: AuditLog['verify'];

beforeAll(async () => {
  logs = await startAuditLogs();
  ({ latchkey, place } = logs);
});
afterAll(() => logs.close());
/** Each test has a project of its own. */
beforeEach(async () => {
  ({ ctx, record, verify } = await logs.newLog());
});

describe('verification of an altered database reports', () => {
  const change = (set: string, sequence: number) =>
    place.execute(
      `update "auditEvents" set ${set} where "projectId" = '${ctx.project.id}' and sequence = ${sequence}`,
    );
  const remove = (where: string) =>
    place.execute(`delete from "auditEvents" where "projectId" = '${ctx.project.id}' and ${where}`);

  beforeEach(async () => {
    await record(6);
    await sealBatch(ctx, ctx.project.id);
  });

  test('a changed field', async () => {
    await change(`"actorId" = 'somebody'`, 3);
    expect(await verify()).toMatchObject({ ok: false, fault: 'changed', sequence: 3 });
  });

  test('a changed time', async () => {
    await change('"occurredAt" = "occurredAt" + 1', 1);
    expect(await verify()).toMatchObject({ ok: false, fault: 'changed', sequence: 1 });
  });

  test('a changed hash', async () => {
    await change(`hash = '${'0'.repeat(64)}'`, 6);
    expect(await verify()).toMatchObject({ ok: false, fault: 'changed', sequence: 6 });
  });

  test('a removed row', async () => {
    await remove('sequence = 4');
    expect(await verify()).toMatchObject({ ok: false, fault: 'missing', sequence: 4 });
  });

  test('a removed tail', async () => {
    await remove('sequence > 4');
    expect(await verify()).toMatchObject({ ok: false, fault: 'missing', sequence: 5 });
  });

  test('a removed start', async () => {
    await remove('sequence < 3');
    expect(await verify()).toMatchObject({ ok: false, fault: 'missing', sequence: 1 });
  });

  test('two swapped rows', async () => {
    await change('sequence = 99', 2);
    await change('sequence = 2', 3);
    await change('sequence = 3', 99);
    expect(await verify()).toMatchObject({ ok: false, fault: 'changed', sequence: 2 });
  });

  test('a row added after the others, which is not part of the chain and stops it', async () => {
    const columns =
      '"projectId", "occurredAt", action, severity, "actorType", "actorId", "userId", "tenantId"';
    const more = `method, device, "remoteAddress", data, "previousHash", hash`;
    await place.execute(
      `insert into "auditEvents" (id, sequence, ${columns}, ${more})
       select 'A-added', 7, ${columns}, ${more} from "auditEvents"
       where "projectId" = '${ctx.project.id}' and sequence = 6`,
    );
    await record(1);
    await expect(sealBatch(ctx, ctx.project.id)).rejects.toThrow('rows after the head');
  });

  test('a head that the key has not signed, which stops the chain, while other projects continue', async () => {
    await place.execute(
      `update "auditSeals" set hash = '${'0'.repeat(64)}' where "projectId" = '${ctx.project.id}'`,
    );
    await record(1);
    await expect(sealBatch(ctx, ctx.project.id)).rejects.toThrow('altered');
    const other = await enter(latchkey, (await latchkey.addProject()).projectId);
    await record(1, other);
    latchkey.advance(leaseMs);
    await sealRound({ service: latchkey.service, holder: 'third', isStopping: false });
    expect(await listUnsealedEvents(ctx.db, ctx.project.id, 10)).toHaveLength(1);
    expect(await listUnsealedEvents(ctx.db, other.project.id, 10)).toHaveLength(0);
    latchkey.advance(leaseMs);
  });

  test('a log truncated to an older head, which lacks the recorded row', async () => {
    const { noted } = await verify();
    await remove('sequence > 4');
    await ctx.db.deleteFrom('auditSeals').where('projectId', '=', ctx.project.id).execute();
    await ctx.db
      .updateTable('auditEvents')
      .set({ sequence: null, hash: null, previousHash: null })
      .where('projectId', '=', ctx.project.id)
      .execute();
    expect(await verify()).toMatchObject({ ok: true });
    expect(await verify('--noted', noted)).toMatchObject({ ok: false, fault: 'missing', sequence: 5 });
    await record(9);
    expect(await verify('--noted', noted)).toMatchObject({ ok: false, fault: 'changed', sequence: 6 });
  });
});
