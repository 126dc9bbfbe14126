import type { ProjectContext } from '../../../../core/context.ts';
import { stranger } from '../../../credentials/challenges/bringer.ts';
import { findRecipient } from '../../../credentials/challenges/still-holds.ts';
import { verifyMagicLink } from '../../../credentials/magic-links/verify-link.ts';
import { exchangeCode } from '../../../sessions/sessions/exchange-code.ts';
import { ifAwaiting } from '../../../sessions/sessions/if-awaiting.ts';
import type { Outcome, StepName } from '../../hosted-pages/flow.ts';
import { offeredMethods, readMethod } from '../../hosted-pages/methods.ts';
import type { Problem } from '../../hosted-pages/problems.ts';
import { act, isOpen } from '../../hosted-pages/run-step.ts';
import { problems } from '../../hosted-pages/steps/oauth-step.ts';
import { type Action, type ActionName, actions, addressIn } from '../definitions/actions.ts';
import type { Next, ProjectFlow } from '../definitions/flow.ts';
import { startsOf } from '../documents/resolve-flow.ts';
import { accountChanges } from '../profile/account-changes.ts';
import { changeAccount } from '../profile/change-account.ts';
import { changeTenantProfile, tenantChanges } from '../profile/tenant-changes.ts';
import type { ScreenId } from '../screens/screens.ts';
import type { Acting, Taken } from './acting.ts';
import type { ExecutionState } from './execution.ts';
import { initialVisit } from './initial-visit.ts';
import { screenFor, stepOf } from './screen-steps.ts';

/** Does what the interaction says. Throws the ServiceError of a refusal. */
export async function takeAction(acting: Acting): Promise<Taken> {
  const { does } = acting.interaction;
  const [accountChange, tenantChange] = [accountChanges[does], tenantChanges[does]];
  if (accountChange) return changeAccount(acting, accountChange);
  if (tenantChange) return changeTenantProfile(acting, tenantChange);
  const own = ownActions[does];
  if (does === 'goBack' || acting.flow.ctx.project.settings.hostedPages.signUp)
    return own ? own(acting) : takeForm(acting, actions[does]);
  // The project may have closed its sign-up since the flow began.
  const { signUpOrIn: _, ...visit } = acting.state.visit;
  if (visit.signUp) return { kind: 'screen', state: acting.state, problem: 'signUpClosed' };
  const signingIn = { ...acting, state: { ...acting.state, visit }, flow: { ...acting.flow, visit } };
  return own ? own(signingIn) : takeForm(signingIn, actions[does]);
}

/** The actions that are no form of a step. */
const ownActions: Partial<Record<ActionName, (acting: Acting) => Promise<Taken>>> = {
  async goBack({ definition, state, flow, interaction }) {
    const [screen] = interaction.to as [ScreenId];
    if (startsOf(definition).includes(screen))
      return { kind: 'screen', state: restarted(flow.ctx, { definition, state, screen }) };
    return { kind: 'screen', state: { ...state, screen, depth: Math.max(state.depth - 1, 0) } };
  },

  // Anyone can close what they see, also without the right to it.
  close: async () => ({ kind: 'changed' }),

  async beginSignUp({ state, flow, input }) {
    if (!flow.ctx.project.settings.hostedPages.signUp)
      return { kind: 'screen', state, problem: 'signUpClosed' };
    const { tenantId, loginId } = state.visit;
    const visit = { loginId: addressIn(input) || loginId, ...(tenantId && { tenantId }) };
    return { kind: 'screen', state: { ...state, screen: 'create-account', depth: state.depth + 1, visit } };
  },

  sendAgain(acting) {
    const { state, flow } = acting;
    switch (state.screen) {
      case 'reset-sent':
        return takeForm(acting, { step: 'reset-sent', form: () => ({}) });
      case 'link':
        return takeForm(acting, { form: () => ({ method: 'magicLink' }) });
      case 'second-factor': {
        const { chosen, methods = [] } = flow.visit.awaiting ?? {};
        return takeForm(acting, { form: () => ({ factor: chosen ?? methods[0] ?? '' }) });
      }
      default: {
        const method = flow.visit.channel === 'sms' ? 'smsCode' : 'emailCode';
        return takeForm(acting, { form: () => ({ method }) });
      }
    }
  },

  async openLink({ state, input }) {
    const { token = '' } = input;
    if (!token) return { kind: 'screen', state };
    return { kind: 'screen', state: openedState(state, token, state.screen === 'reset-sent') };
  },

  async signInByLink({ flow, state }) {
    await flow.count('code');
    const { openedLink = '', visit } = state;
    const { firstSeen, ...started } = await verifyMagicLink(flow.ctx, openedLink, { bringer: stranger });
    return { kind: 'started', started, firstSeen, visit };
  },

  async setPassword(acting) {
    const { flow, state } = acting;
    const { secret = '' } = state.visit.choosing ?? {};
    if (!secret) return takeForm(acting, actions.setPassword);
    await flow.count('code');
    await findRecipient(flow.ctx, secret);
    const bringer = { bringer: stranger };
    const awaiting = await ifAwaiting(flow.ctx, (ctx) => verifyMagicLink(ctx, secret, bringer));
    if (!awaiting) return takeForm(acting, actions.setPassword);
    const { firstSeen, ...started } = awaiting;
    const visit = { ...state.visit, choosing: { by: 'reset', secret: '' } } as const;
    return { kind: 'started', started, firstSeen, visit };
  },

  async beginWithCode(acting) {
    const { exchangeCode: code = '' } = acting.input;
    return code ? exchange(acting, code) : { kind: 'screen', state: acting.state };
  },

  async comeBack(acting) {
    const { state, input, flow } = acting;
    const { exchangeCode: code = '', exchangeError = '', transactionId = '', response = '' } = input;
    if (code && leadsTo(acting, 'otherSite')) return exchange(acting, code, flow.place.collectedBy);
    if (exchangeError && leadsTo(acting, 'otherSite')) {
      const problem = problemOfProvider(state.screen, exchangeError);
      const next = { ...state, screen: 'provider-problem', depth: state.depth + 1 } as const;
      return { kind: 'screen', state: next, problem };
    }
    if (!transactionId || !leadsTo(acting, 'passkeyDialog')) return { kind: 'screen', state };
    if (!response) return { kind: 'screen', state, problem: 'noPasskey' };
    // Another transaction can be another user's.
    if (transactionId !== state.dialog) return { kind: 'screen', state, problem: { name: 'tooLate' } };
    const step = isFirst(acting) ? 'passkey' : stepOf(state.screen);
    return takeForm(acting, { step, form: () => ({ transactionId, response }) });
  },
};

/** Returns the state at a first screen of the flow, with the address as it was typed. */
export function restarted(
  ctx: Pick<ProjectContext, 'project'>,
  {
    definition,
    state,
    screen = definition.start,
  }: { definition: ProjectFlow; state: ExecutionState; screen?: ScreenId },
): ExecutionState {
  const { tenantId, loginId } = state.visit;
  const visit = { ...initialVisit(ctx, screen, tenantId), loginId };
  const { openedLink: _, ...rest } = state;
  // The component draws a screen again only if the number has changed.
  const depth = screen === definition.start && state.depth !== 0 ? 0 : state.depth + 1;
  return { ...rest, screen, depth, visit };
}

/** Exchanges a code as the API does. A code that names a collector is refused for every other one. */
async function exchange({ flow, state }: Acting, code: string, collector?: string): Promise<Taken> {
  await flow.count('exchange');
  const { started, grant } = await exchangeCode(flow.ctx, code, {}, collector);
  const { firstSeen, idp } = grant;
  return { kind: 'started', started, firstSeen, visit: state.visit, ...(idp && { idp }) };
}

/** Reports whether the browser can have left the shown screen for this. A screen takes back nothing else. */
function leadsTo({ definition, state }: Acting, place: Next): boolean {
  return Object.values(definition.screens[state.screen] ?? {}).some(({ to }) => to.includes(place));
}

function isFirst({ definition, state }: Acting): boolean {
  return state.screen === definition.start;
}

/** Returns the state in which a button uses the link. Opening it spends nothing, because scanners open links, too. */
export function openedState(state: ExecutionState, token: string, setsPassword: boolean): ExecutionState {
  const depth = state.depth + 1;
  if (!setsPassword) return { ...state, screen: 'open-link', depth, openedLink: token };
  const visit = { ...state.visit, choosing: { by: 'reset', secret: token } } as const;
  return { ...state, screen: 'set-password', depth, visit };
}

/** The address names the kind of the refusal. Its text could be anybody’s, and is never shown. */
function problemOfProvider(screen: ScreenId, kind: string): Problem {
  if (screen === 'organization') return { name: 'ssoBroken' };
  return { name: problems.get(kind) ?? 'providerBroken' };
}

async function takeForm(acting: Acting, { step, form }: Action): Promise<Taken> {
  const { flow, state, input, keeping } = acting;
  const own = step ?? stepOf(state.screen);
  const kept: { outcome?: Outcome; taken?: Taken } = {};
  const at = {
    ...flow,
    step: own,
    ...(keeping && {
      keeping(outcome: Outcome) {
        Object.assign(kept, { outcome, taken: takenOf(acting, own, outcome) });
        return keeping(kept.taken as Taken);
      },
    }),
  };
  const fields = form?.(input) ?? {};
  const method = readMethod(fields['method']);
  const isOffered = isOpen(at) && (!method || (await offeredMethods(at)).includes(method));
  // The button was hidden, or the project offered it when the screen was shown.
  if (!isOffered)
    return { kind: 'screen', state, problem: own === 'sign-up' ? 'signUpClosed' : { name: 'notAllowed' } };
  const outcome = await act(at, fields);
  if (!kept.taken) return takenOf(acting, own, outcome);
  if (kept.outcome !== outcome)
    throw new Error(`the step ${own} has changed its outcome after it was stored`);
  return kept.taken;
}

function takenOf({ state }: Pick<Acting, 'state'>, own: StepName, outcome: Outcome): Taken {
  if ('url' in outcome) return { kind: 'otherSite', url: outcome.url };
  if ('data' in outcome) {
    const { transactionId, options } = outcome.data as { transactionId: string; options: object };
    const creates = own === 'add-passkey' || own === 'offer-passkey';
    return { kind: 'passkeyDialog', creates, transactionId, options };
  }
  if ('started' in outcome) {
    const { started, firstSeen } = outcome;
    return { kind: 'started', started, firstSeen, visit: outcome.visit ?? state.visit };
  }
  const { problem, ...visit } = outcome.visit;
  const screen = screenFor(outcome.step, { visit, at: state.screen });
  const isNew = screen !== state.screen || visit.awaiting?.chosen !== state.visit.awaiting?.chosen;
  return {
    kind: 'screen',
    state: { ...state, screen, visit, depth: state.depth + (isNew ? 1 : 0) },
    ...(problem && { problem }),
  };
}
