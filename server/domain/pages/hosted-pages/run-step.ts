import { ServiceError } from '../../../core/errors.ts';
import type { Flow, Outcome, Step, StepName } from './flow.ts';
import { beginMethod, offeredMethods, readMethod } from './methods.ts';
import { stepBeforeChange } from './next-step.ts';
import type { PageFactor } from './page-factor.ts';
import { addFactorStep, addPasskeyStep, offerPasskeyStep } from './steps/add-factor-steps.ts';
import { authenticatorStep, codeStep, enrolStep, linkStep } from './steps/code-steps.ts';
import { chooseStep, doneStep } from './steps/end-steps.ts';
import { oauthStep } from './steps/oauth-step.ts';
import { passkeyStep } from './steps/passkey-step.ts';
import { newPasswordStep, passwordStep } from './steps/password-steps.ts';
import { resetSentStep } from './steps/reset-step.ts';
import { factorOf, secondFactorStep } from './steps/second-factor-step.ts';
import { signUpStep, ssoStep, startStep } from './steps/start-steps.ts';

/** All steps, by the last part of their address. */
export const steps: Record<StepName, Step> = {
  start: startStep,
  'sign-up': signUpStep,
  password: passwordStep,
  'new-password': newPasswordStep,
  'reset-sent': resetSentStep,
  code: codeStep,
  link: linkStep,
  authenticator: authenticatorStep,
  enrol: enrolStep,
  sso: ssoStep,
  oauth: oauthStep,
  passkey: passkeyStep,
  choose: chooseStep,
  'second-factor': secondFactorStep,
  'add-factor': addFactorStep,
  'add-passkey': addPasskeyStep,
  'offer-passkey': offerPasskeyStep,
  done: doneStep,
};

/** Reports whether the project offers the step, and the visit has what it needs. */
export function isOpen(flow: Flow): boolean {
  const { step, visit } = flow;
  const { needs, isOffered } = steps[step];
  if (isOffered && !isOffered(flow)) return false;
  return !needs || Boolean(visit[needs]);
}

/** Does what a form of the step asks for. */
export async function act(flow: Flow, form: Record<string, string>): Promise<Outcome> {
  const method = readMethod(form['method']);
  if (method && flow.visit.loginId && (await offeredMethods(flow)).includes(method)) {
    return beginMethod(flow, method);
  }
  const { act } = steps[flow.step];
  if (!act) return { step: flow.step, visit: flow.visit };
  try {
    return await act(flow, form);
  } catch (error) {
    const lacksFactor = error instanceof ServiceError && error.code === 'E064007';
    if (lacksFactor) return stepBeforeChange(flow);
    throw error;
  }
}

/** Returns the method in the audit log. Steps without one of their own serve several. */
export function methodOf(flow: Flow): string {
  const { step, visit } = flow;
  const factor = step === 'second-factor' && visit.awaiting ? factorOf(flow) : undefined;
  return (factor ? methodsOfFactors[factor] : methods[step]) ?? 'page';
}

const methodsOfFactors: Record<PageFactor, string> = {
  totp: 'totp',
  passkey: 'webauthn',
  sms: 'otp',
  email: 'otp',
  recoveryCode: 'recoveryCode',
  password: 'password',
};

const methods: Partial<Record<StepName, string>> = {
  password: 'password',
  'new-password': 'password',
  code: 'otp',
  link: 'magiclink',
  authenticator: 'totp',
  enrol: 'totp',
  sso: 'sso',
  oauth: 'oauth',
  passkey: 'webauthn',
};
