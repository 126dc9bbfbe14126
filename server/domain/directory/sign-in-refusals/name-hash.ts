import type { ProjectContext } from '../../../core/context.ts';
import { foldLoginId } from '../users/identifiers/login-id.ts';

/**
 * Returns the hash under which the audit log keeps a login ID that no user has: people type passwords into the wrong
 * field. Only who has the secret key can test a guess, and only in the same project.
 */
export function nameHash(ctx: ProjectContext, loginId: string): string {
  return ctx.sealer.mac(foldLoginId(loginId), purposeOf(ctx));
}

/** Returns the hashes under every secret key that is in the list, so that events from before a rotation are found. */
export function nameHashes(ctx: ProjectContext, loginId: string): string[] {
  const folded = foldLoginId(loginId);
  return ctx.sealer.keyIds.map((keyId) => ctx.sealer.mac(folded, purposeOf(ctx), keyId));
}

function purposeOf({ project }: ProjectContext): string {
  return `refused login ID:${project.id}`;
}
