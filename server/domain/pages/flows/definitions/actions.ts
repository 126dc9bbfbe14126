import type { StepName } from '../../hosted-pages/flow.ts';
import type { NamedMethod } from '../../hosted-pages/methods.ts';
import type { PageFactor } from '../../hosted-pages/page-factor.ts';
import type { Visit } from '../../hosted-pages/visit.ts';
import type { ScreenId } from '../screens/screens.ts';

type Proof = keyof Visit;

/**
 * The work of an interaction. Most are a form of a step of the hosted pages, so that the component and our pages have the same rules
 * and limits. `run/take-action.ts` and `profile/` have the others.
 */
export interface Action {
  step?: StepName;
  form?: (input: Input) => Record<string, string>;
  /** The parts of the visit that it adds, for the screens that need them. */
  gives?: readonly Proof[];
  /** It can end a flow: it proves who the user is, or goes on with a session that a proof has begun. */
  proves?: true;
  /** A person chooses it, and can go on without it. So a changed flow may leave it out. */
  isChoice?: true;
  /**
   * It has no effect but the message that it sends, at all screens or at these. So its request is not claimed before: one statement spends
   * the nonce and stores the response, in the transaction of the message.
   */
  settles?: true | readonly ScreenId[];
  /** It changes something for the signed-in user, in a flow of this kind, and can end it. */
  changes?: 'account' | 'tenant';
}

export type Input = Readonly<Record<string, string>>;

/** The address, under each of the names that screens of applications may use. */
export function addressIn({ loginId, email, phone }: Input): string {
  return loginId || email || phone || '';
}

const ends = ['awaiting', 'begun', 'choosing'] as const;
const messages = ['loginId', 'totpSecret'] as const;

const byMethod = (method: NamedMethod): Action => ({
  form: () => ({ method }),
  gives: messages,
  isChoice: true,
  // A sign-up with an authenticator app stores its secret.
  ...(method !== 'totp' && { settles: true }),
});

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

/** Changes the account. Before that, the user may have to prove again who they are. */
const changing: Action = { changes: 'account', gives: ['awaiting'] };

const trust = ({ trust = '' }: Input): Record<string, string> => (trust === 'true' ? { trust: 'yes' } : {});

export const actions = {
  identify: { form: (input) => ({ loginId: addressIn(input) }), gives: messages, settles: true },
  signUp: { form: (input) => ({ loginId: addressIn(input), name: input['name'] ?? '' }), gives: messages },
  beginSignUp: { isChoice: true, settles: true },
  goBack: { isChoice: true, settles: true },

  usePassword: byMethod('password'),
  useEmailCode: byMethod('emailCode'),
  useSmsCode: byMethod('smsCode'),
  useLink: byMethod('magicLink'),
  useAuthenticator: byMethod('totp'),
  useOrganization: byMethod('sso'),
  sendAgain: { gives: messages, isChoice: true, settles: ['code', 'link', 'reset-sent'] },

  verifyCode: proving(({ code = '' }) => ({ code })),
  signInWithPassword: proving(({ password = '' }) => ({ password })),
  signUpWithPassword: proving(({ newPassword = '' }) => ({ password: newPassword })),
  replacePassword: proving(({ oldPassword = '', newPassword = '' }) => ({ oldPassword, newPassword })),
  setPassword: proving(({ newPassword = '' }) => ({ password: newPassword })),
  sendReset: { step: 'reset-sent', form: () => ({}), gives: ['loginId'], isChoice: true, settles: true },
  openLink: { gives: ['choosing'], settles: true },
  signInByLink: proving(undefined),
  poll: {},

  goToOrganization: { step: 'sso', form: () => ({}) },
  goToProvider: {
    step: 'oauth',
    form: (input) => ({ provider: input['oauth-provider'] ?? '' }),
    isChoice: true,
  },
  /** A page begins with a code that belongs to no execution, because an identity provider has opened it. */
  beginWithCode: proving(undefined),
  /** The browser comes back from another site, or from its own dialog. */
  comeBack: proving(undefined),

  startPasskey: { step: 'passkey', form: () => ({ start: 'yes' }), isChoice: true },
  finishPasskey: {
    ...proving(({ transactionId = '', response = '' }) => ({ transactionId, response }), 'passkey'),
    isChoice: true,
  },
  provePasskey: {
    step: 'second-factor',
    form: (input) => ({ start: 'yes', ...trust(input) }),
  },
  createPasskey: { form: () => ({ start: 'yes' }), gives: ['awaiting'] },

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

  saveDetails: changing,
  saveAttribute: changing,
  sendAddressCode: changing,
  confirmAddress: changing,
  changePassword: changing,
  startAuthenticator: changing,
  confirmAuthenticator: changing,
  removeAuthenticator: changing,
  startOwnPasskey: changing,
  finishOwnPasskey: changing,
  removePasskey: changing,
  createRecoveryCodes: changing,
  removeRecoveryCodes: changing,
  keepRecoveryCodes: changing,
  forgetDevice: changing,
  deleteAccount: changing,

  renameTenant: { changes: 'tenant' },
  saveTenantAttribute: { changes: 'tenant' },
  claimDomain: { changes: 'tenant' },
  verifyDomain: { changes: 'tenant' },
  leaveDomain: { changes: 'tenant' },
  /** Closes a screen that only shows something. */
  close: { changes: 'tenant', settles: true },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;
