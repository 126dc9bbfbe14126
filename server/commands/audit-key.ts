import { ensureAuditKey, loadAuditKeys, rotateAuditKey } from '../domain/audit/audit-key.ts';
import { enterAnyProject, withService } from './open.ts';
import { asTime, type OutputOptions, printJson } from './output.ts';

interface Options extends OutputOptions {
  project: string;
  rotate?: boolean;
}

/** Prints PEM and nothing else, so that the output is the file that `audit verify` takes. */
export async function showAuditKey({ project, rotate, json }: Options): Promise<void> {
  const keys = await withService(async (service) => {
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
  if (json) printJson(published);
  else process.stdout.write(published.map(({ publicKey }) => publicKey).join(''));
}
