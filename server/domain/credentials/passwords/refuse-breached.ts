import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { PasswordRules } from './rules.ts';

/**
 * Refuses, with E011003, a new password that data breaches have made known (NIST SP 800-63B §3.1.1.2), if the operator has
 * configured a source and the settings want it. A source that cannot answer refuses nothing. Not within a transaction,
 * because it reads a file or asks another server.
 */
export async function refuseBreached(
  ctx: ProjectContext,
  password: string,
  { refuseBreached }: PasswordRules,
): Promise<void> {
  const { breachedPasswords } = ctx;
  if (!breachedPasswords || !refuseBreached) return;
  let outcome: 'accepted' | 'refused' | 'failed' = 'failed';
  try {
    outcome = (await breachedPasswords.includes(password)) ? 'refused' : 'accepted';
  } catch (error) {
    await warnOfFailure(ctx, error);
  }
  ctx.counters.count('latchkey_breached_password_checks_total', { outcome });
  if (outcome === 'refused') {
    throw new ServiceError('E011003', 'The password cannot be used: it appeared in a data breach');
  }
}

/** Logs at most once a minute, because unauthenticated callers can cause it at will. */
function warnOfFailure(ctx: Pick<ProjectContext, 'cache' | 'log'>, err: unknown): Promise<boolean> {
  return ctx.cache.get('breachedPasswords/failure', 60, async () => {
    ctx.log.warn({ err }, 'new passwords are not compared with breached ones: the source does not respond');
    return true;
  });
}
