import { idpInitiated } from '../../server/domain/pages/flows/definitions/shared-screens.ts';

/** A declared transition: what a screen's interaction can lead to. */
export interface Transition {
  flow: string;
  screen: string;
  name: string;
  next: string;
}

/**
 * Transitions that a definition declares because a list of results is shared, and that the rules of the product exclude. The walk does
 * not look for them, and fails if it takes one.
 */
export const impossible: readonly { why: string; is(transition: Transition): boolean }[] = [
  {
    why: 'A page brings the code of an identity provider when it starts the flow, which begins at its first screen.',
    is: ({ screen, name }) => screen === 'create-account' && name === idpInitiated,
  },
  {
    why: 'The button of the shown factor is hidden.',
    is: ({ screen, name, next }) =>
      screen === next && ['useOwnPasskey', 'useRecoveryCode', 'usePassword'].includes(name),
  },
  {
    why: 'A recovery code completes a sign-in, or is refused.',
    is: ({ screen, name, next }) =>
      screen === 'second-factor-recovery-code' && name === 'continue' && isMore(next),
  },
  {
    why: 'A step-up takes no recovery code unless a policy has come since.',
    is: ({ flow, screen, name }) => flow === 'step-up' && screen === 'step-up' && name === 'useRecoveryCode',
  },
  {
    why: 'A password is not asked for twice, nor before a user chooses a new one.',
    is: ({ screen, name, next }) =>
      next === 'second-factor-password' && !name.startsWith('use') && passwords.includes(screen),
  },
  {
    why: 'A password completes what a second factor has begun. Another site is none, and a passkey that begins is enough alone.',
    is: ({ screen, name, next }) =>
      next === 'second-factor-password' &&
      (starts.includes(screen) || screen === 'organization') &&
      !name.startsWith('use'),
  },
  {
    why: 'Two factors are enough if the policy counts one of them, and otherwise a password does not help.',
    is: ({ flow, screen, name, next }) =>
      next === 'second-factor-password' &&
      ((screen === 'second-factor' && ['continue', 'verify'].includes(name) && flow !== 'step-up') ||
        (screen === 'second-factor-passkey' && name === 'submit')),
  },
  {
    why: 'A passkey is offered to users without one, after a password or a code, and not in place of a new password.',
    is: ({ screen, name, next }) =>
      next === 'offer-passkey' &&
      (['passkeyInField', 'submit', idpInitiated].includes(name) ||
        ['authenticator', 'set-password'].includes(screen)),
  },
  {
    why: 'A passkey is not asked for twice, nor created beside another one, and works on this page.',
    is: ({ screen, name, next }) =>
      (name === 'passkeyInField' ||
        name === 'createPasskey' ||
        (['second-factor-passkey', 'add-passkey'].includes(screen) && name === 'submit')) &&
      ['second-factor-passkey', 'unavailable'].includes(next),
  },
  {
    why: 'What a screen of a sign-up leads to belongs to a sign-up, and of a sign-in to a sign-in.',
    is: ({ screen, name, next }) =>
      (['password', 'authenticator', 'organization'].includes(screen) &&
        ['create-password', 'set-up-authenticator'].includes(next)) ||
      (screen === 'create-password' &&
        name.startsWith('use') &&
        ['authenticator', 'organization'].includes(next)),
  },
  {
    why: 'A new address is an email address or a phone number, so that there is one way to send a code.',
    is: ({ flow, screen, name }) =>
      flow === 'sign-up' && screen === 'code' && ['useEmailCode', 'useSmsCode'].includes(name),
  },
  {
    why: 'The second factor comes before a new password, also on a trusted device.',
    is: ({ screen, next }) => screen === 'set-password' && next === 'set-password',
  },
  {
    why: 'A user who chooses a new password does not know the old one.',
    is: ({ screen, next }) => screen === 'second-factor-password' && next === 'set-password',
  },
  {
    why: 'A new user has no second factor.',
    is: ({ screen, name, next }) =>
      screen === 'create-password' && name === 'createAccount' && isFactor(next),
  },
  {
    why: 'The sign-in of a user who is offered a passkey is complete, or lacks a factor that the user has.',
    is: ({ screen, name, next }) =>
      screen === 'offer-passkey' &&
      name === 'submit' &&
      ['add-factor', 'offer-passkey', 'second-factor-passkey', 'unavailable'].includes(next),
  },
];

/** Returns why a transition is impossible. */
export function reasonAgainst(transition: Transition): string | undefined {
  return impossible.find(({ is }) => is(transition))?.why;
}

const passwords: readonly string[] = [
  'password',
  'replace-password',
  'create-password',
  'set-password',
  'second-factor-password',
];
const starts: readonly string[] = ['sign-up-or-in', 'sign-in', 'sign-up', 'create-account'];

function isFactor(next: string): boolean {
  return next.startsWith('second-factor') || next === 'unavailable';
}

function isMore(next: string): boolean {
  return isFactor(next) || next === 'add-factor';
}
