import type { ProjectContext } from '../../../core/context.ts';
import { type AuditEvent, recordAudit } from './record.ts';

const quietSeconds = 600;

/**
 * Records a refusal that any caller can cause without limit, because it concerns nothing that exists: only the
 * first of its kind in ten minutes on each instance. The log is kept permanently, and a flood must not fill it.
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
