import type { ProjectContext } from '../../../core/context.ts';
import type { SignInRequest } from '../../applications/saml-provider/read-request.ts';

/** A request that was read and verified, on its way through the sign-in. */
export interface PendingRequest extends SignInRequest {
  /** When we took it. */
  takenAt: number;
}

const lifetimeMs = 60 * 60_000;

export function sealRequest(ctx: ProjectContext, appId: string, request: SignInRequest): string {
  const pending: PendingRequest = { ...request, takenAt: ctx.now() };
  return ctx.sealer.seal(JSON.stringify(pending), purposeOf(ctx, appId));
}

/** Returns `undefined` for what we did not seal for this application, or too long ago. */
export function unsealRequest(
  ctx: ProjectContext,
  appId: string,
  sealed: string,
): PendingRequest | undefined {
  try {
    const pending = JSON.parse(ctx.sealer.unseal(sealed, purposeOf(ctx, appId))) as PendingRequest;
    return pending.takenAt + lifetimeMs > ctx.now() ? pending : undefined;
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext, appId: string): string {
  return `saml-request:${project.id}:${appId}`;
}
