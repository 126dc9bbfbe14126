/** In the order of their numbers on the wire, from 1. */
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

/** What has attributes of its own, with names of their own. */
export type AttributeOwner = 'user' | 'ssoApp';

/** An attribute that the administrator added to those that every user, or every SSO application, has. */
export interface AttributeDefinition extends AttributeDetails {
  /**
   * What values are kept under. A name that is deleted and defined again has another ID, so that it finds none of the
   * old values, and no value has to be touched when an attribute is deleted.
   */
  id: string;
  name: string;
  type: AttributeType;
}

export interface AttributeDetails {
  displayName: string;
  /** Of the two select types only: what can be chosen. */
  options: AttributeOption[];
  /** Kept for the administrator's applications; nobody is given it. `null`: none. */
  defaultValue: unknown;
  /** Kept for the administrator's applications. */
  viewPermissions: string[];
  editPermissions: string[];
}

export interface AttributeOption {
  value: string;
  label: string;
}

export const attributeLimits = {
  /** For each owner in a project. */
  attributes: 100,
  nameLength: 64,
  options: 100,
  textBytes: 4_096,
} as const;

export const attributeNameRule = `1 to ${attributeLimits.nameLength} letters, digits, hyphens and underscores`;

export function isSelect(type: AttributeType): boolean {
  return type === 'singleSelect' || type === 'multiSelect';
}
