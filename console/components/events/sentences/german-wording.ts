import type { Wording } from './template.ts';

export const germanWording: Wording = {
  quote: (name) => `„${name}“`,
  formerUser: (id) => `Benutzer ${id}`,
  tenant: (id) => `Mandant ${id}`,
  project: 'dem eigenen Client des Projekts',
  actors: {
    anonymous: () => 'ein Besucher',
    user: (name) => name,
    administrator: (name) => name,
    accessKey: (name) => `der Zugriffsschlüssel „${name}“`,
    managementKey: (name) => `der Verwaltungsschlüssel „${name}“`,
    commandLine: () => 'die Kommandozeile',
    system: () => 'Latchkey',
    setupLink: () => 'ein Besucher mit Einrichtungslink',
    external: (name) => name,
  },
  actingAs: (actor, user) => `${actor} (als ${user})`,
  other: (action, hasUser) => `{actor}: ${action}${hasUser ? ' ({user})' : ''}`,
  times: (count) => `${count}-mal`,
  more: (count) => `und ${count} weitere`,
  groups: {
    UserCreated: (count) => `{actor} hat ${count} Benutzer angelegt`,
    UserModified: (count) => `{actor} hat ${count} Benutzer geändert`,
    UserDeleted: (count) => `{actor} hat ${count} Benutzer gelöscht`,
    UserInvited: (count) => `{actor} hat ${count} Benutzer eingeladen`,
    Logout: (count) => `{actor} hat die Sitzungen von ${count} Benutzern beendet`,
  },
};
