interface Described {
  /**
   * - `name`: the name or a part of it, changed together by one call.
   * - `link`: an https URL.
   * - `address`: an address that a code or a link verifies.
   */
  kind: 'name' | 'link' | 'address';
  /** The parameter of management calls, where it differs from the field. */
  parameter?: string;
  /** Other spellings that SDKs use at sign-up. Case is always ignored. */
  aliases?: readonly string[];
  /** In code points. */
  maxLength: number;
  /** The claim of OpenID Connect (Core §5.1). */
  claim: string;
  /**
   * The attributes under which SAML identity providers commonly send it (`samlNames`), for connections without a mapping. A plain
   * word stands for all its spellings: `firstName` also for `FirstName`, `first_name` and `First name`.
   */
  samlNames?: readonly string[];
  /** The key in the attribute mapping of an SSO connection, where it differs from the field. */
  mapping?: string;
  /** Tells browsers what to fill in (HTML §4.10.18.7). */
  autocomplete: string;
}

const microsoft = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/**
 * The fields of a user's profile. Each is described here once: parsing, limits, wire names, claims, mappings, pages, search and
 * exports follow. `users/README.md` says how to add one. The names of the fields are columns of `users` and fields of the
 * wire format; parameters of calls have this order, so a new field of a kind comes last.
 */
export const profileFields = {
  name: {
    kind: 'name',
    parameter: 'displayName',
    aliases: ['displayName'],
    maxLength: 256,
    claim: 'name',
    // Plain words, LDAP names, X.500 OIDs (saml-profiles §8.2) and Microsoft's claim types.
    samlNames: [
      ...['name', 'displayName', 'fullName', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241'],
      'http://schemas.microsoft.com/identity/claims/displayname',
    ],
    autocomplete: 'name',
  },
  givenName: {
    kind: 'name',
    aliases: ['given_name'],
    maxLength: 256,
    claim: 'given_name',
    samlNames: ['givenName', 'firstName', 'User.FirstName', 'urn:oid:2.5.4.42', `${microsoft}/givenname`],
    autocomplete: 'given-name',
  },
  middleName: {
    kind: 'name',
    aliases: ['middle_name'],
    maxLength: 256,
    claim: 'middle_name',
    autocomplete: 'additional-name',
  },
  familyName: {
    kind: 'name',
    aliases: ['family_name'],
    maxLength: 256,
    claim: 'family_name',
    samlNames: [
      ...['sn', 'surname', 'lastName', 'familyName', 'User.LastName', 'urn:oid:2.5.4.4'],
      `${microsoft}/surname`,
    ],
    autocomplete: 'family-name',
  },
  picture: { kind: 'link', maxLength: 2_048, claim: 'picture', autocomplete: 'photo' },
  email: {
    kind: 'address',
    // RFC 5321 §4.5.3.1.3, without the angle brackets.
    maxLength: 254,
    claim: 'email',
    samlNames: [
      ...['email', 'mail', 'emailAddress', 'primaryEmail', 'User.Email'],
      ...['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:1.2.840.113549.1.9.1'],
      `${microsoft}/emailaddress`,
    ],
    autocomplete: 'email',
  },
  phone: {
    kind: 'address',
    // E.164 has 15 digits. The rest is for what people write between and around them.
    maxLength: 64,
    claim: 'phone_number',
    samlNames: ['phone', 'phoneNumber', 'telephoneNumber', 'mobile'],
    mapping: 'phoneNumber',
    autocomplete: 'tel',
  },
} as const satisfies Record<string, Described>;

type Fields = typeof profileFields;
type Kind = Fields[keyof Fields]['kind'];
type OfKind<K extends Kind> = { [F in keyof Fields]: Fields[F]['kind'] extends K ? F : never }[keyof Fields];

export type ProfileField = keyof Fields;
export type NameField = OfKind<'name'>;
/** A field that changes without a code. */
export type TextField = OfKind<'name' | 'link'>;

/** The descriptor, with the properties that only some fields have. */
export function described(field: ProfileField): Described {
  return profileFields[field];
}

function fieldsOf<K extends Kind>(...kinds: K[]): OfKind<K>[] {
  const fields = Object.keys(profileFields) as ProfileField[];
  return fields.filter((field) => (kinds as string[]).includes(profileFields[field].kind)) as OfKind<K>[];
}

export const nameFields = fieldsOf('name');
export const partsOfName = nameFields.filter((field) => field !== 'name');
export const linkFields = fieldsOf('link');
export const textFields = fieldsOf('name', 'link');
export const allProfileFields = fieldsOf('name', 'link', 'address');
/** The fields that people give themselves: at sign-up and, unless a project decides otherwise, on their account page. */
export const selfGivenFields = fieldsOf('name', 'address');
export type SelfGivenField = (typeof selfGivenFields)[number];

/** The names of fields as parameters of management calls. */
export type Parameter<F extends ProfileField> = F extends ProfileField
  ? Fields[F] extends { parameter: infer P extends string }
    ? P
    : F
  : never;

export function parameterOf<F extends ProfileField>(field: F): Parameter<F> {
  return (described(field).parameter ?? field) as Parameter<F>;
}

export const nameParameters = nameFields.map(parameterOf);

export function fieldOf(parameter: (typeof nameParameters)[number]): NameField {
  return nameFields.find((field) => parameterOf(field) === parameter) as NameField;
}
