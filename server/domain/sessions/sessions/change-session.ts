import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { anonymousSubject } from './anonymous-subject.ts';
import { joinCustomClaims, readCustomClaims } from './claims/custom-claims.ts';
import type { Subject } from './claims/tokens.ts';
import { holderInReach, type InReach, userInReach } from './in-reach.ts';
import { type Session, toSession } from './session.ts';
import { shortenSession, updateCustomClaims } from './store.ts';

export interface SessionChanges {
  /** Merged with existing claims; a new claim replaces one of the same name. */
  customClaims?: Record<string, unknown>;
  /** Counts from now. Can only shorten the session: 0 and longer values change nothing. */
  lifetimeSeconds?: number;
}

export interface ChangedSession {
  session: Session;
  user: InReach<Subject>;
  /** Hash of the ID of the current refresh token. */
  tokenHash: string;
}

/** Changes a session without refreshing it: its refresh token stays the current one. */
export async function changeSession(
  ctx: ProjectContext,
  id: string,
  { customClaims = {}, lifetimeSeconds = 0 }: SessionChanges,
): Promise<ChangedSession> {
  const projectId = ctx.project.id;
  const now = ctx.now();
  return transaction(ctx, async (ctx) => {
    // Runs first, so that two concurrent changes keep each other's claims.
    const endsAt = lifetimeSeconds > 0 ? now + lifetimeSeconds * 1000 : Number.MAX_SAFE_INTEGER;
    const row = await shortenSession(ctx.db, projectId, id, { endsAt, now });
    if (!row) throw new ServiceError('E064001', 'The session has ended');
    const before = toSession(row);
    const added = readCustomClaims(customClaims);
    const session = { ...before, customClaims: joinCustomClaims(before.customClaims, added) };
    await updateCustomClaims(ctx.db, projectId, id, JSON.stringify(session.customClaims));
    await recordAudit(ctx, {
      action: 'SessionModified',
      userId: session.userId,
      data: { sessionId: id, claims: Object.keys(added), expiresAt: session.expiresAt },
    });
    return { session, user: await subjectOf(ctx, session), tokenHash: row.tokenHash };
  });
}

/** Returns the current subject of a session, with the tenants that it reaches. */
async function subjectOf(ctx: ProjectContext, session: Session): Promise<InReach<Subject>> {
  if (!session.userId) return holderInReach(ctx, await anonymousSubject(ctx, session));
  const user = await findUser(ctx, session.userId);
  if (!user) throw new ServiceError('E064001', 'The session has ended');
  return userInReach(ctx, session, user);
}
