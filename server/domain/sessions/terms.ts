import type { ProjectContext, UserContext } from '../../core/context.ts';
import { readCustomClaims } from './custom-claims.ts';

/**
 * What a sign-in asks for beside the proof of who it is (`loginOptions`). Plain data, so that a sign-in that is
 * completed by another request, often from another device, keeps it in its pending record.
 */
export interface SessionTerms {
  customClaims: Record<string, unknown>;
  /** The tenant to select, or empty. */
  tenantId: string;
  /** Ends every other session of the user. */
  revokeOtherSessions: boolean;
  /** It is for choosing a new password, which will end every other session of the user. */
  resetsPassword?: boolean;
  /** Step-up and MFA: the session that was shown, which the new one adds to and takes the place of. */
  continues?: { sessionId: string; stepUp: boolean };
}

export const plainTerms: SessionTerms = { customClaims: {}, tenantId: '', revokeOtherSessions: false };

export interface LoginOptions {
  stepup?: boolean;
  mfa?: boolean;
  customClaims?: Record<string, unknown>;
  tenantId?: string;
  revokeOtherSessions?: boolean;
}

/** Step-up and MFA need the refresh JWT of a session that lives: E064002 without one, E064001 when it has ended. */
export async function readTerms(
  ctx: ProjectContext & { signedInUser(): Promise<UserContext> },
  options: LoginOptions = {},
): Promise<SessionTerms> {
  const terms = readPlainTerms(options);
  if (!options.stepup && !options.mfa) return terms;
  const { session } = await ctx.signedInUser();
  return { ...terms, continues: { sessionId: session.id, stepUp: options.stepup === true } };
}

/** For a sign-up: there is nobody yet whose session could be added to. */
export function readPlainTerms(options: Omit<LoginOptions, 'stepup' | 'mfa'> = {}): SessionTerms {
  return {
    customClaims: readCustomClaims(options.customClaims),
    tenantId: options.tenantId ?? '',
    revokeOtherSessions: options.revokeOtherSessions === true,
  };
}
