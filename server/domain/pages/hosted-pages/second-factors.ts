import type { Channel } from '../../credentials/challenges/challenge.ts';
import { targetOfSignIn } from '../../credentials/challenges/target.ts';
import { sendCode } from '../../credentials/otp/send-code.ts';
import { countRecoveryCodes } from '../../credentials/recovery-codes/create-codes.ts';
import { plainSignInOptions, type SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { factorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import { canSend, canUsePasskeys } from './availability.ts';
import type { AtPlace, Flow } from './flow.ts';
import { type PageFactor, pageFactors } from './page-factor.ts';
import type { Visit } from './visit.ts';

/** Returns those of the factors that can be asked for here and now. */
export async function usableFactors(flow: AtPlace, wanted: string[]): Promise<PageFactor[]> {
  const named = pageFactors.filter((factor) => wanted.includes(factor));
  const usable = await Promise.all(named.map((factor) => isUsable(flow, factor)));
  return named.filter((_, i) => usable[i]);
}

async function isUsable(flow: AtPlace, factor: PageFactor): Promise<boolean> {
  const { ctx } = flow;
  if (factor === 'passkey') return canUsePasskeys(flow);
  return factor === 'sms' || factor === 'email' ? canSend(ctx, factor) : true;
}

/**
 * Returns the factors of which the user must prove one before they change how they sign in: those that the sign-in policy demands,
 * and otherwise those by which a session of one factor becomes one of two. None if it has two, or if the user has no second one. A factor that the user has set up comes before a code by mail or SMS, which anyone with access to the mailbox gets.
 */
export async function missingFactors(
  flow: AtPlace,
  { session, user }: Pick<StartedSession, 'session' | 'user'>,
): Promise<PageFactor[]> {
  const { ctx } = flow;
  const demanded = await factorsForChange(ctx, { session, user });
  if (demanded.length > 0) return usableFactors(flow, demanded);
  const { amr } = session;
  if (amr.includes('mfa')) return [];
  if (amr.includes('totp')) {
    const others = [
      ...(user.hasPassword ? ['password'] : []),
      ...(user.verifiedEmail ? ['email'] : []),
      ...(user.verifiedPhone ? ['sms'] : []),
    ];
    return usableFactors(flow, others);
  }
  const own = [...(user.hasTotp ? ['totp'] : []), ...(user.hasPasskey ? ['passkey'] : [])];
  const usable = await usableFactors(flow, own);
  if (usable.length === 0) return [];
  const hasCodes = (await countRecoveryCodes(ctx, { userId: user.id })) > 0;
  return hasCodes ? [...usable, 'recoveryCode'] : usable;
}

/** Returns the sign-in that awaits its second factor. */
export function awaitingOf({ awaiting }: Visit): NonNullable<Visit['awaiting']> {
  if (!awaiting) throw new Error('the step needs a sign-in that awaits its second factor');
  return awaiting;
}

/** Returns the options with which a further factor continues a session. */
export function continuing({
  sessionId,
  stepUp = false,
}: {
  sessionId: string;
  stepUp?: boolean;
}): SignInOptions {
  return { ...plainSignInOptions, continues: { sessionId, stepUp } };
}

/** Sends a code that completes the sign-in. */
export async function sendFactorCode(
  { ctx, visit, language, count }: Pick<Flow, 'ctx' | 'visit' | 'language' | 'count'>,
  channel: Channel,
): Promise<void> {
  await count('message');
  const terms = continuing(awaitingOf(visit));
  const target = () => targetOfSignIn(ctx, { loginId: visit.loginId, channel, terms });
  await sendCode(ctx, channel, target, { locale: language.tag });
}
