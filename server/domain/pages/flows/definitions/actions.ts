import type { StepName } from '../../hosted-pages/flow.ts';
import type { NamedMethod } from '../../hosted-pages/methods.ts';
import type { PageFactor } from '../../hosted-pages/page-factor.ts';
import type { Visit } from '../../hosted-pages/visit.ts';

type Proof = keyof Visit;

/**
 * The work of an interaction. Most are a form of a step of the hosted pages, so that the component and our pages have the same rules
 * and limits. The others are in `run/own-actions.ts`.
 */
export interface Action {
  step?: StepName;
  form?: (input: Input) => Record<string, string>;
  /** The parts of the visit that it adds, for the screens that need them. */
  gives?: readonly Proof[];
  /** It can end a flow: it proves who the user is, or goes on with a session that a proof has begun. */
  proves?: true;
}

export type Input = Readonly<Record<string, string>>;

/** The address, under each of the names that screens of applications may use. */
export function addressIn({ loginId, email, phone }: Input): string {
  return loginId || email || phone || '';
}

const ends = ['awaiting', 'begun', 'choosing'] as const;
const messages = ['loginId', 'totpSecret'] as const;

const byMethod = (method: NamedMethod): Action => ({ form: () => ({ method }), gives: messages });

const byFactor = (factor: PageFactor): Action => ({
  step: 'second-factor',
  form: () => ({ factor }),
  gives: ['awaiting'],
});

const adding = (factor: PageFactor): Action => ({
  step: 'add-factor',
  form: () => ({ factor }),
  gives: ['awaiting', 'begun', 'totpSecret'],
});

const proving = (form: Action['form'], step?: StepName): Action => ({
  ...(step && { step }),
  ...(form && { form }),
  gives: ends,
  proves: true,
});

const trust = ({ trust = '' }: Input): Record<string, string> => (trust === 'true' ? { trust: 'yes' } : {});

export const actions = {
  identify: { form: (input) => ({ loginId: addressIn(input) }), gives: messages },
  signUp: { form: (input) => ({ loginId: addressIn(input), name: input['name'] ?? '' }), gives: messages },
  beginSignUp: {},
  goBack: {},

  usePassword: byMethod('password'),
  useEmailCode: byMethod('emailCode'),
  useSmsCode: byMethod('smsCode'),
  useLink: byMethod('magicLink'),
  useAuthenticator: byMethod('totp'),
  useOrganization: byMethod('sso'),
  sendAgain: { gives: messages },

  verifyCode: proving(({ code = '' }) => ({ code })),
  signInWithPassword: proving(({ password = '' }) => ({ password })),
  signUpWithPassword: proving(({ newPassword = '' }) => ({ password: newPassword })),
  replacePassword: proving(({ oldPassword = '', newPassword = '' }) => ({ oldPassword, newPassword })),
  setPassword: proving(({ newPassword = '' }) => ({ password: newPassword })),
  sendReset: { step: 'reset-sent', form: () => ({}), gives: ['loginId'] },
  openLink: { gives: ['choosing'] },
  signInByLink: proving(undefined),
  poll: {},

  goToOrganization: { step: 'sso', form: () => ({}) },
  goToProvider: { step: 'oauth', form: (input) => ({ provider: input['oauth-provider'] ?? '' }) },
  /** A page begins with a code that belongs to no execution, because an identity provider has opened it. */
  beginWithCode: proving(undefined),
  /** The browser comes back from another site, or from its own dialog. */
  comeBack: proving(undefined),

  startPasskey: { step: 'passkey', form: () => ({ start: 'yes' }) },
  finishPasskey: proving(({ transactionId = '', response = '' }) => ({ transactionId, response }), 'passkey'),
  provePasskey: {
    step: 'second-factor',
    form: (input) => ({ start: 'yes', ...trust(input) }),
  },
  createPasskey: { form: () => ({ start: 'yes' }) },

  proveFactor: proving((input) => {
    const { code = '', recoveryCode = '', password = '' } = input;
    return { code: code || recoveryCode, password, ...trust(input) };
  }, 'second-factor'),
  factorTotp: byFactor('totp'),
  factorPasskey: byFactor('passkey'),
  factorSms: byFactor('sms'),
  factorEmail: byFactor('email'),
  factorRecoveryCode: byFactor('recoveryCode'),
  factorPassword: byFactor('password'),
  addTotp: adding('totp'),
  addPasskey: adding('passkey'),
  addSms: adding('sms'),
  addEmail: adding('email'),
  skip: proving(() => ({ skip: 'yes' })),
} satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;
