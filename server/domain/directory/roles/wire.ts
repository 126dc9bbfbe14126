import { type Static, t } from '../../../http/schema.ts';
import type { RoleDetails } from './create-roles.ts';
import { isBuiltIn, maxRoles, type Role } from './role.ts';
import type { RoleSearch } from './search-roles.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const names = (description: string) => t.optional(t.list(t.text({ maxLength: 255 }), { description }));

const tenantId = t.reference({ description: 'The tenant that owns the role; default: the project' });

const privateMeaning =
  'Hidden from tenant administrators: the page that an SSO setup link opens does not show it';

const details = {
  description: t.optional(t.text({ maxLength: 1_024, description: 'Default: none' })),
  permissionNames: names('Absent: none'),
  default: t.optional(t.flag({ description: 'New users get this role by default' })),
  private: t.optional(t.flag({ description: privateMeaning })),
};

export const roleInput = t.object({
  name: t.text({
    ...filled,
    description: 'Unique in its tenant or in the project; case-sensitive',
  }),
  tenantId,
  ...details,
});

/** Identifies a role by its ID, or else by its name. */
export const roleReference = { id: t.reference(), name: t.reference(), tenantId };

export const roleChangeInput = t.object({
  ...roleReference,
  newName: t.text({ ...filled, description: 'The new name, or the current one to keep it' }),
  ...details,
});

export const roleSearchInput = t.object({
  tenantIds: t.optional(t.list(t.text({ maxLength: 255 }), { description: 'Roles of these tenants' })),
  includeProjectRoles: t.optional(t.flag({ description: 'With `tenantIds`: include roles of the project' })),
  roleNames: names('Exact names'),
  roleNameLike: t.reference({ description: 'Part of the name; ignores case' }),
  text: t.reference({ description: 'An alias of roleNameLike' }),
  permissionNames: names('Roles with at least one of these permissions'),
  roleIds: t.optional(t.list(t.text({ maxLength: 255 }))),
  sort: t.optional(
    t.list(
      t.object({
        field: t.choice(['name', 'description', 'tenantId', 'createdTime']),
        desc: t.optional(t.flag()),
      }),
      { maxItems: 4 },
    ),
  ),
  limit: t.optional(
    t.longInteger({ minimum: 0, description: `Default, also for 0: ${maxRoles}, the maximum` }),
  ),
  page: t.optional(t.longInteger({ minimum: 0, description: 'Starts at 0, in steps of `limit`' })),
});

export const roleSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    description: t.text(),
    permissionNames: t.list(t.text()),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    tenantId: t.text({ description: 'Empty: a role of the project' }),
    default: t.flag({ description: 'New users get this role by default' }),
    private: t.flag({ description: privateMeaning }),
    systemDefault: t.flag({ description: 'Built in: can be given, but not changed or deleted' }),
  },
  { $id: 'Role' },
);

export const rolesSchema = t.object({ roles: t.list(roleSchema, { maxItems: maxRoles }) });

export function roleToWire(role: Role): Static<typeof roleSchema> {
  return {
    id: role.id,
    name: role.name,
    description: role.description,
    permissionNames: role.permissionNames,
    createdTime: Math.floor(role.createdAt / 1000),
    tenantId: role.tenantId,
    default: role.isDefault,
    private: role.isPrivate,
    systemDefault: isBuiltIn(role),
  };
}

/** Converts the flags to their internal names; all other fields have the same names. */
export function roleFromWire<R extends { default?: boolean; private?: boolean }>(role: R): R & RoleFlags {
  return { ...role, isDefault: role.default, isPrivate: role.private };
}

type RoleFlags = Pick<RoleDetails, 'isDefault' | 'isPrivate'>;

const columns = {
  name: 'foldedName',
  description: 'description',
  tenantId: 'tenantId',
  createdTime: 'createdAt',
} as const;

export function roleSearchFromWire(input: Static<typeof roleSearchInput>): RoleSearch {
  return {
    ids: input.roleIds,
    names: input.roleNames,
    tenantIds: input.tenantIds,
    includeProjectRoles: input.includeProjectRoles,
    nameParts: [input.roleNameLike ?? '', input.text ?? ''],
    permissionNames: input.permissionNames,
    order: input.sort?.map(({ field, desc = false }) => ({ column: columns[field], descending: desc })),
    limit: input.limit,
    page: input.page,
  };
}
