/** A declared transition: what a screen's interaction can lead to. */
export interface Transition {
  flow: string;
  screen: string;
  name: string;
  next: string;
}

/**
 * Transitions that a definition declares because a list of results is shared, and that the rules of the product exclude. The walk does
 * not look for them.
 */
export const impossible: readonly { why: string; is(transition: Transition): boolean }[] = [
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
    is: ({ screen, name }) => screen === 'step-up' && name === 'useRecoveryCode',
  },
  {
    why: 'A password completes only what began with a code, a link or an authenticator.',
    is: ({ flow, screen, name, next }) =>
      next === 'second-factor-password' &&
      !name.startsWith('use') &&
      !['code', 'open-link', 'authenticator'].includes(screen) &&
      !(flow === 'step-up' && screen === 'second-factor'),
  },
  {
    why: 'A passkey is offered to users without one, after a password or a code, and not in place of a new password.',
    is: ({ screen, name, next }) =>
      next === 'offer-passkey' &&
      (name === 'passkeyInField' || name === 'submit' || ['authenticator', 'set-password'].includes(screen)),
  },
  {
    why: 'A passkey is not asked for twice, and works on this page.',
    is: ({ screen, name, next }) =>
      (name === 'passkeyInField' || (screen === 'second-factor-passkey' && name === 'submit')) &&
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
    why: 'A password follows a code by email in a sign-up, which is then no further factor.',
    is: ({ flow, screen, name }) =>
      flow === 'sign-up' && screen === 'second-factor-password' && name === 'useEmailCode',
  },
  {
    why: 'A new user has no second factor.',
    is: ({ screen, name, next }) =>
      screen === 'create-password' && name === 'createAccount' && isFactor(next),
  },
  {
    why: 'A factor is added only by a user who has none that the policy counts.',
    is: ({ screen, name, next }) =>
      ['set-up-authenticator', 'add-passkey'].includes(screen) && name !== 'back' && isFactor(next),
  },
  {
    why: 'The sign-in of a user who is offered a passkey is complete.',
    is: ({ screen, name, next }) => screen === 'offer-passkey' && name === 'submit' && next !== 'done',
  },
];

function isFactor(next: string): boolean {
  return next.startsWith('second-factor') || next === 'unavailable';
}

function isMore(next: string): boolean {
  return isFactor(next) || next === 'add-factor';
}
