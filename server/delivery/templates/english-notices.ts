import type { NoticeTexts, Texts } from './texts.ts';

const was = '{{sentAt}}, {{origin}}';

/** The parts that all notices share. */
function notice(subject: string, title: string, ...what: string[]): Texts {
  return {
    subject: `${subject} · {{project.name}}`,
    title,
    before: [
      ...what,
      was,
      'If this was you, you don’t need to do anything. If it wasn’t, open this page and confirm it there:',
    ],
    button: 'This wasn’t me',
    after: ['The link works once and is valid for {{validFor}}.'],
    sms: '',
  };
}

export const englishNotices: NoticeTexts = {
  newDevice: notice(
    'New sign-in',
    'New sign-in to your account',
    'Someone signed in to your account from a device that we haven’t seen before:',
  ),
  passwordChanged: notice(
    'Your password was changed',
    'Your password was changed',
    'The password of your account was set or changed:',
  ),
  factorAdded: notice(
    'A sign-in method was added',
    'A sign-in method was added',
    'You can now sign in to your account with {{factor}}. This was set up:',
  ),
  factorRemoved: notice(
    'A sign-in method was removed',
    'A sign-in method was removed',
    'Your account no longer uses {{factor}}. This was removed:',
  ),
  addressChanged: notice(
    'Your contact details were changed',
    'Your contact details were changed',
    'The new email address or phone number of your account is {{newAddress}}. It was changed:',
  ),
  recoveryCodeUsed: notice(
    'A recovery code was used',
    'A recovery code was used',
    'Someone signed in to your account with a recovery code in place of the second factor:',
  ),
  accountLocked: notice(
    'Your password was locked',
    'Your password was locked',
    'Someone entered too many wrong passwords for your account, so your password no longer works. Reset it on the ' +
      'sign-in page to use it again. The last wrong password was entered:',
  ),
  deletionRequested: notice(
    'Your account will be deleted',
    'Your account will be deleted',
    'Someone asked for your account to be deleted, so it no longer works. It was asked for:',
  ),
};
