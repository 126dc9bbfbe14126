import type { ProjectSettings } from '../../../client/client.ts';
import { defineMessages } from '../../i18n/language.tsx';

export type LimitName = keyof ProjectSettings['rateLimits'];

const kindsEn: Record<LimitName, { name: string; lead: string }> = {
  signInPerAddress: { name: 'Password sign-in', lead: 'per IP address' },
  codePerAddress: { name: 'Codes and passkeys that are checked', lead: 'per IP address' },
  signUpPerAddress: { name: 'Sign-up', lead: 'per IP address' },
  signUpPerProject: { name: 'Sign-up', lead: 'in the whole project' },
  messagePerAddress: { name: 'Codes and links that are sent', lead: 'per IP address' },
  smsPerProject: { name: 'SMS requested by users', lead: 'in the whole project' },
  ssoStartPerAddress: { name: 'SSO and OAuth begun', lead: 'per IP address' },
  ssoPagePerAddress: { name: 'Steps of an SSO or OAuth sign-in', lead: 'per IP address' },
  ssoPagePerProject: { name: 'Steps of an SSO or OAuth sign-in', lead: 'in the whole project' },
  passkeyStartPerAddress: { name: 'Passkey sign-in begun', lead: 'per IP address' },
  exchangePerAddress: { name: 'Codes exchanged for a session', lead: 'per IP address' },
  exchangePerProject: { name: 'Codes exchanged for a session', lead: 'in the whole project' },
  refreshPerAddress: { name: 'Sessions refreshed', lead: 'per IP address' },
  refreshPerSession: { name: 'Sessions refreshed', lead: 'per session' },
  passwordPerSession: { name: 'Password changes', lead: 'per session' },
  passwordPerUser: { name: 'Password changes', lead: 'per user' },
  callsPerKey: { name: 'Management calls', lead: 'per key' },
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
    limits: 'Requests',
    limitsLead:
      'So many at once; after them as many come again in the time, one by one. What is over is answered with 429 and a time to wait. 0 requests: no limit. Each instance of the server counts for itself.',
    kind: 'Kind',
    requests: 'Requests',
    within: 'In',
    usual: 'Usual',
    noLimit: 'no limit',
    requestsOf: (kind: string) => `Requests: ${kind}`,
    withinOf: (kind: string) => `Time: ${kind}`,
    resetOf: (kind: string) => `As usual: ${kind}`,
    kinds: kindsEn,
    unlimited: 'Your own servers',
    unlimitedLead:
      'IP addresses and networks that are exempt from the limits per address, project, session and user, such as a back end that signs in many users.',
    noNetwork: 'An IP address or a network like 10.0.0.0/8 is needed.',
  },
  {
    limits: 'Anfragen',
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
