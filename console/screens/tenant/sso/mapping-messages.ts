import { profileLabels } from '../../../components/users/profile-fields.ts';
import { defineMessages } from '../../../i18n/languages.ts';

/** Texts for attributes, groups and roles that come with a sign-in. */
export const mappingMessages = defineMessages(
  {
    mapping: 'User attributes',
    mappingLead:
      'The SAML attributes or OIDC claims that fill each field. Empty fields use the default mapping.',
    mappingNone: 'Uses the default mapping.',
    editMapping: 'Edit user attributes',
    mappingFields: {
      loginId: 'Login ID',
      username: 'Username',
      ...profileLabels.en,
      email: 'Email',
      verifiedEmail: 'Email verified',
      phoneNumber: 'Phone',
      verifiedPhone: 'Phone verified',
      group: 'Groups',
    } as Record<string, string>,
    customMapping: 'Custom attributes',
    renews: 'Update attributes at each sign-in',
    renewsLead:
      'Name, email, phone and mapped attributes follow the identity provider. When off, only the first sign-in sets them.',
    renewed: 'Attributes are updated at each sign-in.',
    notRenewed: 'Attributes are set at the first sign-in only.',
    ourAttribute: 'Latchkey attribute',
    theirAttribute: 'Provider attribute',
    removeLine: (number: number) => `Remove line ${number}`,
    lineNumber: (name: string, number: number) => `${name}, line ${number}`,
    groups: 'Groups and roles',
    groupsLead: 'Roles from groups are updated at each sign-in.',
    groupsNone: 'No groups are mapped to roles.',
    editGroups: 'Edit groups and roles',
    theirGroups: 'Provider groups',
    role: 'Role',
    addLine: 'Add line',
    rolesForAll: 'Roles for all users',
    rolesForAllLead: 'Every user who signs in through this connection gets these roles.',
    priority: 'Group priority',
    priorityLead:
      'Highest priority first. If the list is not empty, only the user’s first group on it counts.',
    overage: 'Groups left out by Entra ID',
    overageLead: 'Entra ID sends no groups if a user is in more than 150 (SAML) or 200 (OpenID Connect).',
    overages: { keepRoles: 'Keep the roles from the last sign-in', refuse: 'Reject the sign-in' },
    applyNow: 'Apply to all users now',
    applied: 'The roles of all users were updated.',
    applyTitle: 'Update the roles of all users now?',
    applyLead:
      'Applies the mapping to everyone who has signed in through this connection, using the groups from their ' +
      'last sign-in. Roles that an administrator assigned stay.',
  },
  {
    mapping: 'Angaben zu Benutzern',
    mappingLead:
      'Namen der Attribute oder Claims, aus denen diese Angaben werden. Für leere Felder gilt die Standardzuordnung.',
    mappingNone: 'Es gilt die Standardzuordnung.',
    editMapping: 'Angaben zu Benutzern bearbeiten',
    mappingFields: {
      loginId: 'Anmeldename',
      username: 'Benutzername',
      ...profileLabels.de,
      email: 'E-Mail',
      verifiedEmail: 'E-Mail ist bestätigt',
      phoneNumber: 'Telefon',
      verifiedPhone: 'Telefon ist bestätigt',
      group: 'Gruppen',
    },
    customMapping: 'Eigene Attribute',
    renews: 'Angaben bei jeder Anmeldung aktualisieren',
    renewsLead:
      'Name, E-Mail, Telefon und zugeordnete Attribute kommen jedes Mal vom Identitätsanbieter, sonst nur bei der ersten Anmeldung.',
    renewed: 'Die Angaben werden bei jeder Anmeldung aktualisiert.',
    notRenewed: 'Die Angaben werden nur bei der ersten Anmeldung gesetzt.',
    ourAttribute: 'Unser Attribut',
    theirAttribute: 'Dortiges Attribut',
    removeLine: (number) => `Zeile ${number} entfernen`,
    lineNumber: (name, number) => `${name}, Zeile ${number}`,
    groups: 'Gruppen und Rollen',
    groupsLead: 'Rollen aus Gruppen gelten so, wie die Gruppen bei der jeweiligen Anmeldung sind.',
    groupsNone: 'Keine Gruppe gibt eine Rolle.',
    editGroups: 'Gruppen und Rollen bearbeiten',
    theirGroups: 'Dortige Gruppen',
    role: 'Rolle',
    addLine: 'Zeile hinzufügen',
    rolesForAll: 'Alle bekommen',
    rolesForAllLead: 'Rollen aller, die sich über diese Verbindung anmelden.',
    priority: 'Rangfolge',
    priorityLead:
      'Die höchste zuerst. Ist sie nicht leer, zählt nur die erste dieser Gruppen, in der jemand ist.',
    overage: 'Gruppen, die Entra ID weglässt',
    overageLead:
      'Ist jemand in mehr als 150 (SAML) oder 200 (OpenID Connect) Gruppen, sendet Entra ID keine davon.',
    overages: { keepRoles: 'Rollen der letzten Anmeldung behalten', refuse: 'Anmeldung ablehnen' },
    applyNow: 'Jetzt auf alle anwenden',
    applied: 'Die Rollen aller sind neu abgeleitet.',
    applyTitle: 'Die Rollen aller jetzt neu ableiten?',
    applyLead:
      'Bei allen, die sich über die Verbindung angemeldet haben, aus den Gruppen der letzten Anmeldung. Von Hand vergebene Rollen bleiben.',
  },
);
