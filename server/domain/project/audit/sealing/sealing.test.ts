import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Compilable, CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommandHere } from '../../../../../test/command-line.ts';
import { testOnPostgres, testOnSqlite } from '../../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { newPlace, type Place } from '../../../../../test/latchkey-process.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { loadProject } from '../../projects/load-project.ts';
import { exportLog } from '../export/export-log.ts';
import { ExportFault, verifyExport } from '../export/verify-export.ts';
import { recordAudit, recordAudits } from '../record.ts';
import { removeEvents } from '../remove-events.ts';
import { ensureAuditKey, readPublicKeys } from './audit-key.ts';
import { sealBatch, sealPending } from './seal-events.ts';
import { leaseMs, sealRound } from './start-sealing.ts';
import {
  findHead,
  listSealedEvents,
  listUnsealedEvents,
  sealQuery,
  unsealedEventsQuery,
  unsealedProjectQuery,
} from './store-chain.ts';

let place: Place;
let latchkey: Latchkey;
/** Each test has a project of its own. */
let ctx: ProjectContext;

beforeAll(async () => {
  place = await newPlace();
  latchkey = await startLatchkey({ ...place.env, LATCHKEY_LOG: 'json:silent' });
});

afterAll(async () => {
  await latchkey.close();
  await place.remove();
});

beforeEach(async () => {
  const { projectId } = await latchkey.addProject();
  ctx = await enter(latchkey, projectId);
});

async function enter({ context }: Latchkey, projectId: string): Promise<ProjectContext> {
  return { ...context, project: (await loadProject(context, projectId))! };
}

async function record(count: number, to = ctx): Promise<void> {
  for (let index = 0; index < count; index++) {
    latchkey.advance(5);
    await recordAudit(to, { action: 'UserModified', data: { index } });
  }
}

async function sealed() {
  const range = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 10_000 };
  return listSealedEvents(ctx.db, ctx.project.id, range);
}

/** Verifies through the command line, as an operator does. */
async function verify(...options: string[]) {
  const project = ['--project', ctx.project.id];
  const file = join(place.dataDir, `${ctx.project.id}-${Math.random()}.jsonl`);
  const keyFile = join(place.dataDir, `${ctx.project.id}.pem`);
  const { code, stderr } = await runCommandHere(place, ['audit', 'export', ...project, '--output', file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const key = await runCommandHere(place, ['audit', 'key', ...project]);
  await writeFile(keyFile, key.stdout);
  const args = ['audit', 'verify', file, '--key', keyFile, '--json', ...options];
  return JSON.parse((await runCommandHere({ env: {} }, args)).stdout);
}

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

async function publicKeys() {
  const { stdout } = await runCommandHere(place, ['audit', 'key', '--project', ctx.project.id]);
  return readPublicKeys(stdout);
}

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

describe('a key inserted into the database', () => {
  test('is accepted neither to seal a head nor as the key of the log', async () => {
    const foreignId = (await latchkey.addProject()).projectId;
    await record(2);
    await sealBatch(ctx, ctx.project.id);
    await ensureAuditKey(ctx, foreignId);
    await place.execute(
      `insert into "auditKeys" ("projectId", number, id, "sealedPrivateKey", "createdAt")
       select '${ctx.project.id}', 0, id, "sealedPrivateKey", 0 from "auditKeys" where "projectId" = '${foreignId}'`,
    );
    await record(1);
    await expect(sealBatch(ctx, ctx.project.id)).rejects.toThrow('was not sealed by this service');
    const shown = await runCommandHere(place, ['audit', 'key', '--project', ctx.project.id]);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('was not sealed by this service');
    expect(shown.stdout).not.toContain('PUBLIC KEY');
  });
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

describe('audit keys', () => {
  test('can be rotated, and a new one is trusted if its public key is known', async () => {
    await record(2);
    await sealBatch(ctx, ctx.project.id);
    const before = await publicKeys();
    const rotated = await runCommandHere(place, [
      'audit',
      'key',
      '--project',
      ctx.project.id,
      '--rotate',
      '--json',
    ]);
    expect(JSON.parse(rotated.stdout)).toHaveLength(2);
    expect(await verify()).toMatchObject({ ok: true, lastSequence: 3 });
    const lines: string[] = [];
    for await (const line of exportLog(ctx)) lines.push(line);
    const refused = await verifyExport(each(lines), { keys: before }).catch((error) => error);
    expect(refused).toBeInstanceOf(ExportFault);
    expect(refused).toMatchObject({ fault: 'untrusted' });
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
