import { profileFields } from '../../../client/profile-fields.ts';
import { defineMessages } from '../../i18n/languages.ts';

type Fields = typeof profileFields;
type OfKind<K> = { [F in keyof Fields]: Fields[F]['kind'] extends K ? F : never }[keyof Fields];

export type ProfileField = keyof Fields;
/** A field that is a plain text, and so needs no field of a form or column of a file of its own kind. */
export type TextField = OfKind<'name' | 'link'>;
export type TextParameter = Fields[TextField]['parameter'];

function fieldsOf<K extends Fields[ProfileField]['kind']>(...kinds: K[]): OfKind<K>[] {
  const fields = Object.keys(profileFields) as ProfileField[];
  return fields.filter((field) => (kinds as string[]).includes(profileFields[field].kind)) as OfKind<K>[];
}

export const allProfileFields = fieldsOf('name', 'link', 'address');
export const textFields = fieldsOf('name', 'link');
export const nameFields = fieldsOf('name');
/** The name that is shown comes first in forms, apart from its parts. */
export const partsOfName = nameFields.filter((field) => field !== 'name');
export const linkFields = fieldsOf('link');
export const textParameters: TextParameter[] = textFields.map((field) => profileFields[field].parameter);

/** Returns one value for each field. */
export function forEachText<F extends string, V>(fields: readonly F[], make: (field: F) => V): Record<F, V> {
  return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<F, V>;
}

/** Returns the labels by the parameters of management calls, which are also the columns of files. */
export function byParameter<V>(values: Record<TextField, V>): Record<TextParameter, V> {
  const pairs = textFields.map((field) => [profileFields[field].parameter, values[field]]);
  return Object.fromEntries(pairs) as Record<TextParameter, V>;
}

/** The name of each field in forms, tables and files. */
export const profileLabels = defineMessages<Record<TextField, string>>(
  {
    name: 'Display name',
    givenName: 'Given name',
    middleName: 'Middle name',
    familyName: 'Family name',
    picture: 'Picture',
  },
  {
    name: 'Anzeigename',
    givenName: 'Vorname',
    middleName: 'Weiterer Vorname',
    familyName: 'Nachname',
    picture: 'Bild',
  },
);
