import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { readDetails, type UserDetails } from '../../directory/users/details.ts';
import { loadSignInUser, requireFreeName } from '../../directory/users/identifiers/find-addressee.ts';
import { readLoginId } from '../../directory/users/identifiers/login-id.ts';
import { revocationsOf } from '../../directory/users/revocations.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { plainSignInOptions, type SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { NewChallenge } from '../challenges/challenge.ts';
import { issueLink } from '../challenges/issue.ts';

/** The lifetime if the integrator gives none. */
const defaultSeconds = 60;
/** The longest lifetime. NIST SP 800-63B §4.2.1.2 lets an emailed secret live for a day. */
export const longestEmbeddedSeconds = 24 * 60 * 60;

/**
 * Creates a secret that signs a user in, for an integrator to put into a message of their own. Sends nothing and proves no
 * address: the integrator answers for where it goes.
 */
export async function makeSignInSecret(
  ctx: ProjectContext,
  who: string,
  { customClaims, timeoutSeconds }: { customClaims: Record<string, unknown>; timeoutSeconds: number },
): Promise<string> {
  const user = await loadSignInUser(ctx, who);
  const challenge: NewChallenge<'signIn'> = {
    purpose: 'signIn',
    userId: user.id,
    loginId: '',
    channel: '',
    address: '',
    details: { revocations: await revocationsOf(ctx, user.id) },
    terms: { ...plainSignInOptions, customClaims },
  };
  return transaction(ctx, async (ctx) => {
    await recordAudit(ctx, { action: 'EmbeddedLinkCreated', userId: user.id, method: 'embeddedlink' });
    return issue(ctx, challenge, timeoutSeconds);
  });
}

export interface EmbeddedSignUp {
  loginId: string;
  user: UserDetails;
  emailVerified: boolean;
  phoneVerified: boolean;
  terms: SignInOptions;
  timeoutSeconds: number;
}

/** Creates a secret that registers a user when it is used. Throws E062107 if the login ID is registered. */
export async function makeSignUpSecret(ctx: TimedProjectData, input: EmbeddedSignUp): Promise<string> {
  const { user, emailVerified, phoneVerified, terms, timeoutSeconds } = input;
  const { folded, written } = readLoginId(input.loginId);
  readDetails({ ...user, loginId: input.loginId });
  await requireFreeName(ctx, folded);
  const details = {
    loginId: written,
    user,
    vouchedFor: true,
    verifiedEmail: emailVerified,
    verifiedPhone: phoneVerified,
  };
  const challenge: NewChallenge<'signUp'> = {
    purpose: 'signUp',
    userId: '',
    loginId: folded,
    channel: '',
    address: '',
    details,
    terms,
  };
  return issue(ctx, challenge, timeoutSeconds);
}

function issue(ctx: TimedProjectData, challenge: NewChallenge, timeoutSeconds: number): Promise<string> {
  const lifetimeMs = (timeoutSeconds || defaultSeconds) * 1000;
  return transaction(ctx, async (ctx) => (await issueLink(ctx, challenge, { lifetimeMs })).secret);
}
