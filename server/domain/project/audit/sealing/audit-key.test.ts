import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, type AuditLogs, startAuditLogs } from '../../../../../test/audit-log.ts';
import { runCommandHere } from '../../../../../test/command-line.ts';
import { exportLog } from '../export/export-log.ts';
import { ExportFault, verifyExport } from '../export/verify-export.ts';
import { ensureAuditKey } from './audit-key.ts';
import { sealBatch } from './seal-events.ts';

let logs: AuditLogs;
let latchkey: AuditLogs['latchkey'];
let place: AuditLogs['place'];
let ctx: AuditLog['ctx'];
let record: AuditLog['record'];
let verify: AuditLog['verify'];
let publicKeys: AuditLog['publicKeys'];

beforeAll(async () => {
  logs = await startAuditLogs();
  ({ latchkey, place } = logs);
});
afterAll(() => logs.close());
/** Each test has a project of its own. */
beforeEach(async () => {
  ({ ctx, record, verify, publicKeys } = await logs.newLog());
});

async function* each(lines: string[]) {
  yield* lines;
}

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
