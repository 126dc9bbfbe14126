import type { TextField } from '../../../core/profile-fields.ts';
import type { AttributeDefinition } from '../../directory/custom-attributes/attribute.ts';
import { patchUser } from '../../directory/users/update-user.ts';
import type { Fields, Self } from './account.ts';
import { readAttribute } from './attributes.ts';

/** Saves fields of the user's own profile, which the caller has found to be editable. An empty text removes the value. */
export async function saveProfile(
  { ctx, user }: Pick<Self, 'ctx' | 'user'>,
  fields: Fields,
  { details, attributes }: { details: readonly TextField[]; attributes: readonly AttributeDefinition[] },
): Promise<void> {
  const values = attributes.flatMap((definition): [string, unknown][] => {
    const value = readAttribute(definition, fields, user.customAttributes[definition.name]);
    return value === undefined ? [] : [[definition.name, value]];
  });
  await patchUser(ctx, user.id, {
    ...Object.fromEntries(details.map((name) => [name, fields.one[name]?.trim() ?? ''])),
    ...(values.length > 0 && { customAttributes: Object.fromEntries(values) }),
  });
}
