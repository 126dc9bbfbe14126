/**
 * The role and the permissions by which users administer others. Their IDs are the same in every project, and no caller can choose the ID of
 * a role or of a permission. So a right counts by its ID: a role or a permission that a project created under one of these names
 * grants nothing here.
 */
interface BuiltInRight {
  id: string;
  name: string;
  description: string;
}

/** The permission that makes its holder an administrator of the tenant. */
export const userAdmin: BuiltInRight = {
  id: 'E000000000000000000UserAdmin',
  name: 'User Admin',
  description: 'Manage the users, roles, access keys and audit log of a tenant',
};

/** The permission to manage the single sign-on of a tenant. */
export const ssoAdmin: BuiltInRight = {
  id: 'E0000000000000000000SsoAdmin',
  name: 'SSO Admin',
  description: 'Manage the single sign-on of a tenant',
};

/** The permission to act as another user. It has another ID in each project, and no project can rename it. */
export const impersonateName = 'Impersonate';

/** The role of a tenant's administrators, and of the access keys of its directory. It has both permissions. */
export const tenantAdmin: BuiltInRight = {
  id: 'R0000000000000000TenantAdmin',
  name: 'Tenant Admin',
  description: 'Administer a tenant',
};
