import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  type CustomClaims,
  joinCustomClaims,
  readCustomClaims,
  readOwnClaims,
} from './claims/custom-claims.ts';
import { requireNoTypes } from './session-types.ts';

/**
 * The options of a sign-in besides the proof of identity (`loginOptions`). They are plain data, so that a sign-in
 * completed by another request, often on another device, can store them in its pending record.
 */
export interface SignInOptions {
  customClaims: CustomClaims;
  /** The tenant to select, or empty. */
  tenantId: string;
  /** Ends every other session of the user. */
  revokeOtherSessions: boolean;
  /** The session is for choosing a new password, which will end every other session of the user. */
  resetsPassword?: boolean;
  /** The user asks not to be asked for a second factor on this device again. */
  trustDevice?: boolean;
  /** The session that step-up or MFA continues and replaces. */
  continues?: { sessionId: string; stepUp: boolean };
  /** The execution of a flow that collects the session. Nobody else can exchange the code. */
  collectedBy?: string;
}

export const plainSignInOptions: SignInOptions = {
  customClaims: {},
  tenantId: '',
  revokeOtherSessions: false,
};

/** Options of the party that completes a sign-in and gets its session. */
export interface CompletionOptions {
  customClaims?: Record<string, unknown>;
  revokeOtherSessions?: boolean;
  revokeOtherSessionsTypes?: string[];
  trustDevice?: boolean;
}

export interface LoginOptions extends CompletionOptions {
  stepup?: boolean;
  mfa?: boolean;
  tenantId?: string;
}

/**
 * Reads the options of a sign-in. Step-up and MFA require the refresh JWT of a live session: throws E064002 without
 * one, and E064001 if it has ended.
 */
export async function readSignInOptions(
  ctx: ProjectContext & { signedInUser(): Promise<UserContext> },
  options: LoginOptions = {},
): Promise<SignInOptions> {
  const terms = readPlainSignInOptions(options);
  if (!options.stepup && !options.mfa) return terms;
  const { session } = await ctx.signedInUser();
  if (session.awaits && !options.mfa) {
    throw new ServiceError('E064002', 'The sign-in awaits its second factor. Prove it with loginOptions.mfa');
  }
  return { ...terms, continues: { sessionId: session.id, stepUp: options.stepup === true } };
}

/** Reads the options of a sign-up. There is no session yet that it could continue. */
export function readPlainSignInOptions(options: Omit<LoginOptions, 'stepup' | 'mfa'> = {}): SignInOptions {
  requireNoTypes('revokeOtherSessionsTypes', options.revokeOtherSessionsTypes);
  return {
    customClaims: readOwnClaims(options.customClaims),
    tenantId: options.tenantId ?? '',
    revokeOtherSessions: options.revokeOtherSessions === true,
    ...(options.trustDevice && { trustDevice: true }),
  };
}

/** Reads the options of a management call, whose claims are at the top level of the tokens. */
export function readManagementSignInOptions(
  options: Omit<LoginOptions, 'stepup' | 'mfa'> = {},
): SignInOptions {
  return { ...readPlainSignInOptions(options), customClaims: readCustomClaims(options.customClaims) };
}

/**
 * Returns the options of a sign-in that another party than the caller may complete. Since anyone can start it, it
 * ends no session of the user, unless it was started within the session that it continues.
 */
export function optionsForOtherParty(terms: SignInOptions): SignInOptions {
  return terms.continues ? terms : { ...terms, revokeOtherSessions: false };
}

/**
 * Returns the options of a sign-in whose session goes to the recipient of a code or link. Also drops the claims,
 * unless it was started within the session that it continues.
 */
export function optionsForRecipient(terms: SignInOptions): SignInOptions {
  return terms.continues ? terms : { ...optionsForOtherParty(terms), customClaims: {} };
}

/** Adds the options of the party that completes a sign-in. */
export function completeSignInOptions(terms: SignInOptions, options: CompletionOptions = {}): SignInOptions {
  requireNoTypes('revokeOtherSessionsTypes', options.revokeOtherSessionsTypes);
  return {
    ...terms,
    customClaims: joinCustomClaims(terms.customClaims, readOwnClaims(options.customClaims)),
    revokeOtherSessions: terms.revokeOtherSessions || options.revokeOtherSessions === true,
    ...(options.trustDevice && { trustDevice: true }),
  };
}
