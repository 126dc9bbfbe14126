import type { CustomAttribute } from '../../../client/client.ts';
import { profileFields } from '../../../client/profile-fields.ts';
import {
  linkFields,
  nameFields,
  profileLabels,
  type TextField,
} from '../../components/users/profile-fields.ts';

const otherTitles: Partial<Record<TextField, string[]>> = {
  name: ['fullName', 'VollerName'],
  givenName: ['firstName', 'forename'],
  familyName: ['lastName', 'surname', 'Familienname'],
  picture: ['avatar', 'photo'],
};

/**
 * The fields that a column can be mapped to, and the titles by which each is recognized. Ignores case and all
 * characters except letters and digits.
 */
const spellings = {
  loginId: ['loginId', 'login', 'identifier', 'username', 'user', 'Anmeldename', 'Benutzername'],
  additionalLoginIds: ['additionalLoginIds', 'furtherLoginIds', 'WeitereAnmeldenamen'],
  email: ['email', 'emailAddress', 'mail', 'EMailAdresse'],
  phone: ['phone', 'phoneNumber', 'mobile', 'tel', 'telephone', 'Telefon', 'Telefonnummer', 'Handy', 'Mobil'],
  verifiedEmail: ['verifiedEmail', 'emailVerified', 'EMailIstBestätigt'],
  verifiedPhone: ['verifiedPhone', 'phoneVerified', 'TelefonIstBestätigt'],
  ...profileTitles(nameFields),
  status: ['status', 'Zustand'],
  roles: ['roles', 'role', 'roleNames', 'Rollen', 'Rolle'],
  tenants: ['tenants', 'tenant', 'tenantId', 'tenantIds', 'userTenants', 'Mandant', 'Mandanten'],
  ...profileTitles(linkFields),
  test: ['test', 'testUser', 'Testbenutzer'],
};

/** Recognizes a field by its names in calls and in the console, and by the names that other programs use. */
function profileTitles<F extends TextField>(fields: F[]) {
  const titles = fields.map((field) => {
    const { parameter } = profileFields[field];
    const labels = Object.values(profileLabels).map((labels) => labels[field]);
    return [parameter, [parameter, field, ...labels, ...(otherTitles[field] ?? [])]];
  });
  return Object.fromEntries(titles) as Record<(typeof profileFields)[F]['parameter'], string[]>;
}

export type UserField = keyof typeof spellings;
/** A field, `attribute:<name>`, or empty to skip the column. */
export type Meaning = UserField | `attribute:${string}` | '';

export const userFields = Object.keys(spellings) as UserField[];

export function attributeOf(meaning: Meaning): string | undefined {
  return meaning.startsWith('attribute:') ? meaning.slice('attribute:'.length) : undefined;
}

/**
 * Guesses a field for each column and uses no field twice. Without a login ID column, the email address is used as the
 * login ID.
 */
export function guessMeanings(header: string[], attributes: CustomAttribute[]): Meaning[] {
  const known = new Map<string, Meaning>();
  for (const { name, displayName } of attributes) {
    for (const word of [displayName, name, `customAttributes.${name}`]) {
      if (fold(word)) known.set(fold(word), `attribute:${name}`);
    }
  }
  for (const field of userFields) {
    for (const word of spellings[field]) known.set(fold(word), field);
  }
  const taken = new Set<Meaning>();
  const guesses = header.map((title): Meaning => {
    const meaning = known.get(fold(title)) ?? '';
    if (meaning === '' || taken.has(meaning)) return '';
    taken.add(meaning);
    return meaning;
  });
  if (taken.has('loginId')) return guesses;
  return guesses.map((meaning) => (meaning === 'email' ? 'loginId' : meaning));
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
