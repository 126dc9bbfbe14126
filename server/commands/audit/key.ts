import {
  ensureAuditKey,
  loadAuditKeys,
  rotateAuditKey,
} from '../../domain/project/audit/sealing/audit-key.ts';
import { enterAnyProject, withService } from '../open.ts';
import { asTime, type OutputOptions, printJson } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  project: string;
  rotate?: boolean;
}

/** Prints PEM and nothing else, so that the output is the file that `audit verify` accepts. */
export async function showAuditKey(terminal: Terminal, { project, rotate, json }: Options): Promise<void> {
  const keys = await withService(terminal, async (service) => {
    const ctx = await enterAnyProject(service, project);
    if (rotate) await rotateAuditKey(ctx);
    else await ensureAuditKey(ctx, project);
    return loadAuditKeys(ctx, project);
  });
  const published = keys.map(({ id, publicKey, createdAt }) => ({
    id,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    createdAt: asTime(createdAt),
  }));
  if (json) printJson(terminal, published);
  else terminal.stdout.write(published.map(({ publicKey }) => publicKey).join(''));
}
