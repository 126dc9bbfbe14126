import { allProfileFields, described, type TextField, textFields } from '../../../core/profile-fields.ts';
import type { VerifiedResponse } from '../../../protocols/saml/verification.ts';
import { type UserDetails, usableText } from '../../directory/users/details.ts';
import { isEmail, isPhone } from '../../directory/users/identifiers/address.ts';
import { type AttributeMapping, mappedAs } from './attribute-mapping.ts';

/** An identity provider's statements about a person, in our terms. */
export interface SsoPerson {
  /** The identity provider's permanent ID of the person. Empty if it gave only a transient name. */
  subject: string;
  loginId: string;
  groups: string[];
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
  group: ['groups', 'group', 'memberOf', 'roles', `${msClaims}/groups`, `${soapClaims}/Group`],
};

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

export function readPerson(response: VerifiedResponse, mapping: AttributeMapping): SsoPerson {
  const values = (field: Mapped): string[] => {
    const names = mapping[field] ? [mapping[field]] : (usualNames[field] ?? []);
    const found = names.map((name) => attribute(response, name)).find((values) => values.length > 0);
    return found ?? [];
  };
  const first = (field: Mapped) => values(field)[0]?.trim() ?? '';
  const { nameId, nameIdFormat } = response;
  const email = [first('email'), nameId].find(isEmail) ?? '';
  const phone = first('phoneNumber');
  const username = first('username');
  return {
    // A transient NameID changes every time (saml-core §8.3.8), and an assertion may have none: an attribute must identify the person.
    subject: !nameId || nameIdFormat === transientFormat ? username || first('email') : nameId,
    loginId: username || email || nameId,
    groups: values('group'),
    ...(mapping.verifiedEmail && { emailVerified: isTrue(first('verifiedEmail')) }),
    phoneVerified: mapping.verifiedPhone !== '' && isTrue(first('verifiedPhone')),
    customAttributes: Object.fromEntries(
      Object.entries(mapping.customAttributes).map(([ours, theirs]) => [ours, attribute(response, theirs)]),
    ),
    details: {
      ...statedTexts(first),
      email,
      // Leaves out unusable values: an invalid phone number must not prevent a sign-in.
      phone: isPhone(phone) ? phone : '',
    },
  };
}

/** Reads the plain texts of a profile from an identity provider's values. Without a name, its parts make one. */
export function statedTexts(textOf: (field: TextField) => string): Record<TextField, string> {
  const texts = Object.fromEntries(
    textFields.map((field) => [field, usableText(field, textOf(field))]),
  ) as Record<TextField, string>;
  return { ...texts, name: texts.name || [texts.givenName, texts.familyName].filter(Boolean).join(' ') };
}

/** Reads a flag as identity providers write it (XML Schema §3.2.2, and common variants). */
export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && ['true', '1'].includes(value.trim().toLowerCase()));
}

function attribute({ attributes, attributesByFriendlyName }: VerifiedResponse, name: string): string[] {
  const own = (record: Record<string, string[]>) => (Object.hasOwn(record, name) ? record[name] : undefined);
  return own(attributes) ?? own(attributesByFriendlyName) ?? [];
}
