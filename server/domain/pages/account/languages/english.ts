import type { Texts } from './text.ts';

export const english: Texts = {
  navigation: 'Account',
  sections: { profile: 'Profile', sessions: 'Sessions' },
  signOut: 'Sign out',
  signedOut: { title: 'You are signed out', text: 'You can close this window.' },
  off: {
    title: 'No account page',
    text: 'This application has no account page. Ask its support team to change your account.',
  },
  foreignForm: 'This form came from another page. Open your account page again.',
  confirm: { text: 'To make changes here, sign in again first.', submit: 'Sign in again' },
  done: {
    saved: 'Your changes are saved.',
    sessionEnded: 'The session has ended.',
    othersEnded: 'All other sessions have ended.',
  },
  problems: {
    mistake: 'That didn’t work. Reload the page and try again.',
    tooLate: 'That took too long. Try again.',
  },
  profile: {
    title: 'Your profile',
    details: {
      name: 'Name',
      givenName: 'First name',
      middleName: 'Middle name',
      familyName: 'Last name',
      picture: 'Picture',
    },
    pictureHint: 'The https address of a picture',
    monthDay: 'Month and day, such as 03-14',
    none: 'None',
    save: 'Save',
    facts: 'About this account',
    userId: 'User ID',
    createdAt: 'Created',
  },
  sessionList: {
    title: 'Your sessions',
    lead: 'The devices and applications where you are signed in. End those that you don’t recognize.',
    unknownDevice: 'Unknown device',
    current: 'this session',
    signedIn: 'Signed in',
    lastUsed: 'Last used',
    onBehalf: 'Opened by another person on your behalf',
    end: 'End',
    othersTitle: 'Sign out everywhere else',
    othersLead: 'Ends all sessions except this one. Applications may notice it only after a few minutes.',
    endOthers: 'End all other sessions',
  },
};
