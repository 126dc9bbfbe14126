import { readPhoneNumber } from '../../../core/phone-number.ts';
import { allProfileFields, described, type TextField, textFields } from '../../../core/profile-fields.ts';
import { isTrue } from '../../../protocols/oidc/claims.ts';
import type { VerifiedResponse } from '../../../protocols/saml/verification.ts';
import { type UserDetails, usableText } from '../../directory/users/details.ts';
import { isEmail } from '../../directory/users/identifiers/address.ts';
import { type AttributeMapping, mappedAs } from './attribute-mapping.ts';
import { type Gap, groupOverage } from './gaps.ts';

/** An identity provider's statements about a person, in our terms. */
export interface SsoPerson {
  /** The identity provider's permanent ID of the person. Empty if it gave only a transient name. */
  subject: string;
  loginId: string;
  /** `undefined` if the provider has not said: those of the last sign-in count. */
  groups: string[] | undefined;
  gaps: Gap[];
  /** The usable addresses in the provider's order. The first one is in `details`. */
  emails: string[];
  /** Whether the provider calls the address verified. Absent if it does not say. */
  emailVerified?: boolean;
  /** True if the mapping names a verification attribute and the provider sets it. */
  phoneVerified: boolean;
  /** The received values, by the names of our attributes. */
  customAttributes: Record<string, unknown[]>;
  details: UserDetails & Partial<Record<TextField, string>>;
}

type Mapped = Exclude<keyof AttributeMapping, 'customAttributes'>;

const msClaims = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';
const soapClaims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** The attribute names that identity providers commonly use, for unmapped details. */
const usualNames: Partial<Record<Mapped, readonly string[]>> = {
  ...Object.fromEntries(allProfileFields.map((field) => [mappedAs(field), described(field).samlNames ?? []])),
  group: [
    ...['groups', 'group', 'memberOf', 'roles', 'Groups', 'Group', 'Roles', 'Role', 'isMemberOf'],
    ...[`${msClaims}/groups`, 'http://schemas.xmlsoap.org/claims/Group', `${soapClaims}/Group`],
    ...[`${msClaims}/role`, 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1'],
  ],
};

/** Entra ID sends it in place of the groups of a user who is in more than 150. */
const overageName = 'http://schemas.microsoft.com/claims/groups.link';

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

export function readPerson(response: VerifiedResponse, mapping: AttributeMapping): SsoPerson {
  const values = (field: Mapped): string[] => {
    const names = mapping[field] ? [mapping[field]] : (usualNames[field] ?? []);
    // A provider that has nothing to say may send an empty value.
    const found = names.map((name) => usable(attribute(response, name))).find((values) => values.length > 0);
    return found ?? [];
  };
  const first = (field: Mapped) => values(field)[0] ?? '';
  const { nameId, nameIdFormat } = response;
  const sent = mapping.email ? values('email') : allValues(response, usualNames.email);
  const emails = [...new Set(sent.filter(isEmail))];
  const email = emails[0] ?? (isEmail(nameId) ? nameId : '');
  const groups = values('group');
  const isOverage = groups.length === 0 && attribute(response, overageName).length > 0;
  const phone = first('phoneNumber');
  const username = first('username');
  return {
    // A transient NameID changes every time (saml-core §8.3.8), and an assertion may have none: an attribute must identify the person.
    subject: !nameId || nameIdFormat === transientFormat ? username || first('email') : nameId,
    loginId: username || email || nameId,
    groups: isOverage ? undefined : groups,
    emails,
    gaps: isOverage ? [groupOverage(150)] : [],
    ...(mapping.verifiedEmail && { emailVerified: isTrue(first('verifiedEmail')) }),
    phoneVerified: mapping.verifiedPhone !== '' && isTrue(first('verifiedPhone')),
    customAttributes: Object.fromEntries(
      Object.entries(mapping.customAttributes).map(([ours, theirs]) => [ours, attribute(response, theirs)]),
    ),
    details: {
      ...statedTexts(first, mapping.name ? '' : (usable(attribute(response, `${soapClaims}/name`))[0] ?? '')),
      email,
      // Leaves out unusable values: an invalid phone number must not prevent a sign-in.
      phone: readPhoneNumber(phone) ?? '',
    },
  };
}

/** Reads the plain texts of a profile from an identity provider's values. Without a name, its parts make one, or else `lastName`. */
export function statedTexts(textOf: (field: TextField) => string, lastName = ''): Record<TextField, string> {
  const texts = Object.fromEntries(
    textFields.map((field) => [field, usableText(field, textOf(field))]),
  ) as Record<TextField, string>;
  const joined = [texts.givenName, texts.familyName].filter(Boolean).join(' ');
  return { ...texts, name: texts.name || joined || usableText('name', lastName) };
}

function usable(values: string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function allValues(response: VerifiedResponse, names: readonly string[] = []): string[] {
  return names.flatMap((name) => usable(attribute(response, name)));
}

function attribute({ attributes, attributesByFriendlyName }: VerifiedResponse, name: string): string[] {
  const own = (record: Record<string, string[]>) => (Object.hasOwn(record, name) ? record[name] : undefined);
  return own(attributes) ?? own(attributesByFriendlyName) ?? [];
}
