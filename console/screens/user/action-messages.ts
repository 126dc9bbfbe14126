import { defineMessages } from '../../i18n/languages.ts';

/** Texts of the actions for a user as a whole, and of their dialogs. */
export const actionMessages = defineMessages(
  {
    actions: 'Actions',
    edit: 'Edit profile',
    sendInvitation: 'Send invitation',
    invitationSent: (name: string) => `Invitation sent to ${name}.`,
    resendInvitation: 'Resend invitation',
    invitationResent: (name: string) => `Invitation sent to ${name}. Earlier links no longer work.`,
    sendReset: 'Send password reset',
    sendResetTitle: (name: string) => `Send ${name} a password reset?`,
    sendResetLead: (email: string) =>
      `An email with a link goes to ${email}. The link works once, within 30 minutes. The current password keeps working until the user sets a new one, which ends all other sessions.`,
    send: 'Send email',
    resetSent: (email: string) => `Password reset sent to ${email}.`,
    noVerifiedEmail: 'The user has no verified email address.',
    isDisabled: 'The user is disabled.',
    resetsByEnchantedLink:
      'The project resets passwords with enchanted links. Only the user’s own browser can request one.',
    impersonate: 'Impersonate…',
    signOut: 'Sign out everywhere',
    signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
    signOutLead: 'All sessions end now. Session JWTs that were already issued expire within minutes.',
    signedOut: (name: string) => `${name} signed out everywhere.`,
    enable: 'Enable',
    enabled: (name: string) => `${name} enabled.`,
    disable: 'Disable',
    disableTitle: (name: string) => `Disable ${name}?`,
    disableLead: [
      'The user can no longer sign in, with any method.',
      'All sessions end now. Session JWTs that were already issued expire within minutes.',
      'Nothing is deleted. You can enable the user again at any time.',
    ],
    disabled: (name: string) => `${name} disabled and signed out everywhere.`,
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteLead: [
      'All sessions end now. Session JWTs that were already issued expire within minutes.',
      'Profile, credentials, linked accounts, roles and consents are deleted.',
    ],
    leavesTenants: (count: number) =>
      count === 1
        ? 'The membership in 1 tenant is deleted.'
        : `The memberships in ${count} tenants are deleted.`,
    freesLoginIds: (count: number) =>
      count === 1
        ? 'The login ID becomes available to others.'
        : `The ${count} login IDs become available to others.`,
    keepsLog: 'Entries in the audit log are kept.',
    deleted: (name: string) => `${name} deleted.`,
  },
  {
    actions: 'Aktionen',
    edit: 'Profil bearbeiten',
    sendInvitation: 'Einladen',
    invitationSent: (name) => `${name} ist eingeladen.`,
    resendInvitation: 'Noch einmal einladen',
    invitationResent: (name) => `${name} ist noch einmal eingeladen. Frühere Links gelten nicht mehr.`,
    sendReset: 'Link für ein neues Passwort senden',
    sendResetTitle: (name) => `${name} einen Link für ein neues Passwort senden?`,
    sendResetLead: (email) =>
      `Eine E-Mail mit einem Link geht an ${email}. Er gilt einmal, 30 Minuten lang. Das bisherige Passwort bleibt, bis der Benutzer ein neues setzt; dann enden alle anderen Sitzungen.`,
    send: 'E-Mail senden',
    resetSent: (email) => `Der Link für ein neues Passwort ist an ${email} gesendet.`,
    noVerifiedEmail: 'Der Benutzer hat keine bestätigte E-Mail-Adresse.',
    isDisabled: 'Der Benutzer ist gesperrt.',
    resetsByEnchantedLink:
      'Das Projekt setzt Passwörter mit Enchanted Links zurück; die kann nur der Browser des Benutzers anfordern.',
    impersonate: 'Im Namen handeln …',
    signOut: 'Überall abmelden',
    signOutTitle: (name) => `${name} überall abmelden?`,
    signOutLead:
      'Alle Sitzungen enden jetzt. Sitzungs-JWTs, die schon ausgestellt sind, laufen binnen Minuten von selbst ab.',
    signedOut: (name) => `${name} ist überall abgemeldet.`,
    enable: 'Freigeben',
    enabled: (name) => `${name} ist freigegeben.`,
    disable: 'Sperren',
    disableTitle: (name) => `${name} sperren?`,
    disableLead: [
      'Der Benutzer kann sich mit keinem Verfahren mehr anmelden.',
      'Alle Sitzungen enden jetzt. Sitzungs-JWTs, die schon ausgestellt sind, laufen binnen Minuten von selbst ab.',
      'Gelöscht wird nichts. Sie können den Benutzer jederzeit wieder freigeben.',
    ],
    disabled: (name) => `${name} ist gesperrt und überall abgemeldet.`,
    delete: 'Löschen',
    deleteTitle: (name) => `${name} löschen?`,
    deleteLead: [
      'Alle Sitzungen enden jetzt. Sitzungs-JWTs, die schon ausgestellt sind, laufen binnen Minuten von selbst ab.',
      'Profil, Anmeldedaten, verknüpfte Konten, Rollen und Einwilligungen werden gelöscht.',
    ],
    leavesTenants: (count) =>
      count === 1
        ? 'Die Mitgliedschaft in 1 Mandanten endet.'
        : `Die Mitgliedschaften in ${count} Mandanten enden.`,
    freesLoginIds: (count) =>
      count === 1
        ? 'Den Anmeldenamen können andere bekommen.'
        : `Die ${count} Anmeldenamen können andere bekommen.`,
    keepsLog: 'Die Einträge im Protokoll bleiben.',
    deleted: (name) => `${name} ist gelöscht.`,
  },
);
