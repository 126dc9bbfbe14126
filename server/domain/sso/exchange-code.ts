import type { ProjectContext, ServiceContext } from '../../core/context.ts';
import { hashSecret } from '../../core/crypto.ts';
import { ServiceError } from '../../core/errors.ts';
import { transaction } from '../../storage/transaction.ts';
import { type StartedSession, startSession } from '../sessions/start-session.ts';
import type { SsoGrant } from './sign-in.ts';
import { deleteExpired, takeCode } from './store-sign-in.ts';

/**
 * Makes a session of a code: the code is taken and the session stored in one transaction, so of many requests with
 * one code exactly one gets the session. E067102 for every code that is not valid, whatever the reason.
 */
export async function exchangeSsoCode(
  ctx: ProjectContext,
  code: string,
): Promise<{ started: StartedSession; grant: SsoGrant }> {
  return transaction(ctx, async (ctx) => {
    const taken = await takeCode(ctx.db, ctx.project.id, hashSecret(code), ctx.now());
    if (!taken) throw new ServiceError('E067102', 'The code is unknown, was used, or is older than a minute');
    const grant = JSON.parse(taken.grant) as SsoGrant;
    const started = await startSession(ctx, {
      userId: taken.userId,
      amr: ['fed'],
      method: 'saml',
      terms: { ...grant.terms, tenantId: grant.tenantId },
    });
    return { started, grant };
  });
}

/** Requests, codes and assertion IDs whose time is over. */
export function deleteExpiredSsoRecords(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
