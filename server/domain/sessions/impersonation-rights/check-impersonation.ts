import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import type { ProjectSettings } from '../../../core/project.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import { missingGrants, missingImpersonate, reaches } from './authorize-impersonation.ts';
import { type Consent, consentTo } from './consent.ts';
import { listConsents } from './store.ts';

export interface Refusal {
  code: ErrorCode;
  reason: string;
}

export interface Impersonation {
  impersonator: User;
  user: User;
  /** The consent that permits the impersonation; undefined if none is required. */
  consent: Consent | undefined;
}

/**
 * Decides whether one user may impersonate another now, and gives the reason if not. Runs at the start and at every
 * use of the refresh token, so that later changes take effect. Queries consents only if they are required.
 */
export async function checkImpersonation(
  ctx: TimedProjectData,
  impersonator: User,
  user: User,
  { needsConsent }: { needsConsent: boolean },
): Promise<Impersonation | Refusal> {
  const refusal = refusalByGrants(impersonator, user, ctx.project.settings);
  if (refusal) return refusal;
  if (!needsConsent) return { impersonator, user, consent: undefined };
  const consent = consentTo(await listConsents(ctx.db, ctx.project.id, user.id), impersonator, user);
  if (!consent)
    return { code: 'E112202', reason: 'The user has not consented, or has withdrawn the consent' };
  if (consent.expiresAt <= ctx.now()) return { code: 'E112203', reason: 'The user’s consent has expired' };
  return { impersonator, user, consent };
}

function refusalByGrants(
  impersonator: User,
  user: User,
  { strictImpersonation }: ProjectSettings,
): Refusal | undefined {
  if (isDisabled(impersonator)) return { code: 'E062109', reason: 'The impersonator is disabled' };
  if (isDisabled(user)) return { code: 'E062109', reason: 'The user to impersonate is disabled' };
  if (!reaches(impersonator, user)) {
    const reason =
      'The impersonator needs the Impersonate permission, in the project or in every tenant of the user';
    return { code: 'E112201', reason };
  }
  const missing = strictImpersonation
    ? missingGrants(impersonator, user)
    : missingImpersonate(impersonator, user);
  if (missing.length === 0) return undefined;
  return { code: 'E112204', reason: `The impersonator does not hold ${missing.slice(0, 5).join(', ')}` };
}

/** Returns the reason to end an impersonation, or undefined if it may continue. */
export async function problemOfImpersonation(
  ctx: ProjectContext,
  session: { userId: string; impersonatorId: string; needsConsent: boolean },
): Promise<string | undefined> {
  // Two prepared queries are faster than building one query for both users.
  const [impersonator, user] = await Promise.all([
    findUser(ctx, session.impersonatorId),
    findUser(ctx, session.userId),
  ]);
  if (!impersonator || !user) return 'The impersonator is deleted';
  const checked = await checkImpersonation(ctx, impersonator, user, session);
  return 'reason' in checked ? checked.reason : undefined;
}
