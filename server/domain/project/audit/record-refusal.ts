import type { ProjectContext } from '../../../core/context.ts';
import { type AuditEvent, recordAudit } from './record.ts';

const quietSeconds = 600;

/**
 * Records a refusal that strangers can cause without end, because it is about nothing that exists here: the first of
 * its kind in ten minutes, on each instance. The log is kept for good, and must not grow with a flood.
 */
export async function recordSomeRefusals(
  ctx: ProjectContext,
  event: AuditEvent & { data: { kind: string; reason: string } },
): Promise<void> {
  const { method = '', data } = event;
  const key = `refusal/${ctx.project.id}/${method}/${data.kind}`;
  await ctx.cache.get(key, quietSeconds, async () => {
    await recordAudit(ctx, event);
    return true;
  });
}
