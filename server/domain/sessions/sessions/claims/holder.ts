import type { User } from '../../../directory/users/user.ts';

/** The holder of roles and permissions: a user, an access key or an anonymous session. */
export type Holder = Pick<User, 'roleNames' | 'permissions' | 'tenants'>;
