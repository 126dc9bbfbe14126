import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { Connection } from './connection.ts';
import { keptFailures, maxReasonLength } from './failure-limits.ts';
import { insertFailure, listFailures } from './store-failures.ts';

/** Something that an answer lacks, although the connection uses it. The sign-in goes on, and an administrator can read the reason. */
export interface Gap {
  kind: 'groups' | 'userinfo';
  reason: string;
}

/** Says what a person's groups lack whom Entra ID does not send all of them. */
export function groupOverage(limit: number): Gap {
  return {
    kind: 'groups',
    reason:
      `The user is in more than ${limit} groups, so Entra ID sent none. Let it send only the groups that are assigned to the ` +
      'application: Enterprise application, Single sign-on, Attributes & Claims, Groups assigned to the application.',
  };
}

/**
 * Records what the answer to a successful sign-in lacked, for the administrators of the connection: in the audit log each time, and
 * among its failures once, so that it hides no others. Part of a transaction.
 */
export async function recordGap(
  ctx: ProjectContext,
  { tenantId, id: connectionId }: Pick<Connection, 'tenantId' | 'id'>,
  { method, userId, gap }: { method: 'saml' | 'oidc'; userId: string; gap: Gap },
): Promise<void> {
  const key = { projectId: ctx.project.id, tenantId, connectionId };
  const kind = gap.kind;
  const reason = gap.reason.slice(0, maxReasonLength);
  await recordAudit(ctx, {
    action: 'SsoAnswerIncomplete',
    userId,
    tenantId,
    method,
    data: { kind, reason, ssoId: connectionId },
  });
  const shown = await listFailures(ctx.db, key);
  if (shown.some((one) => one.kind === kind && one.reason === reason)) return;
  const now = ctx.now();
  const row = { ...key, id: newId('F', now), occurredAt: now, protocol: method, kind, reason };
  await insertFailure(ctx.db, row, keptFailures);
}
