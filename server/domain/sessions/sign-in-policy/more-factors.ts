import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';

/** The factors that complete a sign-in, or a session that has proven too little. */
export interface MissingFactors {
  methods: readonly string[];
  /** The user has none of them yet, and may add one first. */
  enrol: boolean;
  /** The time until which the token can be used, in milliseconds. */
  expiresAt?: number | undefined;
}

/**
 * Returns the refusal of what needs more factors (E064007). `mfa` names them and, unless it is in a cookie, the token with which to
 * prove them.
 */
export function needsFactors(
  message: string,
  { refreshJwt, methods, enrol, expiresAt }: MissingFactors & { refreshJwt?: string | undefined },
): ServiceError {
  const mfa = {
    ...(refreshJwt && { refreshJwt }),
    methods,
    enrol,
    ...(expiresAt !== undefined && { expiresAt: Math.floor(expiresAt / 1000) }),
  };
  return new ServiceError('E064007', message, { fields: { mfa } });
}

/** Returns the refusal of a session that has proven too little. The session's own refresh JWT proves more. */
export function sessionNeedsFactors(
  ctx: ProjectContext,
  reason: string,
  missing: MissingFactors,
): ServiceError {
  const { methods, enrol } = missing;
  const how = enrol ? 'Add one of these with' : 'Prove one of these with loginOptions.mfa and';
  const remedy =
    methods.length === 0 ? 'Sign in again' : `${how} the session’s refresh JWT: ${methods.join(', ')}`;
  return needsFactors(`${reason}. ${remedy}`, { ...missing, refreshJwt: keptRefreshJwt(ctx) });
}

/** Returns the refresh JWT of the request, unless it is in a cookie, where no script can read it. */
export function keptRefreshJwt({ request }: ProjectContext): string | undefined {
  return request.keepsRefreshJwt ? request.refreshJwt : undefined;
}
