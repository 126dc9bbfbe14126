import type { ProjectContext, ServiceContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { qrPng } from '../../../protocols/totp/qr-png.ts';
import { newTotpSecret, provisioningUrl } from '../../../protocols/totp/totp.ts';
import { sealedColumn } from '../../../storage/sealed-columns.ts';
import { requireSsoApps } from '../../directory/applications/sso/load-app.ts';
import { readDetails, type UserDetails } from '../../directory/users/details.ts';
import { findSignInUserId, requireFreeName } from '../../directory/users/identifiers/find-addressee.ts';
import { type LoginId, readLoginId } from '../../directory/users/identifiers/login-id.ts';
import { requireOwnName } from '../../directory/users/identifiers/unproven-names.ts';
import { requireEnrolment } from '../enrolment/enrolment.ts';
import { signUpLifetimeMs } from './attempts.ts';
import { deleteExpired, replaceSignUp } from './store.ts';

/** The details of the future user that a pending sign-up keeps. */
export type SignUpDetails = UserDetails & { ssoAppIds?: string[] };

/** One secret, in the three forms that a user can enter into an authenticator app. */
export interface TotpEnrolment {
  provisioningUrl: string;
  qrPng: Buffer;
  secret: string;
}

/**
 * Begins a sign-up. Creates no user: a pending record with a sealed secret waits ten minutes for the first correct code.
 * Throws E062107 if the login ID is registered. Only the newest of several sign-ups with a login ID counts.
 */
export async function startTotpSignUp(
  ctx: ProjectContext,
  input: { loginId: string; details: UserDetails; ssoAppId?: string | undefined },
): Promise<TotpEnrolment> {
  const loginId = readLoginId(input.loginId);
  // Refused here, rather than after the user has scanned the code.
  readDetails({ loginId: input.loginId, ...input.details });
  requireOwnName(input.loginId, input.details);
  const ssoAppIds = input.ssoAppId ? [input.ssoAppId] : [];
  await requireSsoApps(ctx, ssoAppIds);
  await requireFreeName(
    ctx,
    loginId.folded,
    'This login ID is already registered. Sign in, or add TOTP with totp/update',
  );
  return startEnrolment(ctx, loginId, { userId: '', sessionId: '' }, { ...input.details, ssoAppIds });
}

/**
 * Begins to enrol an authenticator for a signed-in user. The current one works until the first correct code, which
 * counts only while this session lives.
 */
export async function startTotpUpdate(ctx: UserContext, loginId: string): Promise<TotpEnrolment> {
  const userId = await findSignInUserId(ctx, loginId);
  if (userId !== ctx.session.userId) {
    throw new ServiceError('E062108', 'loginId does not belong to the signed-in user');
  }
  await requireEnrolment(ctx, ctx.session, 'totp');
  return startEnrolment(ctx, readLoginId(loginId), { userId, sessionId: ctx.session.id }, {});
}

async function startEnrolment(
  ctx: ProjectContext,
  loginId: LoginId,
  owner: { userId: string; sessionId: string },
  details: SignUpDetails,
): Promise<TotpEnrolment> {
  const secret = newTotpSecret();
  const projectId = ctx.project.id;
  await replaceSignUp(ctx.db, {
    projectId,
    loginId: loginId.folded,
    ...owner,
    sealedSecret: ctx.sealer.seal(secret, totpPurpose(projectId)),
    details: JSON.stringify({ ...details, loginId: loginId.written }),
    attempts: 0,
    createdAt: ctx.now(),
    expiresAt: ctx.now() + signUpLifetimeMs,
  });
  const url = provisioningUrl({ secret, issuer: ctx.project.name, account: loginId.written });
  return { provisioningUrl: url, qrPng: qrPng(url), secret };
}

/** The sealing purpose. It is bound to the project only, because the secret moves from sign-up to credential unchanged. */
export function totpPurpose(projectId: string): string {
  return `totp:${projectId}`;
}

/** Deletes sign-ups that were never completed. */
export function deleteExpiredSignUps(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}

export const sealedTotpSecrets = sealedColumn({
  table: 'totpCredentials',
  key: ['projectId', 'userId'],
  column: 'sealedSecret',
  purposeOf: ({ projectId }) => totpPurpose(projectId),
});

export const sealedTotpSignUps = sealedColumn({
  table: 'totpSignUps',
  key: ['projectId', 'loginId'],
  column: 'sealedSecret',
  purposeOf: ({ projectId }) => totpPurpose(projectId),
  expires: true,
});
