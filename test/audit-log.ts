import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ProjectContext } from '../server/core/context.ts';
import { recordAudit } from '../server/domain/project/audit/record.ts';
import { readPublicKeys } from '../server/domain/project/audit/sealing/audit-key.ts';
import { listSealedEvents } from '../server/domain/project/audit/sealing/store-chain.ts';
import { loadProject } from '../server/domain/project/projects/load-project.ts';
import { runCommandHere } from './command-line.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { newPlace } from './latchkey-process.ts';

export type AuditLogs = Awaited<ReturnType<typeof startAuditLogs>>;
export type AuditLog = Awaited<ReturnType<AuditLogs['newLog']>>;

/** Starts a Latchkey whose audit logs the command line exports and verifies. */
export async function startAuditLogs() {
  const place = await newPlace();
  const latchkey = await startLatchkey({ ...place.env, LATCHKEY_LOG: 'json:silent' });
  return {
    place,
    latchkey,
    /** Adds a project with a log of its own. */
    async newLog() {
      const { projectId } = await latchkey.addProject();
      const ctx = await enter(latchkey, projectId);
      return {
        ctx,
        async record(count: number, to = ctx): Promise<void> {
          for (let index = 0; index < count; index++) {
            latchkey.advance(5);
            await recordAudit(to, { action: 'UserModified', data: { index } });
          }
        },
        sealed() {
          const range = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 10_000 };
          return listSealedEvents(ctx.db, projectId, range);
        },
        /** Verifies through the command line, as an operator does. */
        async verify(...options: string[]) {
          const project = ['--project', projectId];
          const file = join(place.dataDir, `${projectId}-${Math.random()}.jsonl`);
          const keyFile = join(place.dataDir, `${projectId}.pem`);
          const { code, stderr } = await runCommandHere(place, [
            'audit',
            'export',
            ...project,
            '--output',
            file,
          ]);
          expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
          const key = await runCommandHere(place, ['audit', 'key', ...project]);
          await writeFile(keyFile, key.stdout);
          const args = ['audit', 'verify', file, '--key', keyFile, '--json', ...options];
          return JSON.parse((await runCommandHere({ env: {} }, args)).stdout);
        },
        async publicKeys() {
          const { stdout } = await runCommandHere(place, ['audit', 'key', '--project', projectId]);
          return readPublicKeys(stdout);
        },
      };
    },
    async close() {
      await latchkey.close();
      await place.remove();
    },
  };
}

export async function enter({ context }: Latchkey, projectId: string): Promise<ProjectContext> {
  return { ...context, project: (await loadProject(context, projectId))! };
}
