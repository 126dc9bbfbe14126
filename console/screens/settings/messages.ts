import { defineMessages } from '../../i18n/languages.ts';

export const settingsMessages = defineMessages(
  {
    title: 'Settings',
    lead: 'Settings for the whole project. All server instances apply changes within five seconds.',
    tabs: {
      general: 'General',
      addresses: 'URLs and origins',
      invitations: 'Invitations',
      account: 'Account page',
      impersonation: 'Impersonation',
      keys: 'Signing keys',
      rules: 'Stricter rules',
    },
    project: 'Project',
    projectId: 'Project ID',
    created: 'Created',
    name: 'Name',
    tags: 'Tags',
    tagsLead: 'Labels such as production, to distinguish projects. Press Enter to add one.',
    locale: 'Message language',
    localeLead: 'For users without a preferred language. A language tag such as en or de-AT.',
    noLocale: 'Enter a valid language tag.',
    invitations: 'Invitations',
    invitationsLead: 'Defaults for invitations that do not specify these values.',
    inviteUrl: 'Invitation URL',
    inviteUrlLead:
      'One of the redirect URLs. Leave empty to use a page of this server where users choose how to sign in.',
    inviteMail: 'Send invitations by email',
    inviteSms: 'Send invitations by SMS',
    inviteNeither: 'Both are off, so invitations are created but not sent, unless the API call requests it.',
    inviteLifetime: 'Invitations expire after',
    impersonation: 'Impersonation',
    impersonationLead:
      'Users with the Impersonate permission can act as other users. If they hold it in the project, they can act as any user. If they hold it in tenants, they can act only as users who belong to no other tenants.',
    strictImpersonation: 'Also require every role and permission of the user',
    strictImpersonationLead:
      'When off, the Impersonate permission is enough. To act as a user who also holds it, they must hold it in the same place or in the project.',
  },
  {
    title: 'Einstellungen',
    lead: 'Was für das ganze Projekt gilt. Andere Instanzen des Servers folgen binnen fünf Sekunden.',
    tabs: {
      general: 'Allgemein',
      addresses: 'Adressen',
      invitations: 'Einladungen',
      account: 'Kontoseite',
      impersonation: 'Handeln in fremdem Namen',
      keys: 'Signaturschlüssel',
      rules: 'Strengere Regeln',
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
