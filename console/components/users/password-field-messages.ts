import type { PasswordSettings } from '../../../client/client.ts';
import { characterClasses } from '../../../client/constants.ts';
import { defineMessages } from '../../i18n/languages.ts';

export const passwordFieldMessages = defineMessages(
  {
    show: 'Toggle password visibility',
    generate: 'Generate',
    password: 'password',
    atLeast: (length: number) => `At least ${length} characters`,
    lowercase: 'a lowercase letter',
    uppercase: 'an uppercase letter',
    number: 'a digit',
    nonAlphanumeric: 'a special character',
    joined: (length: string, kinds: string) => `${length}, with ${kinds}.`,
    off: 'Sign-in with passwords is turned off.',
  },
  {
    show: 'Passwort zeigen oder verbergen',
    generate: 'Eines erzeugen',
    password: 'das Passwort',
    atLeast: (length) => `Mindestens ${length} Zeichen`,
    lowercase: 'einem Kleinbuchstaben',
    uppercase: 'einem Großbuchstaben',
    number: 'einer Ziffer',
    nonAlphanumeric: 'einem Zeichen, das weder Buchstabe noch Ziffer ist',
    joined: (length, kinds) => `${length}, mit ${kinds}.`,
    off: 'Die Anmeldung mit Passwort ist abgeschaltet.',
  },
);

/** Says what a password needs, as one sentence. */
export function passwordRule(
  settings: Pick<PasswordSettings, 'enabled' | 'minLength' | (typeof characterClasses)[number]>,
  messages: (typeof passwordFieldMessages)['en'],
): string {
  if (!settings.enabled) return messages.off;
  const length = messages.atLeast(settings.minLength);
  const needed = characterClasses.filter((kind) => settings[kind]).map((kind) => messages[kind]);
  return needed.length > 0 ? messages.joined(length, needed.join(', ')) : `${length}.`;
}
