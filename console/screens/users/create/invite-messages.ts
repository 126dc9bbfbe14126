import { defineMessages } from '../../../i18n/languages.ts';

/** Texts of the dialog that invites people. */
export const inviteMessages = defineMessages(
  {
    title: 'Invite people',
    addresses: 'Email addresses',
    addressesLead:
      'One or many, separated by lines, commas or spaces. Each person gets a link that signs them in.',
    action: (count: number) => (count > 1 ? `Invite ${count} people` : 'Invite'),
    invited: (count: number) => (count === 1 ? 'One person invited.' : `${count} people invited.`),
    failed: (count: number) =>
      count === 1 ? 'One address could not be invited:' : `${count} addresses could not be invited:`,
    empty: 'Enter at least one email address.',
    wrong: (text: string) => `“${text}” is not an email address.`,
    tooMany: (max: number) => `Invite at most ${max} people at once.`,
  },
  {
    title: 'Personen einladen',
    addresses: 'E-Mail-Adressen',
    addressesLead:
      'Eine oder viele, getrennt durch Zeilen, Kommas oder Leerzeichen. Jede Person bekommt einen Link, mit dem sie sich anmeldet.',
    action: (count: number) => (count > 1 ? `${count} Personen einladen` : 'Einladen'),
    invited: (count: number) => (count === 1 ? 'Eine Person eingeladen.' : `${count} Personen eingeladen.`),
    failed: (count: number) =>
      count === 1
        ? 'Eine Adresse konnte nicht eingeladen werden:'
        : `${count} Adressen konnten nicht eingeladen werden:`,
    empty: 'Geben Sie mindestens eine E-Mail-Adresse ein.',
    wrong: (text: string) => `„${text}“ ist keine E-Mail-Adresse.`,
    tooMany: (max: number) => `Laden Sie höchstens ${max} Personen auf einmal ein.`,
  },
);
