import { countOf } from '../../i18n/counts.ts';
import { defineMessages } from '../../i18n/languages.ts';

/** Counts the subject of a sentence and picks the form of its verb. */
const counted = (nouns: (count: number) => string) => (count: number, one: string, many: string) =>
  `${nouns(count)} ${count === 1 ? one : many}`;

const users = counted(countOf('en', 'user', 'users'));
const keys = countOf('en', 'access key', 'access keys');
const applications = counted(countOf('en', 'application', 'applications'));
const benutzer = counted(countOf('de', 'Benutzer', 'Benutzer'));
const schluessel = countOf('de', 'Zugriffsschlüssel', 'Zugriffsschlüssel');
const anwendungen = counted(countOf('de', 'Anwendung', 'Anwendungen'));

export const stricterRuleMessages = defineMessages(
  {
    title: 'Stricter rules',
    lead: 'Some rules became stricter in this release. See what they affect in this project.',
    none: 'They do not affect this project.',
    rules: {
      disabledTenantMembers: (count: number) =>
        `${users(count, 'belongs', 'belong')} to a disabled tenant and can no longer use it. Enable the tenant if they need it.`,
      disabledTenantKeys: (count: number) =>
        `${keys(count)} can no longer use a disabled tenant. Enable the tenant if it is still needed.`,
      inheritedPolicies: (count: number) =>
        `${users(count, 'inherits', 'inherit')} a role in a sub-tenant. The sign-in policy of that tenant now also applies to them.`,
      foreignProviders: (count: number) =>
        `${users(count, 'signs', 'sign')} in through another tenant’s identity provider. It no longer satisfies the sign-in policy of their tenant.`,
      singleFactorSessions: (count: number) =>
        `${users(count, 'has', 'have')} a second factor and a session without it. They must use it before they change ` +
        'how they sign in.',
      unprovenImports: (count: number) =>
        `${users(count, 'was', 'were')} imported with a password and an unverified address. They keep the password. In ` +
        'future imports, it is deleted when another person verifies the address.',
      disabledTenantImpersonators: (count: number) =>
        `${users(count, 'has', 'have')} the Impersonate permission in a disabled tenant, where it no longer counts.`,
      changedConsents: (count: number) =>
        `${users(count, 'allowed', 'allowed')} a third-party application that was changed later. They are asked again if it ` +
        'gets more access than they agreed to.',
      tokensLikeSessions: (count: number) =>
        `${applications(count, 'gets', 'get')} tokens that the SDKs accept as sessions. Turn on “Tokens of applications” ` +
        'under Signing keys once your servers verify these tokens with the provider’s own key set.',
      forcedSignIns: (count: number) =>
        `${applications(count, 'requires', 'require')} a fresh sign-in each time. Such requests now fail if they also forbid ` +
        'a sign-in page (prompt=none, IsPassive).',
      sharedClientIds: (count: number) =>
        `${applications(count, 'has', 'have')} a client ID that another project also uses. It now belongs to the oldest application.`,
      sharedMailboxes: (count: number) =>
        `${users(count, 'shares', 'share')} a mailbox with another account, with the domain spelled differently. Each account signs ` +
        'in with its own spelling. Change or delete one of them:',
      sharedNames: (count: number) =>
        `${users(count, 'shares', 'share')} a phone number or login ID with another account that spells it differently. Each account ` +
        'signs in with its own spelling. Change or delete one of them:',
      closedRegistrations: (count: number) =>
        count === 1
          ? '1 application registered itself. It cannot change its registration while registration is off.'
          : `${applications(count, '', 'registered')} themselves. They cannot change their registration while registration is off.`,
      unsafeKeys: (count: number) =>
        `${applications(count, 'has', 'have')} a public key that is malformed or that anyone can sign with. Assertions ` +
        'signed with it are rejected. Give the application a new key.',
    },
  },
  {
    title: 'Strengere Regeln',
    lead: 'Einige Regeln sind in dieser Version strenger geworden. Hier steht, wen sie in diesem Projekt betreffen.',
    none: 'Sie betreffen in diesem Projekt niemanden.',
    rules: {
      disabledTenantMembers: (count) =>
        `${benutzer(count, 'gehört', 'gehören')} zu einem gesperrten Mandanten, der nicht mehr benutzt werden kann. Entsperren Sie ihn, wenn er gebraucht wird.`,
      disabledTenantKeys: (count) =>
        `${schluessel(count)}: Ein gesperrter Mandant kann damit nicht mehr benutzt werden. Entsperren Sie ihn, wenn er gebraucht wird.`,
      inheritedPolicies: (count) =>
        `${benutzer(count, 'erbt', 'erben')} eine Rolle in einem untergeordneten Mandanten. Dessen Anmelderegeln gelten jetzt auch dafür.`,
      foreignProviders: (count) =>
        `${benutzer(count, 'meldet', 'melden')} sich beim Identitätsanbieter eines anderen Mandanten an. Der genügt den Anmelderegeln des eigenen Mandanten nicht mehr.`,
      singleFactorSessions: (count) =>
        `${benutzer(count, 'hat', 'haben')} einen zweiten Faktor und eine Sitzung ohne ihn. Er muss nachgewiesen werden, bevor sich Anmeldemethoden ändern lassen.`,
      unprovenImports: (count) =>
        `${benutzer(count, 'wurde', 'wurden')} mit Passwort und unbestätigter Adresse importiert. Das Passwort bleibt. Wer von jetzt an importiert wird, verliert es, wenn jemand anderes die Adresse bestätigt.`,
      disabledTenantImpersonators: (count) =>
        `${benutzer(count, 'hat', 'haben')} die Berechtigung Impersonate in einem gesperrten Mandanten. Dort zählt sie nicht mehr.`,
      changedConsents: (count) =>
        `${benutzer(count, 'hat', 'haben')} einer Drittanwendung zugestimmt, die danach geändert wurde. Bekommt sie mehr Zugriff als damals, ist eine neue Zustimmung nötig.`,
      tokensLikeSessions: (count) =>
        `${anwendungen(count, 'bekommt', 'bekommen')} Tokens, die von den SDKs als Sitzung angenommen werden. Schalten Sie „Tokens von Anwendungen“ unter Signaturschlüssel ein, sobald Ihre Server diese Tokens mit den Schlüsseln des Anbieters prüfen.`,
      forcedSignIns: (count) =>
        `${anwendungen(count, 'verlangt', 'verlangen')} jedes Mal eine neue Anmeldung. Anfragen ohne Seite (prompt=none, IsPassive) werden jetzt abgelehnt.`,
      sharedClientIds: (count) =>
        `${anwendungen(count, 'hat', 'haben')} eine Client-ID, die es auch in einem anderen Projekt gibt. Sie gehört jetzt der ältesten.`,
      sharedMailboxes: (count) =>
        `${benutzer(count, 'hat', 'haben')} dasselbe Postfach wie ein anderes Konto, das die Domain anders schreibt. Jedes meldet sich mit seiner eigenen Schreibweise an. Ändern oder löschen Sie eines davon:`,
      sharedNames: (count) =>
        `${benutzer(count, 'hat', 'haben')} dieselbe Telefonnummer oder denselben Anmeldenamen wie ein anderes Konto, nur anders geschrieben. Jedes meldet sich mit seiner eigenen Schreibweise an. Ändern oder löschen Sie eines davon:`,
      closedRegistrations: (count) =>
        `${anwendungen(count, 'hat', 'haben')} sich selbst registriert. Solange die Registrierung aus ist, lässt sich daran nichts ändern.`,
      unsafeKeys: (count) =>
        `${anwendungen(count, 'hat', 'haben')} einen öffentlichen Schlüssel, mit dem jeder unterschreiben kann oder der fehlerhaft ist. Er weist nichts mehr nach. Hinterlegen Sie einen neuen.`,
    },
  },
);
