import { resumeSession } from '../../sessions/sessions/resume-session.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { factorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import { offersPasskeys } from './availability.ts';
import type { Flow, StepName } from './flow.ts';
import { wasOfferedPasskey } from './offered-passkey.ts';
import { problemOf } from './problems.ts';
import { missingFactors, sendFactorCode, usableFactors } from './second-factors.ts';
import type { Visit } from './visit.ts';

/** The parts of a flow that the end of a sign-in needs. */
export type Ending = Pick<Flow, 'ctx' | 'target' | 'visit' | 'language' | 'count' | 'place'>;

/** Returns the step that a sign-in still needs, or `undefined` if it is complete and the browser can leave our pages. */
export async function nextStep(
  ending: Ending,
  { started, firstSeen }: { started: StartedSession; firstSeen: boolean },
): Promise<{ step: StepName; visit: Visit } | undefined> {
  const { session, tokenId, user, offer } = started;
  const { choosing = choiceAfterSignUp(ending, started, firstSeen), begun } = ending.visit;
  const loginId = user.loginIds[0] ?? ending.visit.loginId;
  const handle = { sessionId: session.id, tokenId, firstSeen };
  const kept: Visit = { loginId, ...(choosing && { choosing }) };
  if (session.awaits) {
    const { enrol, mayTrust = false } = session.awaits;
    const methods = await usableFactors(ending, session.awaits.methods);
    const visit: Visit = { ...kept, awaiting: { ...handle, userId: user.id, methods, enrol, mayTrust } };
    return enrol ? { step: 'add-factor', visit } : withCode(ending, visit);
  }
  const missing = ending.target.secondFactor ? await missingFactors(ending, started) : [];
  if (missing.length > 0) {
    return withCode(ending, {
      ...kept,
      awaiting: { ...handle, userId: user.id, methods: missing, enrol: false },
    });
  }
  const isStillToChoose = choosing?.secret === '' && !begun;
  if (isStillToChoose) return { step: 'choose', visit: { ...kept, begun: handle } };
  if (begun) return undefined;
  if (!offer)
    return (await offersPasskey(ending, started))
      ? { step: 'offer-passkey', visit: { ...kept, begun: handle } }
      : undefined;
  const methods = await usableFactors(ending, offer.methods);
  if (methods.length === 0) return undefined;
  return { step: 'add-factor', visit: { ...kept, begun: handle, offer: { methods, until: offer.until } } };
}

/**
 * Returns the step that follows one whose change needs a factor, which the policy has come to demand since the step was shown. A sign-in
 * that awaits other factors cannot be completed any more, so it begins again.
 */
export async function stepBeforeChange(ending: Ending): Promise<{ step: StepName; visit: Visit }> {
  const { ctx, visit } = ending;
  const { awaiting, begun, choosing, loginId, tenantId } = visit;
  const handle = begun ?? awaiting;
  const problem = { name: 'rulesChanged', step: 'start' } as const;
  const again = { step: 'start', visit: { loginId, ...(tenantId && { tenantId }), problem } } as const;
  if (!handle) return again;
  const { sessionId, tokenId, firstSeen } = handle;
  const { session, user } = await resumeSession(ctx, handle);
  const demanded = await factorsForChange(ctx, { session, user });
  const awaited = demanded.filter((factor) => session.awaits?.methods.includes(factor) ?? true);
  if (awaited.length === 0) return again;
  const methods = await usableFactors(ending, awaited);
  return withCode(ending, {
    loginId,
    ...(choosing && { choosing }),
    awaiting: { sessionId, tokenId, firstSeen, userId: user.id, methods, enrol: false },
  });
}

/**
 * Lets a user who has signed up by a code or link choose a password or a passkey, if they have neither and the project offers one. The
 * account may be one that another person had prepared, whose password is gone.
 */
function choiceAfterSignUp(
  ending: Ending,
  { session, user }: StartedSession,
  firstSeen: boolean,
): Visit['choosing'] {
  const { ctx, visit, place } = ending;
  // Applications expect the session after the code.
  if (!place.isOwn) return undefined;
  const { signInMethods, signUpProvesAddress } = ctx.project.settings.hostedPages;
  const isProven = session.amr.includes('email') || session.amr.includes('sms');
  const isSignUp = signUpProvesAddress && isProven && (firstSeen || visit.signUp !== undefined);
  const hasNone = !user.hasPassword && !user.hasPasskey;
  const isOffered = signInMethods.includes('password') || offersPasskeys(ending);
  return isSignUp && hasNone && isOffered ? { by: 'signUp', secret: '' } : undefined;
}

/**
 * Reports whether to offer a passkey: after a password, or on the application's own page also after a code, to a user without one who may add it now, and once in a while in this
 * browser.
 */
async function offersPasskey(ending: Ending, { session, user }: StartedSession): Promise<boolean> {
  const { ctx, place } = ending;
  if (place.offersPasskeys === false || !offersPasskeys(ending)) return false;
  if (!ctx.project.settings.hostedPages.offerPasskeys) return false;
  const factors = place.isOwn ? ['pwd'] : ['pwd', 'email', 'sms'];
  const isTyped = session.amr.some((factor) => factors.includes(factor)) && !session.resetsPassword;
  if (!isTyped || user.hasPasskey || wasOfferedPasskey(ctx)) return false;
  return (await factorsForChange(ctx, { user, session })).length === 0;
}

/** Sends the code at once if the first factor to ask for is one. A problem is shown on the page, which has other factors. */
async function withCode(ending: Ending, visit: Visit): Promise<{ step: StepName; visit: Visit }> {
  const step = 'second-factor';
  const [factor] = visit.awaiting?.methods ?? [];
  if (factor !== 'email' && factor !== 'sms') return { step, visit };
  try {
    await sendFactorCode({ ...ending, visit }, factor);
    return { step, visit };
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return { step, visit: { ...visit, problem: { ...problem, step } } };
  }
}
