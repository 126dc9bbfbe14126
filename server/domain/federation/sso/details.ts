import type { VerifiedResponse } from '../../../protocols/saml/verification.ts';
import type { UserDetails } from '../../directory/users/details.ts';
import { isEmail, isPhone } from '../../directory/users/identifiers/address.ts';
import type { AttributeMapping } from './attribute-mapping.ts';

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
  details: UserDetails & { picture?: string };
}

type Mapped = Exclude<keyof AttributeMapping, 'customAttributes'>;

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const msClaims = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';

/**
 * The attribute names that identity providers commonly use, for unmapped details: plain words, LDAP names, X.500 OIDs
 * (saml-profiles §8.2) and Microsoft's claim types.
 */
const usualNames: Partial<Record<Mapped, string[]>> = {
  name: ['name', 'displayName', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', `${claims}/name`],
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`],
  phoneNumber: ['phone', 'phoneNumber', 'telephoneNumber', 'mobile'],
  givenName: ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${claims}/givenname`],
  familyName: ['sn', 'surname', 'lastName', 'familyName', 'urn:oid:2.5.4.4', `${claims}/surname`],
  group: ['groups', 'group', 'memberOf', 'roles', `${msClaims}/groups`, `${claims}/Group`],
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
  const picture = first('picture');
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
      name: first('name') || [first('givenName'), first('familyName')].filter(Boolean).join(' '),
      givenName: first('givenName'),
      middleName: first('middleName'),
      familyName: first('familyName'),
      email,
      // Leaves out unusable values: an invalid phone number must not prevent a sign-in.
      phone: isPhone(phone) ? phone : '',
      picture: /^https:\/\//i.test(picture) && URL.canParse(picture) ? picture : '',
    },
  };
}

/** Reads a flag as identity providers write it (XML Schema §3.2.2, and common variants). */
export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && ['true', '1'].includes(value.trim().toLowerCase()));
}

function attribute({ attributes, attributesByFriendlyName }: VerifiedResponse, name: string): string[] {
  const own = (record: Record<string, string[]>) => (Object.hasOwn(record, name) ? record[name] : undefined);
  return own(attributes) ?? own(attributesByFriendlyName) ?? [];
}
