import type { ProjectContext } from '../../../../core/context.ts';
import { dayIn } from '../../../../core/languages/language.ts';
import { qrPng } from '../../../../protocols/totp/qr-png.ts';
import { provisioningUrl } from '../../../../protocols/totp/totp.ts';
import { maskTyped } from '../../../directory/users/identifiers/mask.ts';
import type { Flow } from '../../hosted-pages/flow.ts';
import { isNamed, offeredMethods } from '../../hosted-pages/methods.ts';
import { textOfProblem } from '../../hosted-pages/problem-text.ts';
import type { Problem } from '../../hosted-pages/problems.ts';
import { askableFactors, factorOf } from '../../hosted-pages/steps/second-factor-step.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { factorButtons, methodButtons } from '../screens/parts.ts';
import { isProfileScreen } from '../screens/profile-screens.ts';
import type { ScreenId } from '../screens/screens.ts';
import type { ExecutionState } from './execution.ts';
import { showsProblem } from './screen-steps.ts';

/** The content of a screen. Everything in it may be seen by scripts of the application’s page. */
export type ScreenState = Record<string, unknown>;

/** A problem of a step, or one that only flows have. */
export type FlowProblem = Problem | 'noPasskey' | 'signUpClosed' | ProfileProblem;

/** A problem of a change that a signed-in user makes. */
export type ProfileProblem = 'signInFirst' | 'notEditable' | 'lastWay' | { said: string };

type Shown = Pick<ExecutionState, 'screen' | 'visit'> & { definition: ProjectFlow };

/** Returns the state of the shown screen. `problem` is why the last interaction was refused. */
export async function stateOf(
  flow: Flow,
  state: ProfileParts & Pick<ExecutionState, 'visit' | 'typed'>,
  { definition, problem }: { definition: ProjectFlow; problem: FlowProblem | undefined },
): Promise<ScreenState> {
  const { screen, visit } = state;
  const { ctx } = flow;
  const text = problem && textOf(flow, screen, problem);
  const { loginId } = visit;
  const isTyped = loginId !== '' && screen !== 'unavailable';
  return {
    form: isTyped
      ? { loginId, email: loginId, phone: loginId, ...(visit.signUp && { name: visit.signUp.name }) }
      : { ...state.typed },
    project: { name: ctx.project.name },
    ...(text && showsProblem(screen) && { errorText: text, errorType: errorTypeOf(problem) }),
    ...(await more(flow, { screen, visit, definition })),
    ...profileState(flow, state),
    // An error of the first screen after a redirect is lost, so that these screens have their own text.
    ...((screen === 'provider-problem' || screen === 'start-over') && { problem: text ?? '' }),
  };
}

function textOf({ language, words }: Flow, screen: ScreenId, problem: FlowProblem): string {
  if (typeof problem === 'object' && 'said' in problem) return problem.said;
  const { account, flows } = language.texts;
  if (isProfileScreen(screen)) {
    const own: Partial<Record<string, string>> = {
      ...account.problems,
      lastWay: account.lastWay,
      ...flows.profile,
    };
    const text = own[typeof problem === 'object' ? problem.name : problem];
    if (text) return text;
    if (problem === 'noPasskey') return account.passkeys.failed;
  }
  if (typeof problem === 'object') return textOfProblem(language, problem);
  if (problem === 'signUpClosed') return language.texts.flows.signUpClosed;
  if (screen === 'offer-passkey') return words.offerPasskey.none;
  return screen === 'add-passkey' ? words.addPasskey.none : words.passkey.none;
}

/** Names of problems in the spelling of error types, such as `wrong_code`. */
function errorTypeOf(problem: FlowProblem): string {
  const name = typeof problem === 'string' ? problem : 'said' in problem ? 'notAllowed' : problem.name;
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

async function more(flow: Flow, shown: Shown): Promise<ScreenState> {
  const { screen, visit } = shown;
  const { words, language } = flow;
  const flowWords = language.texts.flows;
  switch (screen) {
    case 'code':
      return {
        ...sentTo(flow, {
          known: flowWords.codeSentTo,
          perhaps: flowWords.codeSent,
          unnamed: words.code.sentBy[visit.channel ?? 'email'],
        }),
        ...(await hiddenWays(flow, shown)),
      };
    case 'link':
      return {
        ...sentTo(flow, {
          known: flowWords.linkSentTo,
          perhaps: flowWords.linkSent,
          unnamed: words.link.lead,
        }),
        ...(await hiddenWays(flow, shown)),
      };
    case 'reset-sent':
      return sentTo(flow, {
        known: flowWords.resetSent,
        perhaps: flowWords.resetSent,
        unnamed: words.reset.sent,
      });
    case 'password':
    case 'create-password':
    case 'authenticator':
    case 'organization':
      return hiddenWays(flow, shown);
    case 'set-up-authenticator':
    case 'user-profile-authenticator-code':
      return { totp: totpOf(flow.ctx, visit), ...hiding(visit.begun ? [] : ['skip']) };
    case 'step-up':
      return hiddenFactors(visit.awaiting?.methods ?? []);
    case 'second-factor':
    case 'second-factor-passkey':
    case 'second-factor-recovery-code':
    case 'second-factor-password':
      return secondFactor(flow);
    case 'add-factor':
      return addFactor(flow);
    case 'unavailable':
      return { title: words.secondFactor.title, lead: unavailableLead(flow) };
    default:
      return {};
  }
}

type Sentence = (values: { address: string }) => string;

/** Says where the message has gone, by a hint that comes from what was typed. */
function sentTo(
  { visit }: Flow,
  { known, perhaps, unnamed }: { known: Sentence; perhaps: Sentence; unnamed: string },
): ScreenState {
  const masked = maskTyped(visit.loginId);
  const isAddress = masked !== '***';
  const sentence = visit.signUp || visit.signUpOrIn ? known : perhaps;
  return {
    lead: isAddress ? sentence({ address: masked }) : unnamed,
    sentTo: isAddress ? { [masked.includes('@') ? 'maskedEmail' : 'maskedPhone']: masked } : {},
  };
}

/** Hides the buttons of the methods that do not fit what was typed. */
async function hiddenWays(flow: Flow, { screen, visit, definition }: Shown): Promise<ScreenState> {
  const offered = await offeredMethods({ ...flow, visit });
  const named = flow.ctx.project.settings.hostedPages.signInMethods.filter(isNamed);
  const own = ownMethod(flow);
  const hidden = named.filter((method) => method === own || !offered.includes(method));
  const buttons = definition.screens[screen] ?? {};
  const isAlone = named.every(
    (method) => hidden.includes(method) || !Object.hasOwn(buttons, methodButtons[method]),
  );
  return hiding([...hidden.map((method) => methodButtons[method]), ...(isAlone ? ['otherWays'] : [])]);
}

/** The method of the shown step. */
function ownMethod({ step, visit }: Flow) {
  if (step === 'code') return visit.channel === 'sms' ? 'smsCode' : 'emailCode';
  const methods = { password: 'password', link: 'magicLink', authenticator: 'totp', sso: 'sso' } as const;
  return methods[step as keyof typeof methods];
}

function hiding(ids: string[]): ScreenState {
  return { componentsState: Object.fromEntries(ids.map((id) => [id, 'hide'])) };
}

function totpOf(ctx: ProjectContext, { totpSecret: secret = '', loginId: account }: ExecutionState['visit']) {
  const provisionUrl = provisioningUrl({ secret, issuer: ctx.project.name, account });
  return {
    provisionUrl,
    image: qrPng(provisionUrl).toString('base64'),
    secret: secret.replace(/.{4}(?=.)/g, '$& '),
  };
}

function secondFactor(flow: Flow): ScreenState {
  const { words, visit } = flow;
  const { mayTrust = false } = visit.awaiting ?? {};
  const factor = factorOf(flow);
  const others = askableFactors(visit).filter((method) => method !== factor);
  const isSent = factor === 'email' || factor === 'sms';
  return {
    lead: factor ? words.secondFactor.lead[factor] : words.secondFactor.noWay,
    ...hiddenFactors(
      others,
      ...(others.length === 0 ? ['otherWays'] : []),
      ...(mayTrust ? [] : ['trust']),
      ...(isSent ? [] : ['resend']),
    ),
  };
}

function addFactor({ words, visit, language }: Flow): ScreenState {
  const { awaiting, offer } = visit;
  const { lead, leadUntil } = words.addFactor;
  const methods = awaiting?.methods ?? offer?.methods ?? [];
  const required = methods.length > 0 ? lead : words.secondFactor.noWay;
  return {
    lead: offer ? leadUntil({ day: dayIn(language, offer.until) }) : required,
    ...hiddenFactors(methods, ...(offer ? [] : ['skip'])),
  };
}

/** Hides the buttons of all factors but these. */
function hiddenFactors(methods: readonly string[], ...more: string[]): ScreenState {
  const hidden = Object.entries(factorButtons).flatMap(([method, id]) =>
    methods.includes(method) ? [] : [id],
  );
  return hiding([...hidden, ...more]);
}

function unavailableLead({ words, language, visit }: Flow): string {
  const { signInFirst, cannotConfirm } = language.texts.flows;
  if (!visit.awaiting) return signInFirst;
  // A sign-in that lacks its second factor says nothing about a step-up.
  return visit.awaiting.stepUp === undefined ? words.secondFactor.noWay : cannotConfirm;
}

type ProfileParts = Pick<ExecutionState, 'screen' | 'changing' | 'recoveryCodes' | 'domainRecord' | 'shown'>;

/** The parts of the state that the screens of a profile show. */
function profileState(
  { language }: Flow,
  { screen, changing, recoveryCodes, domainRecord, shown }: ProfileParts,
): ScreenState {
  if (screen === 'tenant-profile-domain-record') return { domain: domainRecord };
  if (screen === 'tenant-profile-password-policy' || screen === 'tenant-profile-session-settings')
    return { lead: shown ?? language.texts.flows.profile.signInFirst };
  if (screen === 'user-profile-code' && changing) {
    const address = maskTyped(changing.address);
    return {
      lead: language.texts.account.addresses.sentTo({ address }),
      sentTo: { [changing.channel === 'email' ? 'maskedEmail' : 'maskedPhone']: address },
    };
  }
  return screen === 'user-profile-recovery-codes-shown' ? { recoveryCodes: recoveryCodes?.join('  ') } : {};
}
