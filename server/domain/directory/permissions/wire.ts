import { type Static, t } from '../../../http/schema.ts';
import { isBuiltIn, type Permission } from './permission.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const description = t.optional(t.text({ maxLength: 1_024, description: 'Default: none' }));

export const permissionInput = t.object({
  name: t.text({ ...filled, description: 'Unique in the project; case-sensitive' }),
  description,
});

/** Identifies a permission by its ID, or else by its name. */
export const permissionReference = { id: t.reference(), name: t.reference() };

export const permissionChangeInput = t.object({
  ...permissionReference,
  newName: t.text({ ...filled, description: 'The new name, or the current one to keep it' }),
  description,
});

export const permissionSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    description: t.text(),
    systemDefault: t.flag({ description: 'Built in: can be added to roles, but not changed or deleted' }),
  },
  { $id: 'Permission' },
);

export function permissionToWire({ id, name, description }: Permission): Static<typeof permissionSchema> {
  return { id, name, description, systemDefault: isBuiltIn({ id, name }) };
}
