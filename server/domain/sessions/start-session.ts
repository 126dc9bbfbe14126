import type { ProjectContext } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { enableUser } from '../users/enable-user.ts';
import type { User } from '../users/user.ts';
import { hashTokenId, newTokenId, type Session } from './session.ts';
import { insertSession } from './store.ts';

export interface NewSession {
  userId: string;
  amr: string[];
  /** For the audit log: `totp`, `saml`, … */
  method: string;
  tenantId?: string;
  customClaims?: Record<string, unknown>;
}

export interface StartedSession {
  session: Session;
  user: User;
  /** The ID of the first refresh token. It exists only here and in that token. */
  tokenId: string;
}

/**
 * Writes down that a user has signed in: enables an invited user, refuses a disabled one (E062109), stores the
 * session. It signs nothing, so it can run inside the transaction that spends the credential; `signTokens` follows
 * after the commit.
 */
export async function startSession(ctx: ProjectContext, input: NewSession): Promise<StartedSession> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const projectId = ctx.project.id;
    const user = await enableUser(ctx, input.userId);
    const tokenId = newTokenId();
    const session: Session = {
      id: newId('S', now),
      userId: user.id,
      amr: input.amr,
      tenantId: input.tenantId ?? '',
      customClaims: input.customClaims ?? {},
      createdAt: now,
      expiresAt: now + ctx.project.settings.refreshLifetimeSeconds * 1000,
      rotatedAt: now,
    };
    await insertSession(ctx.db, {
      ...session,
      projectId,
      amr: JSON.stringify(session.amr),
      customClaims: JSON.stringify(session.customClaims),
      tokenHash: hashTokenId(tokenId),
      previousTokenHash: '',
      remoteAddress: ctx.request.remoteAddress,
      userAgent: ctx.request.userAgent,
    });
    const { method, tenantId } = input;
    const actor = { type: 'user' as const, id: user.id };
    await recordAudit({ ...ctx, actor }, { action: 'LoginSucceed', userId: user.id, tenantId, method });
    return { session, user, tokenId };
  });
}
