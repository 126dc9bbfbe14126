import type { User } from '../../../directory/users/user.ts';

/** Who may do what: a user, an access key, an anonymous session. */
export type Holder = Pick<User, 'roleNames' | 'permissions' | 'tenants'>;
