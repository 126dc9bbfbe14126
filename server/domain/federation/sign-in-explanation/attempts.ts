import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { nameHashes } from '../../directory/sign-in-refusals/name-hash.ts';
import type { AuditRecord } from '../../project/audit/audit-record.ts';
import { searchEvents } from '../../project/audit/search-events.ts';

/** A sign-in that succeeded or was refused, from the audit log. */
export interface Attempt {
  eventId: string;
  occurredAt: number;
  succeeded: boolean;
  method: string;
  /** The cause of a refusal; empty for a sign-in that succeeded, and for events of earlier versions. */
  cause: string;
  /** The reason in words, for causes with many. */
  reason: string;
  /** The number of refusals that the event represents. */
  count: number;
  remoteAddress: string;
  requestId: string;
}

const shown = 10;

export async function listAttempts(ctx: TimedProjectData, userId: string): Promise<Attempt[]> {
  const actions = ['LoginSucceed', 'LoginFailed'];
  const search = { userIds: [userId], actions, from: 1, limit: shown, withoutTotal: true };
  const found = await searchEvents(ctx, search);
  return found.events.map(toAttempt);
}

/** Lists the refusals of a name that no user has, which the log keeps as a hash. */
export async function listAttemptsByName(ctx: ProjectContext, name: string): Promise<Attempt[]> {
  const found = await searchEvents(ctx, {
    actions: ['LoginFailed'],
    loginIdHashes: nameHashes(ctx, name),
    from: 1,
    limit: shown,
    withoutTotal: true,
  });
  return found.events.map(toAttempt);
}

function toAttempt({ id, occurredAt, action, method, remoteAddress, data }: AuditRecord): Attempt {
  return {
    eventId: id,
    occurredAt,
    method,
    remoteAddress,
    succeeded: action === 'LoginSucceed',
    cause: textOf(data['cause']),
    reason: textOf(data['reason']),
    count: typeof data['count'] === 'number' ? data['count'] : 1,
    requestId: textOf(data['requestId']),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
