import { englishNotices } from './english-notices.ts';
import type { Language } from './texts.ts';

const notYou = 'If you did not request this, you can ignore this message.';

export const english: Language = {
  linkHint: 'If the button does not work, open this address:',
  minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  factors: { totp: 'an authenticator app', passkey: 'a passkey', recoveryCodes: 'recovery codes' },
  byAdministrator: 'by an administrator',
  unknownDevice: 'unknown device',
  texts: {
    ...englishNotices,
    invite: {
      subject: 'Your invitation to {{project.name}}',
      title: 'You are invited to {{project.name}}',
      before: ['We have created an account for you. Accept the invitation to use it.'],
      button: 'Accept invitation',
      after: [
        'The link is for you only, works once, and is valid for {{validFor}}.',
        'If you were not expecting this invitation, you can ignore this message.',
      ],
      sms: 'You are invited to {{project.name}}: {{link}}',
    },
    otp: {
      subject: '{{code}} is your code for {{project.name}}',
      title: 'Your sign-in code',
      before: ['Enter this code to sign in to {{project.name}}:'],
      after: ['It is valid for {{validFor}}. Do not share it with anyone, including us.', notYou],
      sms: '{{code}} is your code for {{project.name}}. It is valid for {{validFor}}. Do not share it.',
    },
    magicLink: {
      subject: 'Sign in to {{project.name}}',
      title: 'Your sign-in link',
      before: ['Use this link to sign in to {{project.name}}:'],
      button: 'Sign in',
      after: ['The link works once and is valid for {{validFor}}.', notYou],
      sms: 'Sign in to {{project.name}}: {{link}}',
    },
    enchantedLink: {
      subject: 'Sign in to {{project.name}}',
      title: 'Confirm that it is you',
      before: ['Choose the number that {{project.name}} shows on the device where you are signing in:'],
      after: ['The link works once and is valid for {{validFor}}.', notYou],
      sms: '',
    },
    passwordReset: {
      subject: 'Choose a new password for {{project.name}}',
      title: 'Choose a new password',
      before: [
        'We received a request to reset the password of your account. To choose a new one, continue here:',
      ],
      button: 'Choose password',
      after: [
        'The link works once and is valid for {{validFor}}.',
        'If you did not request this, ignore this message: your password stays unchanged.',
      ],
      sms: 'Choose a new password for {{project.name}}: {{link}}',
    },
    verification: {
      subject: '{{code}} is your code for {{project.name}}',
      title: 'Confirm your address',
      before: ['Enter this code where {{project.name}} asks for it:'],
      after: ['It is valid for {{validFor}}. Do not share it with anyone, including us.', notYou],
      sms: '{{code}} confirms your number for {{project.name}}. It is valid for {{validFor}}. Do not share it.',
    },
    verificationLink: {
      subject: 'Confirm your address for {{project.name}}',
      title: 'Confirm your address',
      before: ['Use this link to confirm your address for {{project.name}}:'],
      button: 'Confirm address',
      after: ['The link works once and is valid for {{validFor}}.', notYou],
      sms: 'Confirm your number for {{project.name}}: {{link}}',
    },
    emailChanged: {
      subject: 'Your address for {{project.name}} was changed',
      title: 'Your address was changed',
      before: ['Messages about your account now go to {{newAddress}}.'],
      after: ['If you did not make this change, contact {{project.name}} immediately.'],
      sms: 'Your number for {{project.name}} was changed to {{newAddress}}. If you did not make this change, contact us immediately.',
    },
    ssoSetup: {
      subject: 'Set up single sign-on for {{project.name}}',
      title: 'Set up single sign-on',
      before: [
        'Use this link to connect the identity provider of {{tenant}} to {{project.name}}, so that your users can sign in with it.',
      ],
      button: 'Set up single sign-on',
      after: [
        'It is valid for {{validFor}}. Anyone who has the link can use it, so share it only with your administrators.',
      ],
      sms: 'Set up single sign-on of {{tenant}} for {{project.name}}: {{link}}',
    },
    test: {
      subject: 'A test message from {{project.name}}',
      title: 'It works',
      before: ['This message shows that {{project.name}} can send to you.'],
      after: [],
      sms: 'This message shows that {{project.name}} can send to you.',
    },
  },
};
