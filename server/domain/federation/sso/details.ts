import { readPhoneNumber } from '../../../core/phone-number.ts';
import { allProfileFields, described, type TextField, textFields } from '../../../core/profile-fields.ts';
import { isTrue } from '../../../protocols/oidc/claims.ts';
import type { VerifiedResponse } from '../../../protocols/saml/verification.ts';
import { type UserDetails, usableText } from '../../directory/users/details.ts';
import { isEmail } from '../../directory/users/identifiers/address.ts';
import { type AttributeMapping, mappedAs } from './attribute-mapping.ts';
import { type Gap, groupOverage, unusableDetails } from './gaps.ts';

/** An identity provider's statements about a person, in our terms. */
export interface SsoPerson {
  /** The identity provider's permanent ID of the person. Empty if it gave only a transient name. */
  subject: string;
  loginId: string;
  /** `undefined` if the provider has not said: those of the last sign-in count. */
  groups: string[] | undefined;
  gaps: Gap[];
  /** Where the details were found that people look for: the names of attributes or claims. */
  sources: { subject?: string; email?: string; group?: string; name: string[] };
  /** The usable addresses in the provider's order. The first one is in `details`. */
  emails: string[];
  /** True if the provider calls the address verified. Absent if it does not say. */
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
    ...[`${msClaims}/role`, 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1', 'http://schemas.auth0.com/roles'],
  ],
};

/** Entra ID sends it in place of the groups of a user who is in more than 150. */
const overageName = 'http://schemas.microsoft.com/claims/groups.link';

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** The part of a response that names the person. */
export type PersonStatement = Pick<
  VerifiedResponse,
  'nameId' | 'nameIdFormat' | 'attributes' | 'attributesByFriendlyName'
>;

export function readPerson(response: PersonStatement, mapping: AttributeMapping): SsoPerson {
  const spelled = spelledInAnyWay(response);
  const sentFor = (field: Mapped): Sent[] => {
    const mapped = mapping[field];
    return mapped ? [sentAs(response, mapped)] : usuallySent(response, spelled, usualNames[field]);
  };
  // A provider that has nothing to say may send an empty value.
  const foundFor = (field: Mapped) => sentFor(field).find(({ values }) => values.length > 0);
  const values = (field: Mapped): string[] => foundFor(field)?.values ?? [];
  const sourceOf = (field: Mapped) => foundFor(field)?.name;
  const first = (field: Mapped) => values(field)[0] ?? '';
  const { nameId, nameIdFormat } = response;
  const sent = sentFor('email').flatMap(({ values }) => values);
  const emails = [...new Set(sent.filter(isEmail))];
  const email = emails[0] ?? (isEmail(nameId) ? nameId : '');
  const groups = values('group');
  const isOverage = groups.length === 0 && attribute(response, overageName).length > 0;
  const phone = first('phoneNumber');
  const stated = (field: TextField | 'phone') => first(mappedAs(field));
  const lastName = mapping.name ? '' : (sentAs(response, `${soapClaims}/name`).values[0] ?? '');
  const texts = statedTexts(stated, lastName);
  const username = first('username');
  const isNamed = nameId !== '' && nameIdFormat !== transientFormat;
  return {
    // A transient NameID changes every time (saml-core §8.3.8), and an assertion may have none: an attribute must identify the person.
    subject: isNamed ? nameId : username || first('email'),
    loginId: username || email || nameId,
    groups: isOverage ? undefined : groups,
    emails,
    gaps: [...(isOverage ? [groupOverage(150)] : []), ...unusableDetails(stated, sent)],
    sources: {
      ...withoutAbsent({
        subject: isNamed ? 'NameID' : sourceOf(username ? 'username' : 'email'),
        email: email ? (sourceOf('email') ?? 'NameID') : undefined,
        group: sourceOf('group'),
      }),
      name: nameSources(sourceOf, texts, `${soapClaims}/name`),
    },
    ...(mapping.verifiedEmail && { emailVerified: isTrue(first('verifiedEmail')) }),
    phoneVerified: mapping.verifiedPhone !== '' && isTrue(first('verifiedPhone')),
    customAttributes: Object.fromEntries(
      Object.entries(mapping.customAttributes).map(([ours, theirs]) => [ours, attribute(response, theirs)]),
    ),
    details: {
      ...texts,
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
  return { ...texts, name: texts.name || usableText('name', joined) || usableText('name', lastName) };
}

/** Lists the sources of a name as `statedTexts` finds it: one value, or the parts of the name, or else `last`. */
export function nameSources(
  sourceOf: (field: 'name' | 'givenName' | 'familyName') => string | undefined,
  texts: Record<TextField, string>,
  last?: string,
): string[] {
  if (!texts.name) return [];
  const parts = (['givenName', 'familyName'] as const).filter((field) => texts[field]);
  const joined = parts.map((field) => texts[field]).join(' ');
  const fields = texts.name === joined ? parts : (['name'] as const);
  const sources = fields.flatMap((field) => sourceOf(field) ?? []);
  return sources.length === 0 && last ? [last] : sources;
}

export function withoutAbsent<T extends Record<string, string | undefined>>(sources: T) {
  return Object.fromEntries(Object.entries(sources).filter(([, source]) => source)) as {
    [K in keyof T]?: string;
  };
}

/** The usable values of an attribute, and its name as the provider spells it. */
interface Sent {
  name: string;
  values: string[];
}

function sentAs(response: PersonStatement, name: string): Sent {
  return { name, values: usable(attribute(response, name)) };
}

function usable(values: string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** Returns what was sent under each name: first under those that are spelled exactly so, then under other spellings. */
function usuallySent(
  response: PersonStatement,
  spelled: ReadonlyMap<string, Sent>,
  names: readonly string[] = [],
): Sent[] {
  const exact = names.map((name) => sentAs(response, name));
  return [...exact, ...names.flatMap((name) => spelled.get(wordOf(name)) ?? [])];
}

/** Indexes the attributes by the word that their name spells. The first of several spellings counts. */
function spelledInAnyWay({ attributes, attributesByFriendlyName }: PersonStatement): Map<string, Sent> {
  const named = [...Object.entries(attributes), ...Object.entries(attributesByFriendlyName)];
  return new Map(
    named.map(([name, values]) => [wordOf(name), { name, values: usable(values) }] as const).reverse(),
  );
}

/** `first_name`, `First Name` and `FirstName` are one word. A URI has only one spelling. */
function wordOf(name: string): string {
  return name.includes(':') ? name : name.toLowerCase().replace(/[\s._-]/g, '');
}

function attribute({ attributes, attributesByFriendlyName }: PersonStatement, name: string): string[] {
  const own = (record: Record<string, string[]>) => (Object.hasOwn(record, name) ? record[name] : undefined);
  return own(attributes) ?? own(attributesByFriendlyName) ?? [];
}
