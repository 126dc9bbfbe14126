import {
  allProfileFields,
  described,
  type ProfileField,
  type profileFields,
} from '../../../core/profile-fields.ts';

/** The key of a profile field in a mapping. */
export type MappedField<F extends ProfileField = ProfileField> = F extends ProfileField
  ? (typeof profileFields)[F] extends { mapping: infer M extends string }
    ? M
    : F
  : never;

export function mappedAs<F extends ProfileField>(field: F): MappedField<F> {
  return (described(field).mapping ?? field) as MappedField<F>;
}

/** The names of the assertion's attributes for the details of a user. Empty to try the usual names. */
export interface AttributeMapping extends Record<MappedField, string> {
  username: string;
  group: string;
  verifiedEmail: string;
  verifiedPhone: string;
  /** Maps our attributes to the provider's. */
  customAttributes: Record<string, string>;
}

export const mappedFields = allProfileFields.map(mappedAs);
