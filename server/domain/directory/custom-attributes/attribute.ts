/** The attribute types, ordered by their numbers on the wire, which start at 1. */
export const attributeTypes = [
  'text',
  'number',
  'boolean',
  'singleSelect',
  'multiSelect',
  'date',
  'monthDay',
] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** The kinds of object with custom attributes. Each kind has its own attribute names. */
export type AttributeOwner = 'user' | 'ssoApp';

/** An attribute that an administrator adds to the built-in ones of all users or SSO applications. */
export interface AttributeDefinition extends AttributeDetails {
  /**
   * The key under which values are stored. A name that is deleted and defined again gets a new ID, so it does not
   * find old values, and deleting an attribute changes no stored values.
   */
  id: string;
  name: string;
  type: AttributeType;
}

export interface AttributeDetails {
  displayName: string;
  /** The choices of the two select types; empty for all others. */
  options: AttributeOption[];
  /** Stored for the administrator's applications; users do not receive it. `null`: none. */
  defaultValue: unknown;
  /** Stored for the administrator's applications. */
  viewPermissions: string[];
  editPermissions: string[];
}

export interface AttributeOption {
  value: string;
  label: string;
}

export const attributeLimits = {
  /** The limit for each owner in a project. */
  attributes: 100,
  nameLength: 64,
  options: 100,
  textBytes: 4_096,
} as const;

export const attributeNameRule = `1 to ${attributeLimits.nameLength} letters, digits, hyphens and underscores`;

export function isSelect(type: AttributeType): boolean {
  return type === 'singleSelect' || type === 'multiSelect';
}
