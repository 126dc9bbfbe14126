import type { ProjectSettings } from '../../../client/client.ts';
import { defineMessages } from '../../i18n/languages.ts';

export type LimitName = keyof ProjectSettings['rateLimits'];

const kindsEn: Record<LimitName, { name: string; lead: string }> = {
  signInPerAddress: { name: 'Password sign-in', lead: 'per IP address' },
  codePerAddress: { name: 'Codes and passkeys verified', lead: 'per IP address' },
  signUpPerAddress: { name: 'Sign-up', lead: 'per IP address' },
  signUpPerProject: { name: 'Sign-up', lead: 'per project' },
  messagePerAddress: { name: 'Codes and links sent', lead: 'per IP address' },
  smsPerProject: { name: 'SMS requested by users', lead: 'per project' },
  ssoStartPerAddress: { name: 'SSO and OAuth sign-ins started', lead: 'per IP address' },
  ssoPagePerAddress: { name: 'SSO and OAuth sign-in steps', lead: 'per IP address' },
  ssoPagePerProject: { name: 'SSO and OAuth sign-in steps', lead: 'per project' },
  authorizePerAddress: { name: 'Sign-ins to applications', lead: 'per IP address' },
  authorizePerProject: { name: 'Sign-ins to applications', lead: 'per project' },
  applicationCallPerAddress: { name: 'Token requests of applications', lead: 'per IP address' },
  applicationCallPerProject: { name: 'Token requests of applications', lead: 'per project' },
  clientDocumentPerAddress: { name: 'Client metadata documents', lead: 'per IP address' },
  clientDocumentPerProject: { name: 'Client metadata documents', lead: 'per project' },
  pushPerAddress: { name: 'Unauthenticated pushed requests', lead: 'per IP address' },
  pushPerProject: { name: 'Unauthenticated pushed requests', lead: 'per project' },
  passkeyStartPerAddress: { name: 'Passkey sign-ins started', lead: 'per IP address' },
  exchangePerAddress: { name: 'Codes exchanged for a session', lead: 'per IP address' },
  exchangePerProject: { name: 'Codes exchanged for a session', lead: 'per project' },
  refreshPerAddress: { name: 'Sessions refreshed', lead: 'per IP address' },
  refreshPerSession: { name: 'Sessions refreshed', lead: 'per session' },
  passwordPerSession: { name: 'Password changes', lead: 'per session' },
  passwordPerUser: { name: 'Password changes', lead: 'per user' },
  callsPerKey: { name: 'Management API calls', lead: 'per key' },
};

const kindsDe: Record<LimitName, { name: string; lead: string }> = {
  signInPerAddress: { name: 'Anmeldung mit Passwort', lead: 'je IP-Adresse' },
  codePerAddress: { name: 'Codes und Passkeys prüfen', lead: 'je IP-Adresse' },
  signUpPerAddress: { name: 'Registrierung', lead: 'je IP-Adresse' },
  signUpPerProject: { name: 'Registrierung', lead: 'im ganzen Projekt' },
  messagePerAddress: { name: 'Codes und Links senden', lead: 'je IP-Adresse' },
  smsPerProject: { name: 'Angeforderte SMS', lead: 'im ganzen Projekt' },
  ssoStartPerAddress: { name: 'SSO und OAuth beginnen', lead: 'je IP-Adresse' },
  ssoPagePerAddress: { name: 'Schritte einer SSO- oder OAuth-Anmeldung', lead: 'je IP-Adresse' },
  ssoPagePerProject: { name: 'Schritte einer SSO- oder OAuth-Anmeldung', lead: 'im ganzen Projekt' },
  authorizePerAddress: { name: 'Anmeldungen bei Anwendungen', lead: 'je IP-Adresse' },
  authorizePerProject: { name: 'Anmeldungen bei Anwendungen', lead: 'im ganzen Projekt' },
  applicationCallPerAddress: { name: 'Token-Anfragen von Anwendungen', lead: 'je IP-Adresse' },
  applicationCallPerProject: { name: 'Token-Anfragen von Anwendungen', lead: 'im ganzen Projekt' },
  clientDocumentPerAddress: { name: 'Dokumente, die Clients beschreiben', lead: 'je IP-Adresse' },
  clientDocumentPerProject: { name: 'Dokumente, die Clients beschreiben', lead: 'im ganzen Projekt' },
  pushPerAddress: { name: 'Vorab gesendete Anfragen ohne Nachweis', lead: 'je IP-Adresse' },
  pushPerProject: { name: 'Vorab gesendete Anfragen ohne Nachweis', lead: 'im ganzen Projekt' },
  passkeyStartPerAddress: { name: 'Anmeldung mit Passkey beginnen', lead: 'je IP-Adresse' },
  exchangePerAddress: { name: 'Codes gegen Sitzungen tauschen', lead: 'je IP-Adresse' },
  exchangePerProject: { name: 'Codes gegen Sitzungen tauschen', lead: 'im ganzen Projekt' },
  refreshPerAddress: { name: 'Sitzungen erneuern', lead: 'je IP-Adresse' },
  refreshPerSession: { name: 'Sitzungen erneuern', lead: 'je Sitzung' },
  passwordPerSession: { name: 'Passwort ändern', lead: 'je Sitzung' },
  passwordPerUser: { name: 'Passwort ändern', lead: 'je Benutzer' },
  callsPerKey: { name: 'Aufrufe der Verwaltung', lead: 'je Schlüssel' },
};

export const limitMessages = defineMessages(
  {
    title: 'Rate limits',
    lead: 'How many requests are allowed, to prevent password guessing and message flooding.',
    limits: 'Limits',
    limitsLead:
      'Each limit allows this many requests at once and refills evenly over the given time. Requests over the limit get status 429 and a retry time. 0 requests means no limit. Each server instance counts separately.',
    kind: 'Type',
    requests: 'Requests',
    within: 'Per',
    usual: 'Default',
    noLimit: 'No limit',
    requestsOf: (kind: string) => `Requests: ${kind}`,
    withinOf: (kind: string) => `Time: ${kind}`,
    resetOf: (kind: string) => `Reset to default: ${kind}`,
    kinds: kindsEn,
    unlimited: 'Exempt networks',
    unlimitedLead:
      'IP addresses and networks that are exempt from the limits per address, project, session and user, such ' +
      'as a backend that signs in many users.',
    noNetwork: 'Enter an IP address or a network such as 10.0.0.0/8.',
  },
  {
    title: 'Anfragelimits',
    lead: 'Wie oft etwas angefragt werden kann, damit niemand Passwörter durchprobiert oder endlos Nachrichten auslöst.',
    limits: 'Limits',
    limitsLead:
      'So viele auf einmal; danach kommen in der Zeit ebenso viele wieder hinzu, eine nach der anderen. Was darüber ist, bekommt 429 und eine Wartezeit. 0 Anfragen: keine Grenze. Jede Instanz des Servers zählt für sich.',
    kind: 'Art',
    requests: 'Anfragen',
    within: 'In',
    usual: 'Üblich',
    noLimit: 'keine Grenze',
    requestsOf: (kind) => `Anfragen: ${kind}`,
    withinOf: (kind) => `Zeit: ${kind}`,
    resetOf: (kind) => `Wie üblich: ${kind}`,
    kinds: kindsDe,
    unlimited: 'Ihre eigenen Server',
    unlimitedLead:
      'IP-Adressen und Netze, für die Grenzen je Adresse, Projekt, Sitzung und Benutzer nicht gelten, etwa ein Server, der viele anmeldet.',
    noNetwork: 'Nötig ist eine IP-Adresse oder ein Netz wie 10.0.0.0/8.',
  },
);
