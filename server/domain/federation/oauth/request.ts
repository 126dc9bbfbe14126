import type { ProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';

export type Intent = 'signUpOrIn' | 'signUp' | 'signIn' | 'update';

/** The details of a sign-in that was started here, stored until the answer arrives. */
export interface RequestDetails {
  intent: Intent;
  redirectUrl: string;
  terms: SignInOptions;
  loginHint: string;
  prompt: string;
  /** The address that the provider must return. Empty for any. */
  initiatedEmail: string;
  /** The secret key of the PKCE verifier and the nonce. Absent: the request is from before the upgrade that names it. */
  keyId?: string | undefined;
  /** For `update`: the user who gets the provider, as long as this session lives. */
  linking?: { userId: string; sessionId: string; mergeFlags?: string[] };
}

/** The time from the start to the answer. */
export const requestLifetimeMs = 10 * 60_000;

/** Returns a new `state`, which names the project, because all projects share one callback address. */
export function newState(ctx: ProjectData): string {
  return `${ctx.project.id}.${newSecret()}`;
}

/** Returns the project that a `state` names, genuine or not, or an empty text if it is malformed. */
export function projectIdIn(state: string): string {
  return /^(P[0-9A-Za-z]{27})\.[\w-]{43}$/.exec(state)?.[1] ?? '';
}

export const hashState = hashSecret;
