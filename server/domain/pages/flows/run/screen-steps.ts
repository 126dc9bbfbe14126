import type { StepName } from '../../hosted-pages/flow.ts';
import { steps } from '../../hosted-pages/run-step.ts';
import { factorOf } from '../../hosted-pages/steps/second-factor-step.ts';
import type { Visit } from '../../hosted-pages/visit.ts';
import { isProfileScreen, type ProfileScreenId } from '../screens/profile-screens.ts';
import type { ScreenId } from '../screens/screens.ts';

/** The step of the hosted pages that a screen shows. */
const stepOfScreen: Record<Exclude<ScreenId, ProfileScreenId>, StepName> = {
  'sign-up-or-in': 'start',
  'sign-in': 'start',
  'sign-up': 'sign-up',
  'create-account': 'sign-up',
  password: 'password',
  'create-password': 'password',
  'replace-password': 'new-password',
  'reset-sent': 'reset-sent',
  'set-password': 'choose',
  code: 'code',
  link: 'link',
  'open-link': 'link',
  'opened-elsewhere': 'link',
  authenticator: 'authenticator',
  'set-up-authenticator': 'enrol',
  organization: 'sso',
  'provider-problem': 'oauth',
  'start-over': 'done',
  'second-factor': 'second-factor',
  'second-factor-passkey': 'second-factor',
  'second-factor-recovery-code': 'second-factor',
  'second-factor-password': 'second-factor',
  'add-factor': 'add-factor',
  'add-passkey': 'add-passkey',
  'offer-passkey': 'offer-passkey',
  'step-up': 'second-factor',
  unavailable: 'done',
};

export function stepOf(screen: ScreenId): StepName {
  // Changes of a profile are no steps of a sign-in.
  return isProfileScreen(screen) ? 'done' : stepOfScreen[screen];
}

/** The parts of the visit without which a screen makes no sense. */
export function needsOf(screen: ScreenId): (keyof Visit)[] {
  // Anyone can come here with a link, or without having typed anything.
  if (screen === 'open-link' || screen === 'provider-problem' || screen === 'opened-elsewhere') return [];
  if (isProfileScreen(screen) || screen === 'unavailable' || screen === 'start-over') return [];
  const { needs } = steps[stepOf(screen)];
  return needs ? [needs] : [];
}

/** Screens without a message of their own when an interaction fails. */
const withoutProblem: readonly ScreenId[] = ['provider-problem', 'start-over', 'unavailable'];

export function showsProblem(screen: ScreenId): boolean {
  return !withoutProblem.includes(screen);
}

const screenOfStep: Partial<Record<StepName, ScreenId>> = {
  start: 'start-over',
  'new-password': 'replace-password',
  'reset-sent': 'reset-sent',
  choose: 'set-password',
  code: 'code',
  link: 'link',
  authenticator: 'authenticator',
  enrol: 'set-up-authenticator',
  sso: 'organization',
  oauth: 'provider-problem',
  'add-factor': 'add-factor',
  'add-passkey': 'add-passkey',
  'offer-passkey': 'offer-passkey',
};

/** Returns the screen of a step that follows another screen. */
export function screenFor(step: StepName, { visit, at }: { visit: Visit; at: ScreenId }): ScreenId {
  if (stepOf(at) === step && step !== 'second-factor' && step !== 'password') return at;
  if (step === 'password') return visit.signUp ? 'create-password' : 'password';
  if (step === 'second-factor') return screenOfFactor(visit);
  const screen = screenOfStep[step];
  if (!screen) throw new Error(`no screen shows the step ${step} after ${at}`);
  return screen;
}

function screenOfFactor(visit: Visit): ScreenId {
  switch (visit.awaiting && factorOf({ visit })) {
    case undefined:
      return 'unavailable';
    case 'passkey':
      return 'second-factor-passkey';
    case 'recoveryCode':
      return 'second-factor-recovery-code';
    case 'password':
      return 'second-factor-password';
    default:
      return 'second-factor';
  }
}
