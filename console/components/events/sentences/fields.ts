import type { Language } from '../../../i18n/languages.ts';
import { profileLabels } from '../../users/profile-fields.ts';

/** The fields of a user in a sentence, by the names that the audit log gives them. */
const names: Record<string, Record<Language, string>> = {
  name: { en: 'name', de: 'Name' },
  email: { en: 'email address', de: 'E-Mail-Adresse' },
  verifiedEmail: { en: 'verification of the email address', de: 'Bestätigung der E-Mail-Adresse' },
  provedEmail: { en: 'evidence for the email address', de: 'Nachweis der E-Mail-Adresse' },
  phone: { en: 'phone number', de: 'Telefonnummer' },
  verifiedPhone: { en: 'verification of the phone number', de: 'Bestätigung der Telefonnummer' },
  recoveryEmail: { en: 'recovery email address', de: 'Ersatzadresse' },
  verifiedRecoveryEmail: {
    en: 'verification of the recovery email address',
    de: 'Bestätigung der Ersatzadresse',
  },
  recoveryPhone: { en: 'recovery phone number', de: 'Ersatznummer' },
  verifiedRecoveryPhone: {
    en: 'verification of the recovery phone number',
    de: 'Bestätigung der Ersatznummer',
  },
  loginIds: { en: 'login IDs', de: 'Anmeldenamen' },
  status: { en: 'status', de: 'Status' },
  test: { en: 'test flag', de: 'Kennzeichen als Testbenutzer' },
  customAttributes: { en: 'custom attributes', de: 'eigene Attribute' },
  roleNames: { en: 'roles', de: 'Rollen' },
  tenants: { en: 'tenants', de: 'Mandanten' },
  ssoAppIds: { en: 'applications', de: 'Anwendungen' },
  consentExpiresAt: { en: 'consent to impersonation', de: 'Erlaubnis zum Handeln im eigenen Namen' },
  hasTotp: { en: 'authenticator app', de: 'Authenticator-App' },
  hasPassword: { en: 'password', de: 'Passwort' },
  hasPasskey: { en: 'passkeys', de: 'Passkeys' },
  ssoProtocols: { en: 'SSO identities', de: 'SSO-Identitäten' },
  oauthProviders: { en: 'linked accounts', de: 'verbundene Konten' },
};

/** Fields that change with another one, of which a sentence needs no mention. */
const companions: Record<string, string> = {
  verifiedEmail: 'email',
  provedEmail: 'email',
  verifiedPhone: 'phone',
  verifiedRecoveryEmail: 'recoveryEmail',
  verifiedRecoveryPhone: 'recoveryPhone',
};

const mostNamed = 3;

/** Lists the changed fields in words, the first ones if there are many. */
export function fieldsInSentence(fields: string[], language: Language): string {
  const shown = fields.filter((field) => !fields.includes(companions[field] ?? ''));
  const words = shown.map((field) => fieldName(field, language));
  const more = words.length - mostNamed;
  const listed =
    more > 0 ? [...words.slice(0, mostNamed), language === 'de' ? `${more} weitere` : `${more} more`] : words;
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(listed);
}

/** Returns the name of a field of a user, or the name in the log for others. */
export function fieldName(field: string, language: Language): string {
  const label = (profileLabels[language] as Record<string, string>)[field];
  return names[field]?.[language] ?? (label === undefined ? field : withinSentence(label, language));
}

/** German nouns keep their capital letter; an adjective before one does not. */
function withinSentence(label: string, language: Language): string {
  return language === 'de' && !label.includes(' ') ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
