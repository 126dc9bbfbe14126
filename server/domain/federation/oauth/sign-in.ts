import { hash } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { withQuery } from '../../../core/url.ts';
import type { Claims } from '../../../protocols/oidc/claims.ts';
import type { ProviderTokens } from '../../../protocols/oidc/tokens.ts';
import { decideAgain, transaction } from '../../../storage/transaction.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { joinTenantsOf } from '../../directory/users/grants/join-tenants.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { proveAssertedAddress } from '../../directory/users/identifiers/prove-asserted.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { withMergeFlags } from '../../directory/users/merge-flags.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { issueExchangeCode } from '../../sessions/sessions/exchange-code.ts';
import { holdSession } from '../../sessions/sessions/live-session.ts';
import { requireFactorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import { SignInRefusal } from '../relying-party/refusal.ts';
import { findAccount } from './find-account.ts';
import { isUnchanged } from './load-provider.ts';
import { type OAuthProvider, titleOf } from './provider.ts';
import type { ProviderProfile } from './providers/definition.ts';
import type { RequestDetails } from './request.ts';
import { findIdentity, type IdentityKey, insertIdentity, replaceTokens } from './store-identities.ts';
import { keptTokens, tokensToKeep } from './tokens/kept-tokens.ts';

export interface OAuthSignIn {
  provider: OAuthProvider;
  details: RequestDetails;
  profile: ProviderProfile;
  /** All claims of the provider, for the application. */
  claims: Claims;
  issuer: string;
  tokens: ProviderTokens;
  /** False if the userinfo could not be read. */
  isComplete: boolean;
}

/** The longest claims that the application gets. They are stored in a row until the exchange. */
const maxClaimsLength = 16_384;

/**
 * Finds or creates the user of a provider's identity, and returns the application's address with a code.
 *
 * The identity is the provider, the issuer and the subject. An address leads to an account only as `findAccount` says.
 */
export async function signInByOAuth(ctx: ProjectContext, input: OAuthSignIn): Promise<string> {
  const { provider, details, profile, issuer } = input;
  const { redirectUrl, initiatedEmail, terms } = details;
  if (initiatedEmail && foldLoginId(profile.email) !== foldLoginId(initiatedEmail)) {
    throw new SignInRefusal('user', 'A different user signed in than the one who started.', redirectUrl);
  }
  return transaction(ctx, async (ctx) => {
    // One server's tokens must not be stored for another one that has replaced it meanwhile.
    if (!(await isUnchanged(ctx, provider))) {
      throw new SignInRefusal(
        'provider',
        'The provider’s settings have changed. Please start again.',
        redirectUrl,
      );
    }
    const key = { projectId: ctx.project.id, providerId: provider.id, issuer, subject: profile.subject };
    const { userId, firstSeen } = await findUserOf(ctx, input, key);
    const user = await loadUserById(ctx, userId);
    if (isDisabled(user))
      throw new SignInRefusal('user', 'The user is disabled.', redirectUrl, { cause: 'disabled', userId });
    if (profile.emailVerified && !user.verifiedEmail && user.email === profile.email) {
      const madeLoginId = ownLoginId(provider.id, profile.subject);
      await proveAssertedAddress(ctx, { userId, address: user.email, madeLoginId });
    }
    const claims = JSON.stringify(input.claims).length <= maxClaimsLength ? input.claims : {};
    const code = await issueExchangeCode(ctx, userId, {
      amr: ['oauth'],
      method: 'oauth',
      via: { provider: provider.id },
      terms,
      firstSeen,
      ...(details.linking && { begunIn: details.linking.sessionId }),
      idp: { connectionId: '', groups: [], samlAttributes: {}, oidcClaims: claims },
    });
    return withQuery(redirectUrl, { code });
  });
}

async function findUserOf(
  ctx: ProjectContext,
  input: OAuthSignIn,
  key: IdentityKey,
): Promise<{ userId: string; firstSeen: boolean }> {
  const { provider, details, profile } = input;
  const { intent, linking, redirectUrl } = details;
  const known = await findIdentity(ctx.db, key);
  if (linking) {
    await requireLinkable(ctx, linking, known?.userId, redirectUrl);
    if (!known) await linkIdentity(ctx, input, key, linking.userId);
  }
  if (known) {
    if (intent === 'signUp')
      throw new SignInRefusal('user', 'This account already exists. Please sign in.', redirectUrl);
    await replaceTokens(ctx.db, key, {
      ...tokensToKeep(ctx, provider, key, input.tokens, known),
      lastUsedAt: ctx.now(),
    });
    return { userId: known.userId, firstSeen: false };
  }
  if (linking) return { userId: linking.userId, firstSeen: false };
  const found = await findAccount(ctx, input, redirectUrl);
  if (found && intent === 'signUp') {
    throw new SignInRefusal(
      'user',
      `An account already exists with the address ${profile.email}.`,
      redirectUrl,
    );
  }
  // A new user has no session that a factor could be added to.
  const mayCreate = intent !== 'signIn' && !details.terms.continues;
  if (!found && !mayCreate) {
    throw new SignInRefusal(
      'user',
      `There is no user with this ${titleOf(provider)} account. Please sign up first.`,
      redirectUrl,
    );
  }
  if (found) {
    await linkIdentity(ctx, input, key, found);
    return { userId: found, firstSeen: false };
  }
  const userId = await bringUser(ctx, input);
  await addIdentity(ctx, input, key, userId);
  return { userId, firstSeen: true };
}

/** Requires that the requesting session is live and that no other user has the identity. */
async function requireLinkable(
  ctx: ProjectContext,
  linking: NonNullable<RequestDetails['linking']>,
  owner: string | undefined,
  redirectUrl: string,
): Promise<void> {
  const session = await holdSession(ctx, linking.sessionId);
  if (!session) throw new SignInRefusal('user', 'The session that requested it has ended.', redirectUrl);
  // The user may have added a second factor since the request.
  try {
    await requireFactorsForChange(ctx, session);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    throw new SignInRefusal('user', `${error.message}.`, redirectUrl);
  }
  if (owner !== undefined && owner !== linking.userId) {
    const reason = 'Another user already signs in with this account';
    const told = `${withMergeFlags(reason, linking.mergeFlags ?? [])}.`;
    throw new SignInRefusal('conflict', told, redirectUrl);
  }
}

/** Adds the identity to a user who exists already, and notifies them. */
async function linkIdentity(
  ctx: ProjectContext,
  input: OAuthSignIn,
  key: IdentityKey,
  userId: string,
): Promise<void> {
  await addIdentity(ctx, input, key, userId);
  await happen(ctx, accountChanged, { kind: 'factorAdded', userId, factor: 'account' });
}

async function addIdentity(
  ctx: ProjectContext,
  { provider, details, tokens }: OAuthSignIn,
  key: IdentityKey,
  userId: string,
): Promise<void> {
  const isNew = await insertIdentity(ctx.db, {
    ...key,
    ...keptTokens(ctx, provider, key, tokens),
    userId,
    renewals: 0,
    renewalFailure: '',
    leaseId: '',
    leaseExpiresAt: 0,
    createdAt: ctx.now(),
    lastUsedAt: ctx.now(),
  });
  // If an address has gone to another person, it comes back with another subject.
  if (!isNew) {
    const reason = `The user already signs in with another ${titleOf(provider)} account.`;
    decideAgain(new SignInRefusal('conflict', reason, details.redirectUrl));
  }
  await recordAudit(ctx, {
    action: 'OAuthIdentityAdded',
    userId,
    method: 'oauth',
    data: { provider: provider.id },
  });
}

/** Creates the user (just-in-time provisioning). Only an address that the provider has verified becomes a login ID. */
async function bringUser(ctx: ProjectContext, input: OAuthSignIn): Promise<string> {
  const { provider, profile, details } = input;
  const { subject, emailVerified, ...person } = profile;
  try {
    const user = await createUser(ctx, {
      ...person,
      loginId: emailVerified ? profile.email : ownLoginId(provider.id, subject),
      verifiedEmail: emailVerified,
      status: 'enabled',
      selfRegistered: true,
    });
    if (emailVerified) await joinTenantsOf(ctx, user.id, user.email);
    return user.id;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    const told = `The user cannot be created: ${error.message}.`;
    const refusal = new SignInRefusal('user', told, details.redirectUrl);
    // Another request may have created the user since `findAccount`.
    if (error.code === 'E062107') decideAgain(refusal);
    throw refusal;
  }
}

function ownLoginId(providerId: string, subject: string): string {
  const loginId = `${providerId}:${subject}`;
  // Login IDs are folded, shortened and free of control characters, but subjects are compared literally.
  return /^[0-9a-z_-]+:[0-9a-z._-]{1,200}$/.test(loginId)
    ? loginId
    : `${providerId}:${hash('sha256', subject, 'hex')}`;
}
