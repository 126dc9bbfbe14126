import { type Static, t } from '../../../http/schema.ts';
import { isBuiltIn, type Permission } from './permission.ts';

/** A text that has to be there and not empty, which is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const description = t.optional(t.text({ maxLength: 1_024, description: 'Absent: none' }));

export const permissionInput = t.object({
  name: t.text({ ...filled, description: 'Unique in the project; upper and lower case differ' }),
  description,
});

/** Which permission: its ID, or else its name. */
export const permissionReference = { id: t.reference(), name: t.reference() };

export const permissionChangeInput = t.object({
  ...permissionReference,
  newName: t.text({ ...filled, description: 'The name from now on; the old one when it stays' }),
  description,
});

export const permissionSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    description: t.text(),
    systemDefault: t.flag({ description: 'Built in: it can be put into roles, not changed or deleted' }),
  },
  { $id: 'Permission' },
);

export function permissionToWire({ id, name, description }: Permission): Static<typeof permissionSchema> {
  return { id, name, description, systemDefault: isBuiltIn({ name }) };
}
