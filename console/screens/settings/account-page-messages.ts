import { profileLabels } from '../../components/users/profile-fields.ts';
import { defineMessages } from '../../i18n/languages.ts';

export const accountPageMessages = defineMessages(
  {
    title: 'Account page',
    lead: 'A page where signed-in users manage their own account: profile, sign-in methods and sessions.',
    enabled: 'Users have an account page',
    details: 'What users can change',
    detailsLead:
      'To change an email address or phone number, users enter a code that is sent to the new one.',
    detail: {
      ...profileLabels.en,
      email: 'Email address',
      phone: 'Phone number',
    },
    attributes: 'Custom attributes that users can see and change',
    attributesLead: 'Leave out attributes that your applications use for access decisions.',
    tenantAttributes: 'Custom attributes of a tenant that its administrators can edit',
    tenantAttributesLead: 'They appear in the tenant profile widget. The same caution applies.',
    deletion: 'Users can delete their account',
    deletionLead:
      'The account is closed immediately. Until it is deleted, you can restore it by enabling the user.',
    grace: 'Days until it is deleted',
  },
  {
    title: 'Kontoseite',
    lead: 'Eine Seite, auf der angemeldete Benutzer ihr eigenes Konto verwalten: Profil, Anmeldung, Sitzungen.',
    enabled: 'Benutzer haben eine Kontoseite',
    details: 'Was Benutzer ändern können',
    detailsLead: 'Mailadresse und Telefonnummer ändert man mit einem Code, der dorthin geht.',
    detail: {
      ...profileLabels.de,
      email: 'Mailadresse',
      phone: 'Telefonnummer',
    },
    attributes: 'Eigene Attribute, die Benutzer sehen und ändern können',
    attributesLead: 'Nicht die Attribute, nach denen Ihre Anwendungen entscheiden.',
    tenantAttributes: 'Eigene Attribute eines Mandanten, die seine Administratoren ändern können',
    tenantAttributesLead: 'Sie stehen im Widget mit dem Profil des Mandanten. Dieselbe Vorsicht gilt.',
    deletion: 'Benutzer können ihr Konto löschen',
    deletionLead: 'Das Konto ist sofort geschlossen. Bis es gelöscht wird, bringt Aktivieren es zurück.',
    grace: 'Tage, bis es gelöscht wird',
  },
);
