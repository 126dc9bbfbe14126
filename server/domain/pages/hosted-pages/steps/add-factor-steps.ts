import { dayIn } from '../../../../core/languages/language.ts';
import { html } from '../../../../http/page.ts';
import { finishUpdate } from '../../../credentials/passkeys/finish-update.ts';
import { startUpdate } from '../../../credentials/passkeys/start-update.ts';
import { startTotpUpdate } from '../../../credentials/totp/start-totp.ts';
import { asBegun, resumeSession } from '../../../sessions/sessions/resume-session.ts';
import { noticeOf } from '../fields.ts';
import { type Flow, type Outcome, problemText, type Step, type StepName, urlOf, went } from '../flow.ts';
import type { PageFactor } from '../page-factor.ts';
import { cardOf, linkButtonOf, markedCardOf } from '../views.ts';
import type { Visit } from '../visit.ts';
import { passkeyForm } from './passkey-form.ts';
import { choose, factorButtons } from './second-factor-step.ts';

/** The step in which a user without a second factor adds one: at once, or within the grace period. */
export const addFactorStep: Step = {
  isOffered: hasSession,
  show(flow) {
    const { words, visit, language } = flow;
    const { title, lead, leadUntil, later } = words.addFactor;
    const { offer } = visit;
    return {
      title,
      body: cardOf(
        title,
        noticeOf(problemText(flow) ?? (methodsOf(visit).length === 0 ? words.secondFactor.noWay : undefined)),
        html`<p class="lead">${offer ? leadUntil({ day: dayIn(language, offer.until) }) : lead}</p>`,
        factorButtons(flow, methodsOf(visit)),
        offer && linkButtonOf(flow, { name: 'skip', value: 'yes', label: later }),
      ),
    };
  },
  async act(flow, { factor, skip }) {
    const { visit } = flow;
    if (skip && visit.begun) return begunAgain(flow);
    const chosen = methodsOf(visit).find((method) => method === factor);
    switch (chosen) {
      case 'totp': {
        const { secret: totpSecret } = await startTotpUpdate(await signedIn(flow), visit.loginId);
        return { step: 'enrol', visit: went(visit, { totpSecret }) };
      }
      case 'passkey':
        return { step: 'add-passkey', visit: went(visit) };
      case 'email':
      case 'sms':
        // An address that was never verified: the first code that arrives there adds it.
        return visit.awaiting ? choose(flow, chosen) : { step: flow.step, visit };
      default:
        return { step: flow.step, visit };
    }
  },
};

/** The step that creates a passkey. */
export const addPasskeyStep: Step = {
  isOffered: hasSession,
  show(flow) {
    const { title, lead, use, none, other } = flow.words.addPasskey;
    return {
      title,
      body: markedCardOf(
        { icon: 'passkey' },
        title,
        noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        passkeyForm(flow, { use, none }, { isMain: true }),
        html`<p class="other"><a href="${urlOf(flow, stepBefore(flow.visit))}">${other}</a></p>`,
      ),
    };
  },
  act: createPasskey,
};

function stepBefore({ awaiting, offer }: Visit): StepName {
  return awaiting || offer ? 'add-factor' : 'choose';
}

async function createPasskey(
  flow: Flow,
  { start, transactionId = '', response = '' }: Record<string, string>,
): Promise<Outcome> {
  const { ctx, visit, place } = flow;
  if (start) {
    await flow.count('passkeyStart');
    const input = { loginId: visit.loginId, origin: place.origin, wishes: {}, mfa: true };
    const { transactionId, options } = await startUpdate(await signedIn(flow), input);
    return { data: { transactionId, options } };
  }
  await flow.count('code');
  const started = await finishUpdate(ctx, { transactionId, response });
  return started ? { started, firstSeen: handleOf(visit).firstSeen } : begunAgain(flow);
}

/** The step in which a user who signed in with a password may create a passkey. */
export const offerPasskeyStep: Step = {
  needs: 'begun',
  show(flow) {
    const { title, lead, later, use, none } = flow.words.offerPasskey;
    return {
      title,
      body: markedCardOf(
        { icon: 'passkey' },
        title,
        noticeOf(problemText(flow)),
        html`<p class="lead">${lead}</p>`,
        passkeyForm(flow, { use, none }, { isMain: true }),
        linkButtonOf(flow, { name: 'skip', value: 'yes', label: later }),
      ),
    };
  },
  act: (flow, form) => (form['skip'] ? begunAgain(flow) : createPasskey(flow, form)),
};

function methodsOf({ awaiting, offer }: Visit): PageFactor[] {
  return awaiting?.methods ?? offer?.methods ?? [];
}

function hasSession({ visit: { awaiting, begun } }: Pick<Flow, 'visit'>): boolean {
  return Boolean(awaiting || begun);
}

function handleOf({ awaiting, begun }: Visit) {
  const handle = awaiting ?? begun;
  if (!handle) throw new Error('the step needs a session');
  return handle;
}

async function signedIn({ ctx, visit }: Flow) {
  return asBegun(ctx, await resumeSession(ctx, handleOf(visit)));
}

async function begunAgain({ ctx, visit }: Flow): Promise<Outcome> {
  const handle = handleOf(visit);
  return { started: await resumeSession(ctx, handle), firstSeen: handle.firstSeen };
}
