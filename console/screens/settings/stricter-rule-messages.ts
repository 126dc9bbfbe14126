import { defineMessages } from '../../i18n/languages.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`);
const keys = (count: number) => (count === 1 ? '1 access key' : `${count} access keys`);
const applications = (count: number) => (count === 1 ? '1 application' : `${count} applications`);
const benutzer = (count: number) => (count === 1 ? '1 Benutzer' : `${count} Benutzer`);
const zugriffsschluessel = (count: number) => (count === 1 ? '1 Schlüssel' : `${count} Schlüssel`);

const anwendungen = (count: number) => (count === 1 ? '1 Anwendung' : `${count} Anwendungen`);

export const stricterRuleMessages = defineMessages(
  {
    title: 'Stricter rules',
    lead: 'Some rules became stricter in this release. See what they affect in this project.',
    none: 'They do not affect this project.',
    rules: {
      disabledTenantMembers: (count: number) =>
        `${users(count)} can no longer use a disabled tenant that they belong to. Enable the tenant if they need it.`,
      disabledTenantKeys: (count: number) =>
        `${keys(count)} can no longer use a disabled tenant. Enable the tenant if they need it.`,
      inheritedPolicies: (count: number) =>
        `${users(count)} inherit a role in a sub-tenant. The sign-in policy of that tenant now also applies to them.`,
      foreignProviders: (count: number) =>
        `${users(count)} sign in through another tenant’s identity provider. It no longer satisfies the sign-in policy of their tenant.`,
      singleFactorSessions: (count: number) =>
        `${users(count)} with a second factor have a session without it. They must use it before they change ` +
        'how they sign in.',
      unprovenImports: (count: number) =>
        `${users(count)} were imported with a password and an unverified address. They keep the password. In ` +
        'future imports, it is deleted when another person verifies the address.',
      disabledTenantImpersonators: (count: number) =>
        `${users(count)} have the permission Impersonate in a disabled tenant, where it no longer counts.`,
      changedConsents: (count: number) =>
        `${users(count)} allowed a third-party application that was changed later. They are asked again if it ` +
        'gets more access than they agreed to.',
      tokensLikeSessions: (count: number) =>
        `${applications(count)} get tokens that the SDKs accept as sessions. Turn on “Tokens of applications” ` +
        'under Signing keys once your servers verify these tokens with the provider’s own key set.',
      forcedSignIns: (count: number) =>
        `${applications(count)} require a fresh sign-in each time. Such requests now fail if they also forbid ` +
        'a sign-in page (prompt=none, IsPassive).',
      sharedClientIds: (count: number) =>
        `${applications(count)} have a client ID that another project also uses. It now belongs to the oldest application.`,
      sharedMailboxes: (count: number) =>
        `${users(count)} share a mailbox with another account, with the domain spelled differently. Each signs ` +
        'in with its own spelling. Change or delete one of them:',
      sharedNames: (count: number) =>
        `${users(count)} share a phone number or login ID with another account that spells it differently. Each ` +
        'signs in with its own spelling. Change or delete one of them:',
      closedRegistrations: (count: number) =>
        `${applications(count)} registered themselves. They cannot change their registration while registration is off.`,
      unsafeKeys: (count: number) =>
        `${applications(count)} have a public key that is malformed or that anyone can sign with. Assertions ` +
        'signed with it are rejected. Give the application a new key.',
    },
  },
  {
    title: 'Strengere Regeln',
    lead: 'Einige Regeln sind in dieser Version strenger geworden. Hier steht, wen sie in diesem Projekt betreffen.',
    none: 'Sie betreffen in diesem Projekt niemanden.',
    rules: {
      disabledTenantMembers: (count) =>
        `${benutzer(count)}: Ein abgeschalteter Mandant, zu dem sie gehören, steht ihnen nicht mehr offen. Schalten Sie ihn ein, wenn sie ihn brauchen.`,
      disabledTenantKeys: (count) =>
        `${zugriffsschluessel(count)}: Ein abgeschalteter Mandant steht ihnen nicht mehr offen. Schalten Sie ihn ein, wenn sie ihn brauchen.`,
      inheritedPolicies: (count) =>
        `${benutzer(count)} erben eine Rolle in einem untergeordneten Mandanten. Dessen Anmelderegeln gelten jetzt auch für sie.`,
      foreignProviders: (count) =>
        `${benutzer(count)} melden sich beim Identitätsanbieter eines anderen Mandanten an. Der genügt den Anmelderegeln ihres Mandanten nicht mehr.`,
      singleFactorSessions: (count) =>
        `${benutzer(count)} mit zweitem Faktor haben eine Sitzung ohne ihn. Bevor sie ändern, wie sie sich anmelden, müssen sie ihn nachweisen.`,
      unprovenImports: (count) =>
        `${benutzer(count)} wurden mit Passwort und unbestätigter Adresse importiert und behalten das Passwort. Wer von jetzt an importiert wird, verliert es, wenn jemand anderes die Adresse bestätigt.`,
      disabledTenantImpersonators: (count) =>
        `${benutzer(count)} haben die Berechtigung Impersonate in einem abgeschalteten Mandanten. Dort zählt sie nicht mehr.`,
      changedConsents: (count) =>
        `${benutzer(count)} haben einer fremden Anwendung zugestimmt, die danach geändert wurde. Sie werden wieder gefragt, wenn sie mehr bekommt, als sie gesehen haben.`,
      tokensLikeSessions: (count) =>
        `${anwendungen(count)} bekommen Tokens, die von den SDKs als Sitzung angenommen werden. Schalten Sie „Tokens von Anwendungen“ unter Signaturschlüssel ein, sobald Ihre Server diese Tokens mit den Schlüsseln des Anbieters prüfen.`,
      forcedSignIns: (count) =>
        `${anwendungen(count)} verlangen jedes Mal eine neue Anmeldung. Anfragen ohne Seite (prompt=none, IsPassive) werden jetzt abgelehnt.`,
      sharedClientIds: (count) =>
        `${anwendungen(count)} haben eine Client-ID, die es auch in einem anderen Projekt gibt. Sie gehört jetzt der ältesten.`,
      sharedMailboxes: (count) =>
        `${benutzer(count)} haben dasselbe Postfach wie ein anderes Konto, das die Domain anders schreibt. Jedes meldet sich mit seiner eigenen Schreibweise an. Ändern oder löschen Sie eines davon:`,
      sharedNames: (count) =>
        `${benutzer(count)} haben dieselbe Telefonnummer oder denselben Anmeldenamen wie ein anderes Konto, nur anders geschrieben. Jedes meldet sich mit seiner eigenen Schreibweise an. Ändern oder löschen Sie eines davon:`,
      closedRegistrations: (count) =>
        `${anwendungen(count)} haben sich selbst registriert. Solange die Registrierung aus ist, können sie daran nichts ändern.`,
      unsafeKeys: (count) =>
        `${anwendungen(count)} haben einen öffentlichen Schlüssel, mit dem jeder unterschreiben kann oder der fehlerhaft ist. Er weist nichts mehr nach. Hinterlegen Sie einen neuen.`,
    },
  },
);
