import type { ProjectContext, UserContext } from '../../../core/context.ts';
import {
  type CustomClaims,
  joinCustomClaims,
  readCustomClaims,
  readOwnClaims,
} from './claims/custom-claims.ts';
import { requireNoTypes } from './session-types.ts';

/**
 * What a sign-in asks for beside the proof of who it is (`loginOptions`). Plain data, so that a sign-in that is
 * completed by another request, often from another device, keeps it in its pending record.
 */
export interface SessionTerms {
  customClaims: CustomClaims;
  /** The tenant to select, or empty. */
  tenantId: string;
  /** Ends every other session of the user. */
  revokeOtherSessions: boolean;
  /** The session is for choosing a new password, which will end every other session of the user. */
  resetsPassword?: boolean;
  /** Step-up and MFA: the session that was shown, which the new one adds to and takes the place of. */
  continues?: { sessionId: string; stepUp: boolean };
}

export const plainTerms: SessionTerms = { customClaims: {}, tenantId: '', revokeOtherSessions: false };

/** Options of the party that completes a sign-in, about the session that it gets. */
export interface CompletionOptions {
  customClaims?: Record<string, unknown>;
  revokeOtherSessions?: boolean;
  revokeOtherSessionsTypes?: string[];
}

export interface LoginOptions extends CompletionOptions {
  stepup?: boolean;
  mfa?: boolean;
  tenantId?: string;
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
  requireNoTypes('revokeOtherSessionsTypes', options.revokeOtherSessionsTypes);
  return {
    customClaims: readOwnClaims(options.customClaims),
    tenantId: options.tenantId ?? '',
    revokeOtherSessions: options.revokeOtherSessions === true,
  };
}

/** Options of a management call, whose claims stand at the top level of the tokens. */
export function readManagementTerms(options: Omit<LoginOptions, 'stepup' | 'mfa'> = {}): SessionTerms {
  return { ...readPlainTerms(options), customClaims: readCustomClaims(options.customClaims) };
}

/**
 * Returns the options of a sign-in that another party than the caller may complete. A stranger may have begun it, so it ends no
 * session of the user, unless it was begun within the session that it adds to.
 */
export function termsOfBegun(terms: SessionTerms): SessionTerms {
  return terms.continues ? terms : { ...terms, revokeOtherSessions: false };
}

/**
 * Returns the options of a sign-in whose session goes to the recipient of a code or link. Claims of a stranger, too, are left out
 * of it.
 */
export function termsOfMessage(terms: SessionTerms): SessionTerms {
  return terms.continues ? terms : { ...termsOfBegun(terms), customClaims: {} };
}

/** Adds the options of the party that completes a sign-in. */
export function completeTerms(terms: SessionTerms, options: CompletionOptions = {}): SessionTerms {
  requireNoTypes('revokeOtherSessionsTypes', options.revokeOtherSessionsTypes);
  return {
    ...terms,
    customClaims: joinCustomClaims(terms.customClaims, readOwnClaims(options.customClaims)),
    revokeOtherSessions: terms.revokeOtherSessions || options.revokeOtherSessions === true,
  };
}
