/** An attribute as `/Schemas` describes it (RFC 7643 §7). */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'reference' | 'binary' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'writeOnly' | 'immutable';
  returned: 'always' | 'default' | 'never' | 'request';
  uniqueness: 'none' | 'server' | 'global';
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Attribute[];
}

export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: Attribute[];
}

/** A resource, or a part of one, as JSON. */
export type Resource = Record<string, unknown>;

/** A kind of resource with its schemas (RFC 7643 §6). */
export interface ResourceType {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  description: string;
  core: Schema;
  extensions: Schema[];
}

type Details = Partial<Omit<Attribute, 'name' | 'description'>>;

export function attribute(name: string, description: string, details: Details = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...details,
  };
}

const complex = (name: string, description: string, subAttributes: Attribute[], details: Details = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...details });

/** Describes a list whose elements have a value, a type and a mark for the preferred one (RFC 7643 §2.4). */
function list(
  name: string,
  description: string,
  { types = [], value = {}, more = [] }: { types?: string[]; value?: Details; more?: Attribute[] } = {},
): Attribute {
  const parts = [
    attribute('value', `A value of ${name}`, value),
    attribute('display', 'A name of the value for people'),
    attribute('type', 'The use of the value', types.length > 0 ? { canonicalValues: types } : {}),
    attribute('primary', 'Marks the preferred value. At most one is preferred', { type: 'boolean' }),
    ...more,
  ];
  return complex(name, description, parts, { multiValued: true });
}

const reference = (name: string, description: string, ...referenceTypes: string[]) =>
  attribute(name, description, { type: 'reference', caseExact: true, referenceTypes });

const readOnly = { mutability: 'readOnly' } as const;

/** The attributes that all resources have (RFC 7643 §3.1). They belong to no schema. */
export const commonAttributes: Attribute[] = [
  attribute('id', 'The ID that Latchkey gives', {
    ...readOnly,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'The ID that the directory gives', { caseExact: true }),
  attribute('schemas', 'The schemas of the resource', {
    type: 'reference',
    multiValued: true,
    caseExact: true,
    returned: 'always',
  }),
  complex(
    'meta',
    'Facts about the resource',
    [
      attribute('resourceType', 'The kind of resource', { ...readOnly, caseExact: true }),
      attribute('created', 'The time of creation', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', 'The time of the last change', { ...readOnly, type: 'dateTime' }),
      attribute('location', 'The address of the resource', {
        ...readOnly,
        type: 'reference',
        caseExact: true,
      }),
      attribute('version', 'The ETag', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
];

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchemaId = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** The schema of a project's custom attributes. Entra ID accepts no other form for an extension. */
export const customSchemaId = 'urn:ietf:params:scim:schemas:extension:latchkey:2.0:User';

const userSchema: Schema = {
  id: userSchemaId,
  name: 'User',
  description: 'A user of the tenant',
  attributes: [
    attribute('userName', 'The login ID, unique in any case', { required: true, uniqueness: 'server' }),
    complex('name', 'The parts of the name', [
      attribute('formatted', 'The full name'),
      attribute('familyName', 'The family name'),
      attribute('givenName', 'The given name'),
      attribute('middleName', 'The middle names'),
      attribute('honorificPrefix', 'The title before the name'),
      attribute('honorificSuffix', 'The suffix of the name'),
    ]),
    attribute('displayName', 'The name for people'),
    attribute('nickName', 'The casual name'),
    reference('profileUrl', 'The address of a page about the user', 'external'),
    attribute('title', 'The job title'),
    attribute('userType', 'The relation to the organization'),
    attribute('preferredLanguage', 'The preferred language'),
    attribute('locale', 'The locale'),
    attribute('timezone', 'The time zone'),
    attribute('active', 'Whether the user can sign in', { type: 'boolean' }),
    attribute('password', 'A new password', { mutability: 'writeOnly', returned: 'never', caseExact: true }),
    list('emails', 'The email addresses', { types: ['work', 'home', 'other'] }),
    list('phoneNumbers', 'The phone numbers', { types: ['work', 'home', 'mobile', 'fax', 'pager', 'other'] }),
    list('ims', 'The addresses for instant messages'),
    list('photos', 'The addresses of photos', {
      types: ['photo', 'thumbnail'],
      value: { type: 'reference', caseExact: true, referenceTypes: ['external'] },
    }),
    complex(
      'addresses',
      'The postal addresses',
      [
        attribute('formatted', 'The full address'),
        attribute('streetAddress', 'The street'),
        attribute('locality', 'The city'),
        attribute('region', 'The state or region'),
        attribute('postalCode', 'The postal code'),
        attribute('country', 'The country'),
        attribute('type', 'The use of the address', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'Marks the preferred address', { type: 'boolean' }),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'The groups of the directory that the user is in',
      [
        attribute('value', 'The ID of the group', { ...readOnly, caseExact: true }),
        attribute('$ref', 'The address of the group', {
          ...readOnly,
          type: 'reference',
          caseExact: true,
          referenceTypes: ['Group'],
        }),
        attribute('display', 'The name of the group', readOnly),
        attribute('type', 'How the user is in the group', { ...readOnly, canonicalValues: ['direct'] }),
      ],
      { ...readOnly, multiValued: true },
    ),
    list('entitlements', 'The entitlements. They are stored and give nothing'),
    list('roles', 'The roles in the directory. They are stored and give nothing'),
    list('x509Certificates', 'The certificates', { value: { type: 'binary', caseExact: true } }),
  ],
};

const enterpriseSchema: Schema = {
  id: enterpriseSchemaId,
  name: 'Enterprise User',
  description: 'The attributes of an employee',
  attributes: [
    attribute('employeeNumber', 'The number of the employee'),
    attribute('costCenter', 'The cost center'),
    attribute('organization', 'The organization'),
    attribute('division', 'The division'),
    attribute('department', 'The department'),
    complex('manager', 'The manager', [
      attribute('value', 'The ID of the manager', { caseExact: true }),
      reference('$ref', 'The address of the manager', 'User'),
      attribute('displayName', 'The name of the manager'),
    ]),
  ],
};

const groupSchema: Schema = {
  id: groupSchemaId,
  name: 'Group',
  description: 'A group of users of the tenant',
  attributes: [
    attribute('displayName', 'The name, unique in any case', { required: true, uniqueness: 'server' }),
    complex(
      'members',
      'The users in the group',
      [
        attribute('value', 'The ID of the user', { mutability: 'immutable', caseExact: true }),
        attribute('$ref', 'The address of the user', {
          type: 'reference',
          mutability: 'immutable',
          caseExact: true,
          referenceTypes: ['User'],
        }),
        attribute('type', 'The kind of member', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
      { multiValued: true },
    ),
  ],
};

/** Returns the kinds of resources of a project with these custom attributes. */
export function resourceTypes(custom: Attribute[]): { User: ResourceType; Group: ResourceType } {
  const customSchema: Schema = {
    id: customSchemaId,
    name: 'Custom attributes',
    description: 'The custom attributes of the project',
    attributes: custom,
  };
  return {
    User: {
      name: 'User',
      endpoint: '/Users',
      description: userSchema.description,
      core: userSchema,
      extensions: [enterpriseSchema, ...(custom.length > 0 ? [customSchema] : [])],
    },
    Group: {
      name: 'Group',
      endpoint: '/Groups',
      description: groupSchema.description,
      core: groupSchema,
      extensions: [],
    },
  };
}

export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value of the object’s own: an attribute can be called `constructor`. */
export function ownValue(object: Resource, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Reports whether both databases can store a text. No directory means any other. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns the key of an object that spells a name in any case (RFC 7643 §2.1). */
export function keyOf(object: Resource, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const folded = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === folded);
}

export function named<T extends { name: string }>(all: T[] | undefined, name: string): T | undefined {
  const folded = name.toLowerCase();
  return all?.find((one) => one.name.toLowerCase() === folded);
}
