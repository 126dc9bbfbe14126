import type { ProjectContext } from '../../../../core/context.ts';
import { loadAuditKeys } from '../sealing/audit-key.ts';
import type { Link } from '../sealing/canonical.ts';
import { exportLog } from './export-log.ts';
import { type VerifiedExport, verifyExport } from './verify-export.ts';

/**
 * Seals and verifies the project's audit log in the database, as an export of it would be verified. `noted` is the end of an earlier verification.
 * Throws an ExportFault at the first fault.
 */
export async function verifyLog(ctx: ProjectContext, noted?: Link): Promise<VerifiedExport> {
  const lines = exportLog(ctx);
  // Creates the first key of a new project before the keys are read.
  const head = await lines.next();
  const keys = await loadAuditKeys(ctx, ctx.project.id);
  return verifyExport(withHead(head, lines), { keys, ...(noted && noted.sequence > 0 && { noted }) });
}

async function* withHead(head: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!head.done) yield head.value;
  yield* rest;
}
