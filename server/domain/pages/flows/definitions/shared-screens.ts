import type { ScreenId } from '../screens/screens.ts';
import type { FlowDefinition, Interaction, Next } from './flow.ts';

type Screens = FlowDefinition['screens'];
type Interactions = Record<string, Interaction>;

const secondFactors = [
  'second-factor',
  'second-factor-passkey',
  'second-factor-recovery-code',
  'second-factor-password',
] as const;

/** The results of a proof of who the user is: the end, unless the policy demands more or the project offers something. */
export const afterProof: readonly Next[] = [
  'done',
  ...secondFactors,
  'add-factor',
  'offer-passkey',
  'unavailable',
];

/** The screens that ask for the proof of a user who has said who they are. */
const proofScreens = ['password', 'code', 'link', 'authenticator', 'organization'] as const;
const signUpScreens = ['create-password', 'code', 'link', 'set-up-authenticator'] as const;

export const comeBack: Interaction = { does: 'comeBack', to: [...afterProof, 'provider-problem'] };

/** The interaction with which a page starts a flow that an identity provider has opened. */
export const idpInitiated = 'idpInitiated';

const beginWithCode: Interaction = { does: 'beginWithCode', to: [...afterProof, 'provider-problem'] };

/** The interactions of a first screen that signs in. */
export const identifying: Interactions = {
  continue: { does: 'identify', to: proofScreens },
  usePasskey: { does: 'startPasskey', to: ['passkeyDialog'] },
  passkeyInField: { does: 'finishPasskey', to: afterProof },
  provider: { does: 'goToProvider', to: ['otherSite'] },
  [idpInitiated]: beginWithCode,
  submit: comeBack,
};

/** The interactions of a first screen that signs up. */
export const signingUp: Interactions = {
  continue: { does: 'signUp', to: signUpScreens },
  provider: { does: 'goToProvider', to: ['otherSite'] },
  [idpInitiated]: beginWithCode,
  submit: comeBack,
};

/** The purpose of a flow. */
interface Purpose {
  start: ScreenId;
  signsIn: boolean;
  signsUp: boolean;
}

/** The buttons for other ways to go on with the typed address. */
function otherWays({ signsIn, signsUp }: Purpose, ...left: string[]): Interactions {
  const either = (existing: ScreenId, added: ScreenId) => [
    ...(signsIn ? [existing] : []),
    ...(signsUp ? [added] : []),
  ];
  const all: Interactions = {
    usePassword: { does: 'usePassword', to: either('password', 'create-password') },
    useEmailCode: { does: 'useEmailCode', to: ['code'] },
    useSmsCode: { does: 'useSmsCode', to: ['code'] },
    useLink: { does: 'useLink', to: ['link'] },
    useAuthenticator: { does: 'useAuthenticator', to: either('authenticator', 'set-up-authenticator') },
    ...(signsIn && { useOrganization: { does: 'useOrganization', to: ['organization'] } as const }),
  };
  return Object.fromEntries(Object.entries(all).filter(([id]) => !left.includes(id)));
}

/** The buttons for another factor of the user. */
export const otherFactors: Interactions = {
  useAuthenticator: { does: 'factorTotp', to: ['second-factor'] },
  useOwnPasskey: { does: 'factorPasskey', to: ['second-factor-passkey'] },
  useSmsCode: { does: 'factorSms', to: ['second-factor'] },
  useEmailCode: { does: 'factorEmail', to: ['second-factor'] },
  useRecoveryCode: { does: 'factorRecoveryCode', to: ['second-factor-recovery-code'] },
  usePassword: { does: 'factorPassword', to: ['second-factor-password'] },
};

/** The screens that ask for a factor of a known user. `offers`: what can follow once the policy is satisfied. */
export function factorScreens(...offers: Next[]): Screens {
  const to: Next[] = ['done', ...secondFactors, 'unavailable', ...offers];
  const prove: Interaction = { does: 'proveFactor', to };
  return {
    'second-factor': {
      continue: prove,
      verify: prove,
      resend: { does: 'sendAgain', to: ['second-factor'] },
      ...otherFactors,
    },
    'second-factor-passkey': {
      usePasskey: { does: 'provePasskey', to: ['passkeyDialog'] },
      submit: { does: 'comeBack', to },
      ...otherFactors,
    },
    'second-factor-recovery-code': { continue: prove, ...otherFactors },
    'second-factor-password': { continue: prove, ...otherFactors },
    unavailable: {},
  };
}

/**
 * The screens in which a user adds a factor, because the policy demands one or the project offers it. `goingOn`: what can follow such a
 * proof beside the usual.
 */
function addingScreens(...goingOn: Next[]): Screens {
  // The policy can have come to demand a factor that the user has, without which nothing is added. A sign-in that awaits another one
  // begins again.
  const before: Next[] = [...secondFactors, 'unavailable'];
  const to: Next[] = [...afterProof, ...goingOn, 'start-over'];
  return {
    'add-factor': {
      useAuthenticator: { does: 'addTotp', to: ['set-up-authenticator', ...before, 'start-over'] },
      useOwnPasskey: { does: 'addPasskey', to: ['add-passkey'] },
      useSmsCode: { does: 'addSms', to: ['second-factor'] },
      useEmailCode: { does: 'addEmail', to: ['second-factor'] },
      skip: { does: 'skip', to: ['done'] },
    },
    'set-up-authenticator': {
      continue: { does: 'verifyCode', to },
      verify: { does: 'verifyCode', to },
      skip: { does: 'skip', to: ['done'] },
    },
    'add-passkey': {
      createPasskey: { does: 'createPasskey', to: ['passkeyDialog', ...before, 'start-over'] },
      submit: { does: 'comeBack', to },
      back: { does: 'goBack', to: ['add-factor'] },
    },
    'offer-passkey': {
      createPasskey: { does: 'createPasskey', to: ['passkeyDialog', ...before] },
      submit: { does: 'comeBack', to: afterProof },
      skip: { does: 'skip', to: ['done'] },
    },
  };
}

/** All screens after the first one. */
export function screensAfter(purpose: Purpose): Screens {
  const { start, signsIn, signsUp } = purpose;
  const back: Interaction = { does: 'goBack', to: [start] };
  // After a link for a new password, the second factor comes before the password.
  const goingOn: Next[] = signsIn ? ['set-password'] : [];
  return {
    ...messageScreens(purpose, back),
    ...(signsIn && signInScreens(purpose, back)),
    ...(signsUp && {
      'create-password': {
        createAccount: { does: 'signUpWithPassword', to: afterProof },
        ...otherWays(purpose, 'usePassword'),
        back,
      },
    }),
    'provider-problem': { back },
    'start-over': { back },
    // The policy can have changed since it asked for the factor.
    ...factorScreens('add-factor', 'offer-passkey', ...goingOn),
    ...addingScreens(...goingOn),
  };
}

function signInScreens(purpose: Purpose, back: Interaction): Screens {
  const verify: Interaction = { does: 'verifyCode', to: afterProof };
  return {
    password: {
      signIn: { does: 'signInWithPassword', to: [...afterProof, 'replace-password'] },
      forgot: { does: 'sendReset', to: ['reset-sent'] },
      ...otherWays(purpose, 'usePassword'),
      back,
    },
    'replace-password': { setPassword: { does: 'replacePassword', to: afterProof }, back },
    'reset-sent': {
      polling: { does: 'poll', to: ['opened-elsewhere'] },
      submit: { does: 'openLink', to: ['set-password'] },
      resend: { does: 'sendAgain', to: ['reset-sent'] },
      back,
    },
    'set-password': { setPassword: { does: 'setPassword', to: [...afterProof, 'set-password'] } },
    authenticator: { continue: verify, verify, ...otherWays(purpose, 'useAuthenticator'), back },
    organization: {
      continue: { does: 'goToOrganization', to: ['otherSite'] },
      submit: comeBack,
      ...otherWays(purpose, 'useOrganization'),
      back,
    },
  };
}

/** The screens of codes and links. */
function messageScreens(purpose: Purpose, back: Interaction): Screens {
  const verify: Interaction = { does: 'verifyCode', to: afterProof };
  return {
    code: {
      continue: verify,
      verify,
      resend: { does: 'sendAgain', to: ['code'] },
      ...otherWays(purpose),
      back,
    },
    link: {
      polling: { does: 'poll', to: ['opened-elsewhere'] },
      submit: { does: 'openLink', to: ['open-link'] },
      resend: { does: 'sendAgain', to: ['link'] },
      ...otherWays(purpose, 'useLink'),
      back,
    },
    'open-link': { signIn: { does: 'signInByLink', to: afterProof } },
    'opened-elsewhere': { back },
  };
}
