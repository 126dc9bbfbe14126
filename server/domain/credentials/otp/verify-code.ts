import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { findAddressee } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { CompletionOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { Bringer } from '../challenges/bringer.ts';
import type { Channel } from '../challenges/challenge.ts';
import { type CompletedSignIn, completeChallenge, signInBy } from '../challenges/complete.ts';
import { sessionSlotsOf, spendCode } from '../challenges/spend.ts';
import { sessionSlot, signInSlot, testSlot } from './slots.ts';

const method = 'otp';

interface CodeInput {
  loginId: string;
  code: string;
  channel: Channel;
  bringer: Bringer;
  options?: CompletionOptions | undefined;
}

/**
 * Signs in, completes a sign-up, or completes a change of address, whichever the code was sent for. An unknown user gets
 * the same answer as a user with a wrong code.
 */
export async function verifyCode(
  ctx: ProjectContext,
  { loginId, code, channel, bringer, options }: CodeInput,
): Promise<CompletedSignIn> {
  const user = await findAddressee(ctx, loginId);
  const userId = typeof user === 'object' ? user.id : '';
  const folded = foldLoginId(loginId);
  const subject = userId || folded;
  const asked = await sessionSlotsOf(ctx, { userId, loginId: folded, channel });
  const slots = [signInSlot(channel, subject), testSlot(subject), ...asked];
  return spendCode(ctx, { code, slots }, (ctx, challenge) =>
    signInBy(ctx, challenge, { method, bringer, options }),
  );
}

/**
 * Completes the change of the signed-in user's address that this very session requested with `targetOfUpdate`. The session
 * continues, and no other one begins.
 */
export async function confirmUpdate(
  ctx: UserContext,
  { loginId, code, channel }: Pick<CodeInput, 'loginId' | 'code' | 'channel'>,
): Promise<void> {
  const { id: sessionId, userId } = ctx.session;
  const bringer = { session: { id: sessionId, userId }, isVouchedFor: false };
  const asked = { purpose: 'update', channel, userId, sessionId, loginId: foldLoginId(loginId) } as const;
  await spendCode(ctx, { code, slots: [sessionSlot(asked)] }, (ctx, challenge) =>
    completeChallenge(ctx, challenge, bringer),
  );
}
