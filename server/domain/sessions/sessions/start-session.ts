import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { newId } from '../../../core/ids.ts';
import { together, transaction } from '../../../storage/transaction.ts';
import { admitUser } from '../../directory/users/admit-user.ts';
import { noteSignIn } from '../../directory/users/note-dates.ts';
import type { User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { applySignInPolicy } from '../sign-in-policy/apply-policy.ts';
import type { SessionProof } from '../sign-in-policy/decide.ts';
import { factorsIn } from '../sign-in-policy/factors.ts';
import { renewTrust } from '../trusted-devices/trust-device.ts';
import type { AwaitedPassword } from './awaited-password.ts';
import { joinCustomClaims } from './claims/custom-claims.ts';
import { createSession } from './create-session.ts';
import { endSessionsOf } from './end-session.ts';
import { noteEnded } from './ended/ended-sessions.ts';
import { requireTenantSso } from './enforce-sso.ts';
import { awaitedSignInComplete, signedIn } from './events.ts';
import { type InReach, lifetimesOfUser, userInReach } from './in-reach.ts';
import { takeLiveSession } from './live-session.ts';
import type { LiveSession } from './session.ts';
import { type AwaitedSignIn, joinFactors, type Session } from './session.ts';
import { plainSignInOptions, type SignInOptions } from './sign-in-options.ts';

export type SignInVia = { channel: string } | { provider: string } | { ssoId: string };

export interface NewSession {
  userId: string;
  /** The factors that were just proven (RFC 8176, and `fed` for a tenant's identity provider). */
  amr: string[];
  /** The method in the audit log: `totp`, `saml`, … */
  method: string;
  /** The exact way of the sign-in, for the audit log: the channel of a code or link, the OAuth provider, the SSO connection. */
  via?: SignInVia | undefined;
  terms?: SignInOptions;
  /** The live session in which the user requested this, for the sign-in policy. Its factors are not passed on. */
  requestedWith?: SessionProof;
  /** The time until the next sign-in, if it is less than the project allows. */
  lifetimeSeconds?: number;
  /** A new password that the sign-in sets. It is stored once the policy is satisfied, and the caller does so if it is at once. */
  newPassword?: AwaitedPassword;
  /** The user as this transaction loaded them after it had locked them, unless it has changed them since. */
  held?: User | undefined;
}

export interface StartedSession {
  session: LiveSession;
  /** The user with the tenants that the session reaches. */
  user: InReach;
  /** The ID of the first refresh token. It exists only here and in that token. */
  tokenId: string;
  /** The user has no second factor yet, and must have one of these at the end of the grace period. */
  offer?: { methods: string[]; until: number };
  /** The token of the requesting device, if the user trusts it. */
  trustedDevice?: string;
}

/**
 * Starts a session: enables an invited user, refuses a disabled one (E062109) and one whose tenant enforces SSO
 * (E064005), applies the sign-in policy (E064008), and stores the session. Does not sign, so that it can run inside the
 * transaction that uses up the credential; `signTokens` follows after the commit.
 *
 * If the policy demands a second factor, the session awaits it: `signTokens` then refuses (E064007) with the token that
 * completes the sign-in.
 *
 * Step-up and MFA end the session that they continue, so that a holder of its tokens is not raised with it (ASVS
 * V7.2.4).
 */
export async function startSession(ctx: ProjectContext, input: NewSession): Promise<StartedSession> {
  const { userId, method, amr, terms = plainSignInOptions, held } = input;
  return transaction(ctx, async (ctx) => {
    const user = held?.status === 'enabled' ? held : await admitUser(ctx, userId);
    const before = terms.continues && (await takeContinued(ctx, user, terms.continues.sessionId));
    if (before?.awaits) requireAwaited(before.awaits, amr);
    await requireTenantSso(ctx, user, { amr, tenantId: terms.tenantId, amrBefore: before?.amr });
    const proof = {
      amr,
      ssoTenantIds: ssoTenantsOf(input),
      before: before || input.requestedWith,
      byLinkFor: linkPurposeOf(input, before),
    };
    const newPassword = input.newPassword ?? before?.awaits?.newPassword;
    const changesFactors = newPassword !== undefined;
    const decision = await applySignInPolicy(ctx, user, proof, { changesFactors });
    const lifetimeSeconds = lifetimeOf(ctx, input, before);
    const revokeOtherSessions = terms.revokeOtherSessions || before?.awaits?.revokeOtherSessions === true;
    const stepUp = terms.continues?.stepUp || before?.awaits?.stepUp === true;
    const fields = {
      userId,
      amr: before ? joinFactors(before.amr, amr) : amr,
      tenantId: terms.tenantId || before?.tenantId || '',
      ssoTenantIds: [...new Set([...(before?.ssoTenantIds ?? []), ...ssoTenantsOf(input)])],
      customClaims: joinCustomClaims(before?.customClaims ?? {}, terms.customClaims),
      resetsPassword: terms.resetsPassword === true || before?.resetsPassword === true,
    };
    if (decision.kind !== 'allow') {
      const begunWith = before ? before.awaits?.begunWith : proof.byLinkFor ? undefined : factorsIn(amr)[0];
      const awaits = {
        methods: decision.methods,
        enrol: decision.kind === 'enrol',
        revokeOtherSessions,
        stepUp,
        ...(begunWith && { begunWith }),
        ...(decision.kind === 'secondFactor' && decision.mayTrust && { mayTrust: true as const }),
        ...(lifetimeSeconds && { endsAt: ctx.now() + lifetimeSeconds * 1000 }),
        ...(newPassword && { newPassword }),
      };
      const awaiting = await createSession(ctx, { ...fields, awaits });
      return { ...awaiting, user: await userInReach(ctx, awaiting.session, user) };
    }
    const actor = { type: 'user' as const, id: userId };
    const awaitedPassword = before?.awaits?.newPassword;
    if (awaitedPassword)
      await happen({ ...ctx, actor }, awaitedSignInComplete, { userId, newPassword: awaitedPassword });
    if (revokeOtherSessions) await endSessionsOf({ ...ctx, actor }, userId);
    const id = newId('S', ctx.now());
    const stepUpUntil = stepUp ? ctx.now() + (await lifetimesOfUser(ctx, user)).stepUpSeconds * 1000 : 0;
    const { tenantId } = before?.awaits ? fields : terms;
    const data = { ...input.via };
    const [noted, created] = await together([
      noteSignIn(ctx, user),
      createSession(ctx, { ...fields, id, stepUpUntil, lifetimeSeconds }),
      recordAudit({ ...ctx, actor }, { action: 'LoginSucceed', userId, tenantId, method, data }),
      happen(ctx, signedIn, { userId, sessionId: id }),
    ]);
    const trustedDevice = wantsTrust(terms, fields.amr, decision)
      ? await renewTrust(ctx, userId, fields.amr)
      : decision.trustedDevice;
    return {
      ...created,
      user: await userInReach(ctx, created.session, noted),
      ...(decision.offer && { offer: decision.offer }),
      ...(trustedDevice && { trustedDevice }),
    };
  });
}

/**
 * Only a session whose own factors satisfy the policy begins trust: not one that was allowed because of the trust itself, or in
 * the grace period, whatever two factors it has.
 */
function wantsTrust(
  { trustDevice }: SignInOptions,
  amr: string[],
  { offer, trustedDevice }: { offer?: unknown; trustedDevice?: string },
): boolean {
  return trustDevice === true && amr.includes('mfa') && !offer && !trustedDevice;
}

/** Refuses to complete a sign-in by a factor that does not count, or that proves the same again. */
function requireAwaited({ methods }: AwaitedSignIn, amr: string[]): void {
  if (factorsIn(amr).some((factor) => methods.includes(factor))) return;
  throw new ServiceError(
    'E064002',
    `This does not complete the sign-in. Use one of these: ${methods.join(', ')}`,
  );
}

function linkPurposeOf(
  { method, terms }: NewSession,
  before: Session | undefined,
): 'invite' | 'reset' | undefined {
  if (method === 'invite') return 'invite';
  return terms?.resetsPassword || before?.resetsPassword ? 'reset' : undefined;
}

/** Returns the tenant whose identity provider has just proven who the user is. */
function ssoTenantsOf({ amr, terms }: NewSession): string[] {
  return amr.includes('fed') && terms?.tenantId ? [terms.tenantId] : [];
}

/** Returns the lifetime. A further factor does not extend a limit that an identity provider has set. */
function lifetimeOf(
  ctx: TimedProjectData,
  { amr, lifetimeSeconds }: NewSession,
  before: Session | undefined,
): number | undefined {
  const endsAt = before?.awaits ? before.awaits.endsAt : before?.ssoTenantIds.length && before.expiresAt;
  if (!endsAt || amr.includes('fed')) return lifetimeSeconds;
  const left = Math.max(1, Math.floor((endsAt - ctx.now()) / 1000));
  return Math.min(left, lifetimeSeconds || left);
}

async function takeContinued(ctx: ProjectContext, user: User, sessionId: string): Promise<Session> {
  const session = await takeLiveSession(ctx, sessionId, user);
  if (!session.awaits) await noteEnded(ctx, [sessionId]);
  if (session.userId !== user.id) {
    throw new ServiceError(
      'E064002',
      'Step-up and MFA require the session of the same user. Sign in as that user first',
    );
  }
  if (session.impersonatorId)
    throw new ServiceError('E064002', 'An impersonation cannot be stepped up. Stop the impersonation first');
  return session;
}
