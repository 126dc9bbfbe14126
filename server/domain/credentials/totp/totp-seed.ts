import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { trimEnd } from '../../../core/trim-end.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { totpPurpose } from './start-totp.ts';
import { replaceCredential } from './store.ts';

/** From 80 bits, which older systems used, up to 64 bytes. */
const seedPattern = /^[A-Z2-7]{16,103}$/;

/** Reads a secret as another system wrote it: base32, possibly in groups, in lower case, with padding. */
export function readTotpSeed(text: string): string {
  const seed = trimEnd(text.replace(/[\s-]/g, ''), '=').toUpperCase();
  if (!seedPattern.test(seed)) {
    throw new ServiceError('E011003', 'seed must be a TOTP secret in base32, of 10 to 64 bytes');
  }
  return seed;
}

/** Gives the user an existing authenticator. Part of the transaction that creates the user. */
export async function storeTotpSeed(ctx: ProjectContext, userId: string, seed: string): Promise<void> {
  const projectId = ctx.project.id;
  await logUsers(ctx, [userId]);
  await replaceCredential(ctx.db, {
    projectId,
    userId,
    sealedSecret: ctx.sealer.seal(readTotpSeed(seed), totpPurpose(projectId)),
    lastStep: 0,
    failures: 0,
    nextAttemptAt: 0,
    createdAt: ctx.now(),
  });
}
