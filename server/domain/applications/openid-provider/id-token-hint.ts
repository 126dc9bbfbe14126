import type { ProjectContext } from '../../../core/context.ts';
import { InvalidTokenError, verifySigned } from '../../../protocols/jwt/verify.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { verifyByApplicationKeys } from '../../project/projects/keys/application-keys.ts';
import type { Client } from './client.ts';

export interface IdTokenHint {
  subject: string;
  clientId: string;
  /** The session of the application; empty: unknown. */
  sessionId: string;
  /** When the user signed in, in seconds. */
  signedInAt: number;
}

/** An ID token that we issued to the client. It may have expired, because it only says whom the client means. */
export async function readIdTokenHint(ctx: ProjectContext, hint: string): Promise<IdTokenHint | undefined> {
  try {
    const {
      sub,
      aud,
      sid,
      drn,
      auth_time: signedInAt,
    } = await verifyByApplicationKeys(ctx, (keys) => verifySigned(hint, keys, 'JWT'));
    // A session JWT has the same type.
    if (drn !== undefined || typeof sub !== 'string' || typeof aud !== 'string') return undefined;
    return {
      subject: sub,
      clientId: aud,
      sessionId: typeof sid === 'string' ? sid : '',
      signedInAt: Number(signedInAt),
    };
  } catch (error) {
    if (error instanceof InvalidTokenError) return undefined;
    throw error;
  }
}

/** Returns the subject that the client expects (OpenID Connect Core §3.1.2.1). */
export async function subjectOfHint(ctx: ProjectContext, client: Client, hint: string): Promise<string> {
  const read = await readIdTokenHint(ctx, hint);
  if (read?.clientId === client.id) return read.subject;
  throw new OAuthError('invalid_request', 'id_token_hint is not an ID token of this application');
}
