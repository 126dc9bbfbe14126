import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';

export type Intent = 'signUpOrIn' | 'signUp' | 'signIn' | 'update';

/** What is remembered of a sign-in that was started here, until it comes back. */
export interface RequestDetails {
  intent: Intent;
  redirectUrl: string;
  terms: SignInOptions;
  loginHint: string;
  prompt: string;
  /** The address that the provider must come back with; empty: any. */
  initiatedEmail: string;
  /** Of `update`: who gets the provider, as long as this session lives. */
  linking?: { userId: string; sessionId: string; mergeFlags?: string[] };
}

/** From the start to the answer. */
export const requestLifetimeMs = 10 * 60_000;

/** `state` names the project, because every provider knows one callback address only, which is for all projects. */
export function newState(ctx: ProjectContext): string {
  return `${ctx.project.id}.${newSecret()}`;
}

/** The project of a `state`, whoever made it up; empty when it is none. */
export function projectIdIn(state: string): string {
  return /^(P[0-9A-Za-z]{27})\.[\w-]{43}$/.exec(state)?.[1] ?? '';
}

export const hashState = hashSecret;
