import { defineMessages } from '../../i18n/language.tsx';

export const settingsMessages = defineMessages(
  {
    title: 'Settings',
    lead: 'What holds for the whole project. Other instances of the server follow within five seconds.',
    tabs: {
      general: 'General',
      addresses: 'Addresses',
      tokens: 'Sessions and tokens',
      invitations: 'Invitations',
      impersonation: 'Impersonation',
      keys: 'Signing keys',
    },
    project: 'Project',
    projectId: 'Project ID',
    created: 'Made',
    name: 'Name',
    tags: 'Tags',
    tagsLead: 'To tell projects apart, such as production. Enter adds one.',
    locale: 'Language of messages',
    localeLead: 'For people who have none of their own: a language tag like en or de-AT.',
    noLocale: 'This is no language tag.',
    invitations: 'Invitations',
    invitationsLead: 'What holds when an invitation does not say it itself.',
    inviteUrl: 'Where invitations lead',
    inviteUrlLead:
      'One of the redirect URLs. Empty: a page of this server, where people choose how they sign in.',
    inviteMail: 'Send invitations by mail',
    inviteSms: 'Send invitations by SMS',
    inviteNeither: 'Neither is on: invitations are made and sent to nobody, unless the call says so.',
    inviteLifetime: 'An invitation can be accepted for',
    impersonation: 'Impersonation',
    impersonationLead:
      'Users with the Impersonate permission can act as other users. If they hold it in the project, they can act as any user. If they hold it in tenants, they can act as users who are members of these tenants only.',
    strictImpersonation: 'Also require every role and permission of the user',
    strictImpersonationLead:
      'When off, Impersonate is enough. To act as a user who holds it too, they must hold it in the same place or in the project.',
  },
  {
    title: 'Einstellungen',
    lead: 'Was für das ganze Projekt gilt. Andere Instanzen des Servers folgen binnen fünf Sekunden.',
    tabs: {
      general: 'Allgemein',
      addresses: 'Adressen',
      tokens: 'Sitzungen und Token',
      invitations: 'Einladungen',
      impersonation: 'Handeln in fremdem Namen',
      keys: 'Signaturschlüssel',
    },
    project: 'Projekt',
    projectId: 'Projekt-ID',
    created: 'Angelegt',
    name: 'Name',
    tags: 'Schlagworte',
    tagsLead: 'Um Projekte zu unterscheiden, etwa Produktion. Enter fügt eines hinzu.',
    locale: 'Sprache der Nachrichten',
    localeLead: 'Für alle, die keine eigene haben: ein Sprachkürzel wie en oder de-AT.',
    noLocale: 'Das ist kein Sprachkürzel.',
    invitations: 'Einladungen',
    invitationsLead: 'Was gilt, wenn eine Einladung es nicht selbst sagt.',
    inviteUrl: 'Wohin Einladungen führen',
    inviteUrlLead:
      'Eine der Weiterleitungs-URLs. Leer: eine Seite dieses Servers, auf der man wählt, wie man sich anmeldet.',
    inviteMail: 'Einladungen per E-Mail senden',
    inviteSms: 'Einladungen per SMS senden',
    inviteNeither:
      'Beides ist aus: Einladungen werden angelegt und niemandem gesendet, wenn der Aufruf es nicht verlangt.',
    inviteLifetime: 'Eine Einladung kann angenommen werden binnen',
    impersonation: 'Handeln in fremdem Namen',
    impersonationLead:
      'Wer das Recht Impersonate hat, kann im Namen anderer Benutzer handeln. Mit dem Recht im Projekt gilt das für alle Benutzer, mit dem Recht in Mandanten für Benutzer, die nur in diesen Mandanten Mitglied sind.',
    strictImpersonation: 'Auch alle Rollen und Rechte des Benutzers verlangen',
    strictImpersonationLead:
      'Aus: Das Recht Impersonate genügt. Im Namen von Benutzern, die es selbst haben, kann nur handeln, wer es an derselben Stelle oder im Projekt hat.',
  },
);
