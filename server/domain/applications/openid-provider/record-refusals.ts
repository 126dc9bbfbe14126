import type { ProjectContext } from '../../../core/context.ts';
import type { RefusalCause } from '../../../core/refusal-causes.ts';
import { OAuthError, type OAuthErrorCode } from '../../../protocols/oauth/oauth-error.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';

/** The refusals that are worth a record. Others belong to a usual sign-in, such as `login_required`. */
const causes: Partial<Record<OAuthErrorCode, RefusalCause>> = {
  invalid_client: 'credentials',
  invalid_grant: 'credentials',
  invalid_request: 'badRequest',
  invalid_request_uri: 'badRequest',
  invalid_scope: 'badRequest',
  invalid_target: 'badRequest',
  request_not_supported: 'notSupported',
  request_uri_not_supported: 'notSupported',
  unauthorized_client: 'badRequest',
  unsupported_grant_type: 'notSupported',
  unsupported_response_type: 'notSupported',
};

/** Records that a request of a client was refused. */
export async function recordRefusedRequest(
  ctx: ProjectContext,
  clientId: string,
  error: unknown,
): Promise<void> {
  const cause = error instanceof OAuthError && causes[error.code];
  if (!cause) return;
  const subject = clientId.slice(0, 128);
  const data = { kind: error.code, reason: error.message, clientId: subject };
  await recordRefusedSignIn(ctx, { method: 'oidc', cause, subject, data });
}

/** Does the work of a client's request, and records it if it is refused. */
export async function recordingRefusals<T>(
  ctx: ProjectContext,
  clientId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await recordRefusedRequest(ctx, clientId, error);
    throw error;
  }
}
