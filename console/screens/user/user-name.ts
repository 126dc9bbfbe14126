import type { User } from '../../../client/client.ts';

/** What people call the user. */
export function nameOf({ name, loginIds, userId }: Pick<User, 'name' | 'loginIds' | 'userId'>): string {
  return name || loginIds[0] || userId;
}
