import type { Language } from './words.ts';

const notYou = 'If you did not ask for this, you can ignore this message: nothing happens without it.';

export const english: Language = {
  linkHint: 'If the button does not work, open this address:',
  minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  words: {
    invite: {
      subject: 'Your invitation to {{project.name}}',
      title: 'You are invited to {{project.name}}',
      before: ['An account has been made for you. Accept the invitation to use it.'],
      button: 'Accept the invitation',
      after: [
        'The link is for you only, works once, and is valid for {{validFor}}.',
        'If you do not know what this is about, you can ignore this message.',
      ],
      sms: 'You are invited to {{project.name}}: {{link}}',
    },
    otp: {
      subject: '{{code}} is your code for {{project.name}}',
      title: 'Your sign-in code',
      before: ['Enter this code to sign in to {{project.name}}:'],
      after: ['It is valid for {{validFor}}. Tell it to nobody, not even to us.', notYou],
      sms: '{{code}} is your code for {{project.name}}. It is valid for {{validFor}}. Tell it to nobody.',
    },
    magicLink: {
      subject: 'Sign in to {{project.name}}',
      title: 'Your sign-in link',
      before: ['Use this link to sign in to {{project.name}}:'],
      button: 'Sign in',
      after: ['It works once and is valid for {{validFor}}.', notYou],
      sms: 'Sign in to {{project.name}}: {{link}}',
    },
    enchantedLink: {
      subject: 'Sign in to {{project.name}}',
      title: 'Confirm that it is you',
      before: ['Choose the number that {{project.name}} shows you where you are signing in:'],
      after: ['It works once and is valid for {{validFor}}.', notYou],
      sms: '',
    },
    passwordReset: {
      subject: 'Choose a new password for {{project.name}}',
      title: 'Choose a new password',
      before: ['Somebody asked for a new password for your account. If it was you, go on here:'],
      button: 'Choose a password',
      after: [
        'The link works once and is valid for {{validFor}}.',
        'If it was not you, ignore this message: your password stays as it is.',
      ],
      sms: 'Choose a new password for {{project.name}}: {{link}}',
    },
    verification: {
      subject: '{{code}} is your code for {{project.name}}',
      title: 'Confirm that this address is yours',
      before: ['Enter this code where {{project.name}} asks for it:'],
      after: ['It is valid for {{validFor}}. Tell it to nobody, not even to us.', notYou],
      sms: '{{code}} confirms your number for {{project.name}}. It is valid for {{validFor}}. Tell it to nobody.',
    },
    verificationLink: {
      subject: 'Confirm your address for {{project.name}}',
      title: 'Confirm that this address is yours',
      before: ['Use this link to confirm your address for {{project.name}}:'],
      button: 'Confirm the address',
      after: ['It works once and is valid for {{validFor}}.', notYou],
      sms: 'Confirm your number for {{project.name}}: {{link}}',
    },
    emailChanged: {
      subject: 'Your address for {{project.name}} was changed',
      title: 'Your address was changed',
      before: ['Messages about your account now go to {{newAddress}}.'],
      after: ['If you did not do this, tell the people who run {{project.name}} at once.'],
      sms: 'Your number for {{project.name}} was changed to {{newAddress}}. If that was not you, tell us at once.',
    },
    ssoSetup: {
      subject: 'Set up single sign-on for {{project.name}}',
      title: 'Set up single sign-on',
      before: [
        'With this link you connect the identity provider of {{tenant}} to {{project.name}}, so that your people sign in with it.',
      ],
      button: 'Set up single sign-on',
      after: [
        'It is valid for {{validFor}}. Whoever has it can use it: pass it on to nobody but your administrators.',
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
