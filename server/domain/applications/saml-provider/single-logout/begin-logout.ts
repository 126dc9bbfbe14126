import type { ProjectContext } from '../../../../core/context.ts';
import { hashSecret, newSecret } from '../../../../core/crypto.ts';
import type { SamlName } from '../../../../protocols/saml/logout.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { holdSession } from '../../../sessions/sessions/live-session.ts';
import { endSignIn } from '../../openid-provider/end-sign-in.ts';
import type { Logout, LogoutEnd } from './logout.ts';
import { deleteLogoutsBefore, insertLogout, listParticipants } from './store.ts';

/** The browser must have been to every application within this time. */
export const logoutSeconds = 15 * 60;

/**
 * Ends the session of a browser and what depends on it, and prepares the logout from the SAML applications of the session. Returns the
 * secret with which the browser goes on, or `undefined` if there is no application to ask.
 */
export function beginLogout(
  ctx: ProjectContext,
  signIn: { browserSessionId: string; userId: string },
  end: LogoutEnd,
): Promise<string | undefined> {
  const secret = newSecret();
  return transaction(ctx, async (ctx) => {
    // Waits for sign-ins to applications that are being finished, so that none is missed.
    await holdSession(ctx, signIn.browserSessionId);
    const participants = await listParticipants(ctx.db, ctx.project.id, signIn.browserSessionId);
    await endSignIn(ctx, signIn);
    const asking = end.kind === 'answer' ? end.appId : undefined;
    const steps = participants
      .filter(({ ssoAppId }) => ssoAppId !== asking)
      .map(({ ssoAppId: appId, sessionIndex, name }) => ({
        appId,
        sessionIndex,
        name: JSON.parse(name) as SamlName,
        state: 'waiting' as const,
        requestIds: [],
      }));
    if (steps.length === 0) return undefined;
    const logout: Logout = { userId: signIn.userId, steps, end };
    await insertLogout(ctx.db, {
      projectId: ctx.project.id,
      secretHash: hashSecret(secret),
      version: 0,
      logout: JSON.stringify(logout),
      expiresAt: ctx.now() + logoutSeconds * 1000,
    });
    return secret;
  });
}

/**
 * Ends the session of another browser, whose applications this browser cannot reach: their names for the user are none of its business. Returns
 * `false` if there are such applications.
 */
export function endElsewhere(
  ctx: ProjectContext,
  signIn: { browserSessionId: string; userId: string },
  askingAppId: string,
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    await holdSession(ctx, signIn.browserSessionId);
    const participants = await listParticipants(ctx.db, ctx.project.id, signIn.browserSessionId);
    await endSignIn(ctx, signIn);
    return participants.every(({ ssoAppId }) => ssoAppId === askingAppId);
  });
}

/** Deletes the logouts that no browser has finished. */
export async function deleteForgottenLogouts({ db, now }: Pick<ProjectContext, 'db' | 'now'>): Promise<void> {
  await deleteLogoutsBefore(db, now());
}
